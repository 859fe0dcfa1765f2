import { describe, expect, test } from 'vitest';
import { hasOldOutput, isBusy, ranFirstWords, stateLine, type CellPhase } from '../src/lesson/cell-state';

function line(phase: CellPhase, stale: Parameters<typeof stateLine>[1] = null, now = 0) {
  return stateLine(phase, stale, now, 'en');
}

describe('stateLine', () => {
  test('counts megabytes while Python is fetched, with one decimal', () => {
    const progress = { loadedBytes: 4_900_000, totalBytes: 7_600_000, stage: 'download' } as const;
    expect(line({ kind: 'booting', progress })).toEqual({
      name: 'booting',
      icon: 'spinner',
      words: { key: 'cell.booting', values: { loaded: '4.9', total: '7.6' } },
    });
  });

  test('counts whole seconds of the limit while running', () => {
    const phase: CellPhase = { kind: 'running', startedAt: 1_000, limitMs: 10_000 };
    expect(line(phase, null, 4_900).words.values).toEqual({ elapsed: 3, limit: 10 });
  });

  test('says that the output is old rather than that it is done', () => {
    const old = line({ kind: 'done', elapsedMs: 4 }, { kind: 'earlier-ran', cell: 2 });
    expect(old).toEqual({
      name: 'stale',
      icon: 'half',
      words: { key: 'cell.stale-earlier-ran', values: { n: 2 } },
    });
  });

  test('keeps saying why a run stopped when stopping cost the session', () => {
    const phase: CellPhase = {
      kind: 'stopped',
      outcome: { status: 'stopped', by: 'time-limit', elapsedMs: 30_000, sessionKept: false, limit: 30_000 },
    };
    expect(line(phase, { kind: 'restart' })).toMatchObject({
      name: 'stopped',
      words: { key: 'cell.stopped-time', values: { limit: 30 } },
    });
  });

  test('a cell that never ran is idle, whatever is stale', () => {
    expect(line({ kind: 'idle' }, { kind: 'edited' }).name).toBe('idle');
  });
});

describe('ranFirstWords', () => {
  test('names one, two, a range, or a list', () => {
    expect(ranFirstWords([])).toBeNull();
    expect(ranFirstWords([2])).toEqual({ key: 'cell.ran-first-one', values: { first: 2 } });
    expect(ranFirstWords([1, 3])).toEqual({ key: 'cell.ran-first-two', values: { first: 1, last: 3 } });
    expect(ranFirstWords([1, 2, 3])).toEqual({ key: 'cell.ran-first-range', values: { first: 1, last: 3 } });
    expect(ranFirstWords([1, 2, 5])).toEqual({ key: 'cell.ran-first-list', values: { list: '1, 2, 5' } });
  });
});

describe('hasOldOutput', () => {
  const stale = { kind: 'earlier-edited', cell: 1 } as const;

  test('keeps the label while the cell waits or did not get its turn', () => {
    expect(hasOldOutput({ kind: 'done', elapsedMs: 4 }, stale)).toBe(true);
    expect(hasOldOutput({ kind: 'waiting', cell: 1, why: 'edited' }, stale)).toBe(true);
    expect(hasOldOutput({ kind: 'blocked', cell: 1, stopped: true }, stale)).toBe(true);
    expect(hasOldOutput({ kind: 'waiting', cell: 1, why: null }, null)).toBe(false);
  });

  test('what a running cell prints is new', () => {
    expect(hasOldOutput({ kind: 'running', startedAt: 0, limitMs: 1 }, stale)).toBe(false);
  });
});

test('a cell that asks for input counts no seconds and can be stopped', () => {
  expect(line({ kind: 'asking' }, null, 44_000).words).toEqual({ key: 'cell.asking' });
  expect(isBusy({ kind: 'asking' })).toBe(true);
});
