import { beforeAll, expect, test, vi } from 'vitest';

let nextTheme: typeof import('../src/site/theme-button').nextTheme;

beforeAll(async () => {
  // The element's file asks the device when it is loaded.
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  ({ nextTheme } = await import('../src/site/theme-button'));
});

test.each([
  ['light', ['dark', 'light', 'system']],
  ['dark', ['light', 'dark', 'system']],
] as const)('on a %s device the first press shows the other theme', (device, order) => {
  const first = nextTheme('system', device);
  const second = nextTheme(first, device);
  expect([first, second, nextTheme(second, device)]).toEqual(order);
});
