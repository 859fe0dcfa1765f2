import { describe, expect, test } from 'vitest';
import type { CellPhase } from '../src/lesson/cell-state';
import { LessonRunner, type RunnableCell } from '../src/lesson/runner';
import type { CellFacts, StaleReason } from '../src/lesson/session';
import type { BootProgress, RunOutcome, RunRequest, Runtime, RuntimePhase, UnavailableReason } from '../src/runtime/runtime';

/** A cell without a page: it remembers what it was told. */
class FakeCell implements RunnableCell {
  readonly facts: CellFacts;
  readonly timeLimitMs = 1_000;
  expectedError: string | null = null;
  code: string;
  phases: CellPhase[] = [];
  ranFirst: readonly number[] = [];
  stale: StaleReason | null = null;
  printed = '';
  saves = 0;

  constructor(id: string, number: number, after: string[] = []) {
    this.facts = { id, number, after };
    this.code = id;
  }

  get phase(): CellPhase | undefined {
    return this.phases.at(-1);
  }

  save(): Promise<void> {
    this.saves += 1;
    return Promise.resolve();
  }

  beginRun(): void {
    this.printed = '';
  }

  showPhase(phase: CellPhase): void {
    this.phases.push(phase);
  }

  settle(): void {
    this.phases.push({ kind: 'idle' });
  }

  showRanFirst(numbers: readonly number[]): void {
    this.ranFirst = numbers;
  }

  showStaleness(reason: StaleReason | null): void {
    this.stale = reason;
  }

  print(chunk: { text: string }): void {
    this.printed += chunk.text;
  }

  outputCut(): void {}

  answer: (text: string) => void = () => {};

  ask(): Promise<string | null> {
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }
}

/** Python that ends when the test says so. */
class FakeRuntime extends EventTarget implements Runtime {
  phase: RuntimePhase = 'idle';
  progress: BootProgress | null = null;
  readonly capabilities = null;
  unavailableReason: UnavailableReason | null = null;
  readonly requests: RunRequest[] = [];
  /** By cell number. */
  outcomes = new Map<string, RunOutcome>();
  /** When set, each run asks this first. */
  asks: string | null = null;
  stops = 0;
  /** When set, boots and runs wait for it. */
  gate: Promise<void> = Promise.resolve();
  #stop: () => void = () => {};

  async boot(): Promise<void> {
    if (this.phase === 'ready') return;
    this.phase = 'booting';
    await this.gate;
    this.phase = this.unavailableReason ? 'unavailable' : 'ready';
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    this.requests.push(request);
    this.phase = 'running';
    request.onOutput({ stream: 'stdout', text: `${request.cellId}\n` });
    const stopped = new Promise<RunOutcome>((resolve) => {
      this.#stop = () => resolve({ status: 'stopped', by: 'learner', elapsedMs: 1, sessionKept: true });
    });
    const answered = this.asks === null ? this.gate : request.onInput(this.asks);
    const ended = answered.then((): RunOutcome => {
      return this.outcomes.get(request.cellId) ?? { status: 'done', elapsedMs: 1, value: null };
    });
    const outcome = await Promise.race([stopped, ended]);
    this.phase = 'ready';
    return outcome;
  }

  stop(): void {
    this.stops += 1;
    this.#stop();
  }

  resetSession(): Promise<void> {
    return Promise.resolve();
  }
}

const failure: RunOutcome = {
  status: 'error',
  elapsedMs: 1,
  error: {
    type: 'RuntimeError',
    message: 'no',
    line: 1,
    column: null,
    traceback: '',
    explanationKey: null,
    explanationParams: {},
    notes: [],
  },
};

function lesson(): { cells: [FakeCell, FakeCell, FakeCell]; runtime: FakeRuntime; runner: LessonRunner } {
  const cells: [FakeCell, FakeCell, FakeCell] = [
    new FakeCell('a', 1),
    new FakeCell('b', 2, ['a']),
    new FakeCell('c', 3, ['a', 'b']),
  ];
  const runtime = new FakeRuntime();
  return { cells, runtime, runner: new LessonRunner(cells, () => Promise.resolve(runtime)) };
}

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe('LessonRunner', () => {
  test('runs the earlier cells first and says which', async () => {
    const { cells, runtime, runner } = lesson();
    await runner.run('c');
    expect(runtime.requests.map((request) => request.cellId)).toEqual(['1', '2', '3']);
    expect(cells[2].ranFirst).toEqual([1, 2]);
    expect(cells.map((cell) => cell.phase?.kind)).toEqual(['done', 'done', 'done']);
  });

  test('saves each cell before it runs', async () => {
    const { cells, runner } = lesson();
    await runner.run('b');
    expect(cells.map((cell) => cell.saves)).toEqual([1, 1, 0]);
  });

  test('makes later outputs stale when an earlier cell is edited', async () => {
    const { cells, runner } = lesson();
    await runner.run('c');
    runner.edited('a', 'other');
    expect(cells[0].stale).toEqual({ kind: 'edited' });
    expect(cells[2].stale).toEqual({ kind: 'earlier-edited', cell: 1 });
  });

  test('does not run a cell after an earlier one failed', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.outcomes.set('1', failure);
    await runner.run('c');
    expect(runtime.requests).toHaveLength(1);
    expect(cells[2].phase).toEqual({ kind: 'blocked', cell: 1, stopped: false });
  });

  test('goes on after an error that the lesson means to happen', async () => {
    const { cells, runtime, runner } = lesson();
    cells[0].expectedError = 'RuntimeError';
    runtime.outcomes.set('1', failure);
    await runner.run('b');
    expect(cells[0].phase).toMatchObject({ kind: 'error', expected: true });
    expect(cells[1].phase?.kind).toBe('done');
  });

  test('makes a second press wait for its turn', async () => {
    const { cells, runtime, runner } = lesson();
    const hold = gate();
    runtime.gate = hold.promise;
    const first = runner.run('a');
    await settle();
    const second = runner.run('b');
    expect(cells[1].phase).toEqual({ kind: 'waiting', cell: 1, why: null });
    hold.open();
    await Promise.all([first, second]);
    expect(runtime.requests.map((request) => request.cellId)).toEqual(['1', '2']);
  });

  test('takes a waiting turn back without stopping Python', async () => {
    const { cells, runtime, runner } = lesson();
    const hold = gate();
    runtime.gate = hold.promise;
    const first = runner.run('a');
    await settle();
    const second = runner.run('b');
    runner.stop('b');
    hold.open();
    await Promise.all([first, second]);
    expect(runtime.stops).toBe(0);
    expect(runtime.requests.map((request) => request.cellId)).toEqual(['1']);
    expect(cells[1].phase).toEqual({ kind: 'idle' });
  });

  test('lets go of a boot that is stopped, and the boot goes on', async () => {
    const { cells, runtime, runner } = lesson();
    const hold = gate();
    runtime.gate = hold.promise;
    const run = runner.run('a');
    await settle();
    expect(cells[0].phase?.kind).toBe('booting');
    runner.stop('a');
    await run;
    expect(cells[0].phase).toEqual({ kind: 'idle' });
    expect(runtime.phase).toBe('booting');
    expect(runtime.requests).toHaveLength(0);
  });

  test('stops the earlier cell and with it the one that waits for it', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.phase = 'ready';
    const hold = gate();
    runtime.gate = hold.promise;
    const run = runner.run('b');
    await settle();
    expect(cells[1].phase).toEqual({ kind: 'waiting', cell: 1, why: 'not-run' });
    runner.stop('b');
    await run;
    expect(cells[0].phase?.kind).toBe('stopped');
    expect(cells[1].phase).toEqual({ kind: 'blocked', cell: 1, stopped: true });
  });

  test('runs everything again after the session was lost', async () => {
    const { cells, runtime, runner } = lesson();
    await runner.run('b');
    runner.sessionLost();
    expect(cells[0].stale).toEqual({ kind: 'restart' });
    await runner.run('b');
    expect(runtime.requests.map((request) => request.cellId)).toEqual(['1', '2', '1', '2']);
  });

  test('says why nothing can run when there is no Python', async () => {
    const cell = new FakeCell('a', 1);
    const runner = new LessonRunner([cell], () => Promise.resolve(null));
    await runner.run('a');
    expect(cell.phase).toEqual({ kind: 'unavailable', reason: 'runtime-missing' });
  });

  test('says that Python could not be fetched when its script cannot be loaded', async () => {
    const cell = new FakeCell('a', 1);
    const runner = new LessonRunner([cell], () => Promise.reject(new TypeError('offline')));
    await runner.run('a');
    expect(cell.phase).toEqual({ kind: 'unavailable', reason: 'download-failed' });
  });

  test('passes on the reason of the runtime, also to the cell that was pressed', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.unavailableReason = 'download-failed';
    await runner.run('b');
    expect(cells[1].phase).toEqual({ kind: 'unavailable', reason: 'download-failed' });
  });

  test('says at once which cell runs first and that it was stopped before', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.outcomes.set('1', { status: 'stopped', by: 'learner', elapsedMs: 1, sessionKept: true });
    await runner.run('a');
    const run = runner.run('b');
    expect(cells[1].phase).toEqual({ kind: 'waiting', cell: 1, why: 'stopped' });
    await run;
  });

  test('waits for an answer without counting, then runs on', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.asks = 'name? ';
    const run = runner.run('a');
    await settle();
    expect(cells[0].phase?.kind).toBe('asking');
    cells[0].answer('Ada');
    await run;
    expect(cells[0].phases.map((phase) => phase.kind).slice(-3)).toEqual(['asking', 'running', 'done']);
  });

  test('stays stopped when the question goes with the run', async () => {
    const { cells, runtime, runner } = lesson();
    runtime.asks = 'name? ';
    const run = runner.run('a');
    await settle();
    runner.stop('a');
    await run;
    cells[0].answer('');
    await settle();
    expect(cells[0].phase?.kind).toBe('stopped');
  });
});
