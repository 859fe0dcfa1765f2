import { describe, expect, test } from 'vitest';
import {
  edited,
  forgotten,
  newSession,
  plan,
  ran,
  rerunReason,
  restarted,
  staleness,
  type CellFacts,
  type SessionState,
} from '../src/lesson/session';

const chain: CellFacts[] = [
  { id: 'a', number: 1, after: [] },
  { id: 'b', number: 2, after: ['a'] },
  { id: 'c', number: 3, after: ['a', 'b'] },
  { id: 'island', number: 4, after: [] },
];

function lesson(): SessionState {
  return newSession(chain, new Map(chain.map((cell) => [cell.id, `code of ${cell.id}`])));
}

function run(state: SessionState, ...ids: string[]): SessionState {
  return ids.reduce((before, id) => ran(before, id, before.code.get(id) ?? '', 'ok'), state);
}

describe('plan', () => {
  test('runs everything a cell builds on, in document order, and the cell last', () => {
    expect(plan(lesson(), 'c')).toEqual(['a', 'b', 'c']);
  });

  test('leaves cells alone that the cell does not build on', () => {
    expect(plan(lesson(), 'island')).toEqual(['island']);
  });

  test('runs only the cell itself when all before it holds', () => {
    expect(plan(run(lesson(), 'a', 'b'), 'c')).toEqual(['c']);
    expect(plan(run(lesson(), 'a', 'b', 'c'), 'c')).toEqual(['c']);
  });

  test('runs an edited cell again and what was built on it', () => {
    const state = edited(run(lesson(), 'a', 'b'), 'a', 'other');
    expect(plan(state, 'c')).toEqual(['a', 'b', 'c']);
  });

  test('runs what was built on a cell that ran again', () => {
    const state = run(lesson(), 'a', 'b', 'a');
    expect(plan(state, 'c')).toEqual(['b', 'c']);
  });

  test('runs a cell again that ended with an error', () => {
    const state = ran(lesson(), 'a', 'code of a', 'failed');
    expect(plan(state, 'b')).toEqual(['a', 'b']);
  });

  test('runs everything again after a restart', () => {
    expect(plan(restarted(run(lesson(), 'a', 'b')), 'c')).toEqual(['a', 'b', 'c']);
  });

  test('follows what an earlier cell needs even if the later one names only that cell', () => {
    const cells: CellFacts[] = [
      { id: 'x', number: 1, after: [] },
      { id: 'y', number: 2, after: ['x'] },
      { id: 'z', number: 3, after: ['y'] },
    ];
    expect(plan(newSession(cells, new Map()), 'z')).toEqual(['x', 'y', 'z']);
  });

  test('ends when cells name each other in a circle or name nobody', () => {
    const cells: CellFacts[] = [
      { id: 'x', number: 1, after: ['y', 'missing'] },
      { id: 'y', number: 2, after: ['x'] },
    ];
    expect(plan(newSession(cells, new Map()), 'y')).toEqual(['x', 'y']);
  });
});

describe('staleness', () => {
  test('is nothing before the first run and right after it', () => {
    expect(staleness(lesson(), 'a')).toBeNull();
    expect(staleness(run(lesson(), 'a'), 'a')).toBeNull();
  });

  test('says that the cell itself was edited', () => {
    const state = edited(run(lesson(), 'a', 'b'), 'b', 'other');
    expect(staleness(state, 'b')).toEqual({ kind: 'edited' });
  });

  test('names the earlier cell that was edited', () => {
    const state = edited(run(lesson(), 'a', 'b'), 'a', 'other');
    expect(staleness(state, 'b')).toEqual({ kind: 'earlier-edited', cell: 1 });
  });

  test('goes away when an edit is undone', () => {
    const state = edited(run(lesson(), 'a', 'b'), 'a', 'other');
    expect(staleness(edited(state, 'a', 'code of a'), 'b')).toBeNull();
  });

  test('names the earlier cell that ran again, and ends when the cell ran too', () => {
    const state = run(lesson(), 'a', 'b', 'a');
    expect(staleness(state, 'b')).toEqual({ kind: 'earlier-ran', cell: 1 });
    expect(staleness(run(state, 'b'), 'b')).toBeNull();
  });

  test('does not spread to cells that do not build on the edited one', () => {
    const state = edited(run(lesson(), 'a', 'island'), 'a', 'other');
    expect(staleness(state, 'island')).toBeNull();
  });

  test('covers every cell after a restart', () => {
    const state = restarted(run(lesson(), 'a', 'b'));
    expect(staleness(state, 'a')).toEqual({ kind: 'restart' });
    expect(staleness(state, 'b')).toEqual({ kind: 'restart' });
  });

  test('sees that code was edited while it ran', () => {
    const state = ran(edited(lesson(), 'a', 'typed meanwhile'), 'a', 'code of a', 'ok');
    expect(staleness(state, 'a')).toEqual({ kind: 'edited' });
  });

  test('reaches the cells that were built on a cell whose run is forgotten', () => {
    const state = forgotten(run(lesson(), 'a', 'b'), 'a');
    expect(staleness(state, 'a')).toBeNull();
    expect(staleness(state, 'b')).toEqual({ kind: 'earlier-edited', cell: 1 });
  });
});

describe('rerunReason', () => {
  test('remembers how the last run ended, and what has changed since', () => {
    expect(rerunReason(lesson(), 'a')).toBe('not-run');
    expect(rerunReason(ran(lesson(), 'a', 'code of a', 'failed'), 'a')).toBe('failed');
    const stopped = ran(lesson(), 'a', 'code of a', 'stopped');
    expect(rerunReason(restarted(stopped), 'a')).toBe('stopped');
    expect(rerunReason(edited(stopped, 'a', 'other'), 'a')).toBe('edited');
    expect(rerunReason(restarted(ran(lesson(), 'a', 'code of a', 'ok')), 'a')).toBe('restart');
  });
});
