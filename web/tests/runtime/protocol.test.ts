import { describe, expect, it } from 'vitest';
import { maxTextLength, parseFrameMessage, parseWorkerReport } from '../../src/worker/protocol';

const error = {
  type: 'ValueError',
  message: 'm',
  line: 1,
  column: null,
  traceback: 't',
  explanationKey: 'error.valueError',
  explanationParams: { name: 'x' },
  notes: ['n'],
};

describe('parseWorkerReport', () => {
  it.each([
    { kind: 'started', isolated: true, jspi: false, input: true, tookMs: 1.5 },
    { kind: 'output', run: 1, stream: 'stdout', text: 'a' },
    { kind: 'cut', run: 1 },
    { kind: 'ask', run: 1, ask: 2, prompt: 'Name?' },
    { kind: 'done', run: 1, elapsedMs: 0, value: null },
    { kind: 'error', run: 1, elapsedMs: 3, interrupted: false, error },
    { kind: 'fatal', reason: 'memory', message: 'm' },
  ])('lets $kind through as it is', (report) => {
    expect(parseWorkerReport(report)).toEqual(report);
  });

  it.each([
    null,
    'x',
    [],
    {},
    { kind: 'unheard-of' },
    { kind: 'output', run: 1, stream: 'stdlog', text: 'a' },
    { kind: 'output', run: -1, stream: 'stdout', text: 'a' },
    { kind: 'output', run: 1.5, stream: 'stdout', text: 'a' },
    { kind: 'output', run: 1, stream: 'stdout', text: 7 },
    { kind: 'output', run: 1, stream: 'stdout', text: 'a'.repeat(maxTextLength + 1) },
    { kind: 'done', run: 1, elapsedMs: Number.NaN, value: null },
    { kind: 'done', run: 1, elapsedMs: 0 },
    { kind: 'error', run: 1, elapsedMs: 0, interrupted: false, error: { ...error, line: 'x' } },
    { kind: 'error', run: 1, elapsedMs: 0, interrupted: false, error: { ...error, notes: 'n' } },
    { kind: 'fatal', reason: 'boredom', message: 'm' },
  ])('refuses %j', (data) => {
    expect(parseWorkerReport(data)).toBeNull();
  });

  it('refuses an explanation key that is more than a key', () => {
    const forged = { ...error, explanationKey: 'error.<img src=x>' };
    const report = { kind: 'error', run: 1, elapsedMs: 0, interrupted: false, error: forged };
    expect(parseWorkerReport(report)).toBeNull();
  });

  it('drops fields that no report has', () => {
    expect(parseWorkerReport({ kind: 'cut', run: 1, extra: 'x' })).toEqual({ kind: 'cut', run: 1 });
  });
});

describe('parseFrameMessage', () => {
  it('looks into the report that it carries', () => {
    const report = { kind: 'cut', run: 1 };
    const message = { kind: 'report', session: 3, report };
    expect(parseFrameMessage(message)).toEqual(message);
    expect(parseFrameMessage({ ...message, report: { kind: 'cut' } })).toBeNull();
  });

  it.each([
    { kind: 'hello' },
    { kind: 'pong', tick: 4 },
    { kind: 'worker-lost', session: 1, reason: 'flood', message: 'm' },
  ])('lets $kind through', (message) => {
    expect(parseFrameMessage(message)).toEqual(message);
  });

  it.each([{ kind: 'pong' }, { kind: 'worker-lost', session: 1, reason: 'x', message: 'm' }, 3])(
    'refuses %j',
    (data) => {
      expect(parseFrameMessage(data)).toBeNull();
    },
  );
});
