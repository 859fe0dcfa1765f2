/**
 * Runs the cells of a lesson one after the other in its one Python session.
 *
 * Pressing Run in a cell runs the earlier cells it builds on first, if they have not run or no
 * longer hold. A second press while something runs waits for its turn. The runner decides nothing
 * about what is stale: `session.ts` does; it shows nothing: the cells do.
 */
import type { Runtime } from '../runtime/runtime';
import type { CellPhase } from './cell-state';
import * as session from './session';

/** A cell of the page, as the runner needs it. */
export interface RunnableCell {
  readonly facts: session.CellFacts;
  /** Name of the exception that the lesson means it to raise. */
  readonly expectedError: string | null;
  readonly timeLimitMs: number;
  readonly code: string;
  /** Called before each run, so that no code is lost whatever the run does. */
  save(): Promise<void>;
  /** A new run begins: earlier output is gone. */
  beginRun(): void;
  showPhase(phase: CellPhase, value?: string | null): void;
  /** Back to what it showed before it waited for its turn. */
  settle(): void;
  /** Which earlier cells ran for this one. */
  showRanFirst(numbers: readonly number[]): void;
  showStaleness(reason: session.StaleReason | null): void;
  print(chunk: { stream: 'stdout' | 'stderr'; text: string }): void;
  outputCut(): void;
  ask(prompt: string): Promise<string | null>;
}

/** A press of Run that has its place in the queue. */
class Turn {
  readonly cell: RunnableCell;
  /** Resolves when the learner takes the run back. */
  readonly cancellation: Promise<void>;
  #cancelled = false;
  #resolve: () => void = () => {};

  constructor(cell: RunnableCell) {
    this.cell = cell;
    this.cancellation = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#resolve();
  }
}

/** How the run of one cell ended, for the cells that wait for it. */
type Ending = 'ok' | 'failed' | 'stopped' | 'cancelled' | 'unavailable';

export class LessonRunner {
  readonly #cells: ReadonlyMap<string, RunnableCell>;
  /** Null when the server has no Python: then every cell says so. */
  readonly #runtime: () => Promise<Runtime | null>;
  #state: session.SessionState;
  #queue: Turn[] = [];
  #running: RunnableCell | null = null;
  #active: Runtime | null = null;
  /** The runtime's own script could not be fetched. */
  #unreachable = false;

  /**
   * Args:
   *   cells: in document order.
   *   runtime: gives Python's host; rejects when its script cannot be fetched just now.
   */
  constructor(cells: readonly RunnableCell[], runtime: () => Promise<Runtime | null>) {
    this.#cells = new Map(cells.map((cell) => [cell.facts.id, cell]));
    this.#runtime = runtime;
    this.#state = session.newSession(
      cells.map((cell) => cell.facts),
      new Map(cells.map((cell) => [cell.facts.id, cell.code])),
    );
  }

  /** The code of a cell changed. */
  edited(id: string, code: string): void {
    this.#change(session.edited(this.#state, id, code));
  }

  /** The cell has the lesson's code again and shows no output. */
  reset(id: string, code: string): void {
    this.#change(session.forgotten(session.edited(this.#state, id, code), id));
  }

  /** Python's variables are gone. */
  sessionLost(): void {
    this.#change(session.restarted(this.#state));
  }

  /** Runs a cell when its turn comes; resolves when it ended, was stopped or was taken back. */
  async run(id: string): Promise<void> {
    const cell = this.#cells.get(id);
    if (!cell || this.#queue.some((turn) => turn.cell === cell)) return;
    const turn = new Turn(cell);
    this.#queue.push(turn);
    if (this.#queue.length > 1) {
      const ahead = this.#queue[0]?.cell ?? cell;
      cell.showPhase({ kind: 'waiting', cell: ahead.facts.number, why: null });
      return;
    }
    // Whoever finds the queue empty works it off.
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      try {
        if (!next.cancelled) await this.#take(next);
      } finally {
        this.#queue.shift();
      }
    }
  }

  /** Stops the cell, or the earlier cell that runs for it, or takes its turn back. */
  stop(id: string): void {
    const turn = this.#queue.find((candidate) => candidate.cell.facts.id === id);
    const current = this.#queue[0];
    if (current && (turn === current || this.#running?.facts.id === id)) {
      // A cell that runs on behalf of a later one takes the later one with it.
      current.cancel();
      if (this.#active?.phase === 'running') this.#running?.showPhase({ kind: 'stopping' });
      this.#active?.stop();
    } else if (turn) {
      turn.cancel();
      turn.cell.settle();
    }
  }

  async #take(turn: Turn): Promise<void> {
    const { cell } = turn;
    const order = session.plan(this.#state, cell.facts.id);
    const ranFirst: number[] = [];
    for (const id of order) {
      const next = this.#cells.get(id);
      if (!next) continue;
      if (next !== cell) {
        const why = session.rerunReason(this.#state, id);
        cell.showPhase({ kind: 'waiting', cell: next.facts.number, why });
      }
      if (turn.cancelled) {
        cell.settle();
        return;
      }
      const ending = await this.#runOne(next, turn);
      if (next === cell) break;
      if (ending === 'unavailable') {
        cell.showPhase(this.#unavailable());
        return;
      }
      if (ending === 'cancelled') {
        cell.settle();
        return;
      }
      if (ending !== 'ok') {
        cell.showPhase({ kind: 'blocked', cell: next.facts.number, stopped: ending === 'stopped' });
        return;
      }
      ranFirst.push(next.facts.number);
    }
    cell.showRanFirst(ranFirst);
  }

  async #runOne(cell: RunnableCell, turn: Turn): Promise<Ending> {
    // The button must answer at once, although saving takes a moment.
    cell.beginRun();
    cell.showPhase(this.#firstPhase(cell));
    this.#running = cell;
    try {
      await cell.save();
      const { code } = cell;
      const runtime = await this.#ready(cell, turn);
      if (turn.cancelled) {
        cell.settle();
        return 'cancelled';
      }
      if (!runtime) {
        cell.showPhase(this.#unavailable());
        return 'unavailable';
      }
      return await this.#execute(runtime, cell, code, turn);
    } finally {
      this.#running = null;
    }
  }

  #firstPhase(cell: RunnableCell): CellPhase {
    return this.#active?.phase === 'ready'
      ? { kind: 'running', startedAt: performance.now(), limitMs: cell.timeLimitMs }
      : { kind: 'booting', progress: null };
  }

  /** The runtime, booted; null when it cannot be had. A boot goes on when nobody waits for it. */
  async #ready(cell: RunnableCell, turn: Turn): Promise<Runtime | null> {
    const runtime = await this.#runtime().catch(() => 'unreachable' as const);
    this.#unreachable = runtime === 'unreachable';
    this.#active = runtime === 'unreachable' ? null : runtime;
    if (!runtime || runtime === 'unreachable') return null;
    const show = (): void => {
      if (runtime.phase === 'booting' && !turn.cancelled) {
        cell.showPhase({ kind: 'booting', progress: runtime.progress });
      }
    };
    runtime.addEventListener('progress', show);
    try {
      show();
      await Promise.race([runtime.boot(), turn.cancellation]);
    } finally {
      runtime.removeEventListener('progress', show);
    }
    return runtime.phase === 'unavailable' ? null : runtime;
  }

  async #execute(runtime: Runtime, cell: RunnableCell, code: string, turn: Turn): Promise<Ending> {
    const limitMs = cell.timeLimitMs;
    let startedAt = performance.now();
    let ended = false;
    const ask = async (prompt: string): Promise<string | null> => {
      const askedAt = performance.now();
      cell.showPhase({ kind: 'asking' });
      const answer = await cell.ask(prompt);
      // Waiting for the learner does not count, neither here nor in the runtime's limit.
      startedAt += performance.now() - askedAt;
      if (!ended && !turn.cancelled) cell.showPhase({ kind: 'running', startedAt, limitMs });
      return answer;
    };
    cell.showPhase({ kind: 'running', startedAt, limitMs });
    const outcome = await runtime.run({
      // The number, because Python names the cell in its messages: `File "cell 2", line 1`.
      cellId: String(cell.facts.number),
      code,
      timeLimitMs: limitMs,
      onOutput: (chunk) => cell.print(chunk),
      onOutputCut: () => cell.outputCut(),
      onInput: ask,
    });
    ended = true;
    switch (outcome.status) {
      case 'done': {
        cell.showPhase({ kind: 'done', elapsedMs: outcome.elapsedMs }, outcome.value);
        this.#change(session.ran(this.#state, cell.facts.id, code, 'ok'));
        return 'ok';
      }
      case 'error': {
        const expected = cell.expectedError !== null && isNamed(outcome.error.type, cell.expectedError);
        cell.showPhase({ kind: 'error', error: outcome.error, expected });
        this.#change(session.ran(this.#state, cell.facts.id, code, expected ? 'ok' : 'failed'));
        return expected ? 'ok' : 'failed';
      }
      case 'stopped': {
        // A lost session is reported by the runtime's `restart` event as well.
        cell.showPhase({ kind: 'stopped', outcome });
        this.#change(session.ran(this.#state, cell.facts.id, code, 'stopped'));
        return 'stopped';
      }
    }
  }

  #unavailable(): CellPhase {
    const missing = this.#unreachable ? 'download-failed' : 'runtime-missing';
    return { kind: 'unavailable', reason: this.#active?.unavailableReason ?? missing };
  }

  #change(state: session.SessionState): void {
    this.#state = state;
    for (const cell of this.#cells.values()) {
      cell.showStaleness(session.staleness(state, cell.facts.id));
    }
  }
}

/** `RuntimeError` names `RuntimeError` and `torch.RuntimeError`. */
function isNamed(type: string, name: string): boolean {
  return type === name || type.endsWith(`.${name}`);
}
