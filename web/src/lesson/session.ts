/**
 * Which outputs of a lesson still hold, and what has to run before a cell.
 *
 * The cells of a lesson share one Python session. Each names the earlier cells it builds on. An
 * output is stale when the code it came from is no longer what stands above it:
 *
 *     cell 1   run           ok
 *     cell 2   run           ok
 *     cell 1   edited        1: edited    2: cell 1 was edited
 *     cell 1   run again     1: ok        2: cell 1 ran again
 *     cell 2   run           ok           (nothing else had to run)
 *
 * Undoing an edit makes outputs hold again. Everything here is pure: each function returns a new
 * state and touches no page and no Python.
 */

/** A cell as the lesson describes it. */
export interface CellFacts {
  id: string;
  /** 1, 2, 3 ... in document order. */
  number: number;
  /** Ids of the earlier cells it builds on. */
  after: readonly string[];
}

/** `ok`: it ended as it should, so that later cells may build on it. */
export type RunEnding = 'ok' | 'failed' | 'stopped';

/** The last run of a cell. */
interface CellRun {
  code: string;
  /** The position among all runs: a later run has a larger one. */
  order: number;
  /** Which Python session it ran in. */
  session: number;
  ending: RunEnding;
}

export interface SessionState {
  readonly cells: readonly CellFacts[];
  readonly code: ReadonlyMap<string, string>;
  readonly runs: ReadonlyMap<string, CellRun>;
  readonly session: number;
  readonly order: number;
}

/** Why an output does not fit the code any more. `cell` is a cell number. */
export type StaleReason =
  | { kind: 'edited' }
  | { kind: 'earlier-edited'; cell: number }
  | { kind: 'earlier-ran'; cell: number }
  | { kind: 'restart' };

/** Why an earlier cell has to run before the one that was asked for. */
export type RerunReason = 'not-run' | 'edited' | 'failed' | 'stopped' | 'restart' | 'earlier';

/** A lesson in which nothing ran yet. Cells must be in document order. */
export function newSession(cells: readonly CellFacts[], code: ReadonlyMap<string, string>): SessionState {
  return { cells, code, runs: new Map(), session: 0, order: 0 };
}

export function edited(state: SessionState, id: string, code: string): SessionState {
  return { ...state, code: new Map(state.code).set(id, code) };
}

/** A run of `code` ended. `code` is what ran, which an edit may have changed meanwhile. */
export function ran(state: SessionState, id: string, code: string, ending: RunEnding): SessionState {
  const order = state.order + 1;
  const run: CellRun = { code, order, session: state.session, ending };
  return { ...state, order, runs: new Map(state.runs).set(id, run) };
}

/** Python started afresh: its variables are gone. */
export function restarted(state: SessionState): SessionState {
  return { ...state, session: state.session + 1 };
}

/** Forgets that the cell ever ran (it was reset); cells that built on it become stale. */
export function forgotten(state: SessionState, id: string): SessionState {
  const runs = new Map(state.runs);
  runs.delete(id);
  return { ...state, runs };
}

/** Why the output of `id` no longer holds; null when it does, or when there is none. */
export function staleness(state: SessionState, id: string): StaleReason | null {
  const run = state.runs.get(id);
  if (!run) return null;
  if (state.code.get(id) !== run.code) return { kind: 'edited' };
  if (run.session !== state.session) return { kind: 'restart' };
  for (const earlier of needed(state, id)) {
    const earlierRun = state.runs.get(earlier.id);
    if (!earlierRun || earlierRun.code !== state.code.get(earlier.id)) {
      return { kind: 'earlier-edited', cell: earlier.number };
    }
    if (earlierRun.order > run.order) return { kind: 'earlier-ran', cell: earlier.number };
  }
  return null;
}

/**
 * The cells to run, in order, so that `id` sees what stands above it; `id` comes last, always.
 * A cell that holds is left alone, unless one it builds on has to run.
 */
export function plan(state: SessionState, id: string): string[] {
  const chosen = new Set<string>();
  for (const cell of needed(state, id)) {
    const holds = state.runs.get(cell.id)?.ending === 'ok' && staleness(state, cell.id) === null;
    if (!holds || needed(state, cell.id).some((earlier) => chosen.has(earlier.id))) chosen.add(cell.id);
  }
  return [...chosen, id];
}

/** Why `plan` lets this cell run first; asked before it does. */
export function rerunReason(state: SessionState, id: string): RerunReason {
  const run = state.runs.get(id);
  if (!run) return 'not-run';
  const stale = staleness(state, id);
  if (stale?.kind === 'edited') return 'edited';
  // A stopped loop is what the learner remembers, although stopping may also have cost the session.
  if (run.ending !== 'ok') return run.ending;
  return stale?.kind === 'restart' ? 'restart' : 'earlier';
}

/** The earlier cells that `id` builds on, directly or through others, in document order. */
function needed(state: SessionState, id: string): CellFacts[] {
  const byId = new Map(state.cells.map((cell) => [cell.id, cell]));
  const found = new Set<string>();
  const pending = [...(byId.get(id)?.after ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next) || next === id) continue;
    found.add(next);
    pending.push(...(byId.get(next)?.after ?? []));
  }
  return state.cells.filter((cell) => found.has(cell.id));
}
