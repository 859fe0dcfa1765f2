/**
 * The theme: as on the device, light, or dark. Kept on this device; `theme.ts` sets it again before
 * the next page is painted.
 */
import { html, render } from 'lit';
import { icon, type IconName } from '../icons';
import { usableLocalStorage } from '../store/key-value';

const KEY = 'gradschool:theme';

export type Theme = 'system' | 'light' | 'dark';

/**
 * The theme that one more press brings. From the device's own it is the other one, so that the first
 * press changes what one sees:
 *
 *     device light   system -> dark -> light -> system
 *     device dark    system -> light -> dark -> system
 */
export function nextTheme(theme: Theme, device: 'light' | 'dark'): Theme {
  const other = device === 'light' ? 'dark' : 'light';
  switch (theme) {
    case 'system':
      return other;
    case other:
      return device;
    default:
      return 'system';
  }
}

const darkDevice = matchMedia('(prefers-color-scheme: dark)');
const switchWords = { system: 'toSystem', light: 'toLight', dark: 'toDark' } as const;
const icons: Readonly<Record<Theme, IconName>> = { system: 'auto', light: 'sun', dark: 'moon' };

/** `<gs-theme-button>`; its words stand in `data-system`, `data-to-system` and so on. */
export class ThemeButton extends HTMLElement {
  readonly #deviceChanged = (): void => this.#show();

  connectedCallback(): void {
    this.replaceChildren();
    this.#show();
    darkDevice.addEventListener('change', this.#deviceChanged);
  }

  disconnectedCallback(): void {
    darkDevice.removeEventListener('change', this.#deviceChanged);
  }

  get #theme(): Theme {
    const theme = document.documentElement.dataset['theme'];
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  }

  get #next(): Theme {
    return nextTheme(this.#theme, darkDevice.matches ? 'dark' : 'light');
  }

  #change(): void {
    const theme = this.#next;
    const storage = usableLocalStorage();
    if (theme === 'system') {
      delete document.documentElement.dataset['theme'];
      storage?.removeItem(KEY);
    } else {
      document.documentElement.dataset['theme'] = theme;
      storage?.setItem(KEY, theme);
    }
    this.#show();
  }

  #show(): void {
    const theme = this.#theme;
    const label = `${this.dataset[theme] ?? theme} ${this.dataset[switchWords[this.#next]] ?? ''}`.trim();
    render(
      html`<button class="icon-btn" type="button" aria-label=${label} title=${label} @click=${() => this.#change()}>
        ${icon(icons[theme])}
      </button>`,
      this,
    );
  }
}
