/**
 * The page's side of the runtime: one Python session, its life, and the queue of runs.
 *
 *     idle -> booting -> ready <-> running -> stopping -> ready
 *                ^                    |           |
 *                +------ lost <-------+-----------+      (killed, crashed, flooded)
 *
 * Losing the session is an ordinary event. The frame keeps the bytes, so a new worker is up in
 * about a second; the page learns by `restart` that earlier cells must run again.
 */
import workerScript from '../worker/worker.ts?classic';
import { fatalReason, maxAnswerLength, outputLimit } from '../worker/protocol';
import type { FatalReason, FrameMessage, WorkerReport } from '../worker/protocol';
import { DownloadError, downloadAll } from './download';
import { FrameElement } from './frame-element';
import { OutputGate } from './output-gate';
import type {
  BootProgress,
  Capabilities,
  RunOutcome,
  RunRequest,
  Runtime,
  RuntimePhase,
  StopReason,
  UnavailableReason,
} from './runtime';

/** How long a program may take to answer an interrupt before its worker is ended. */
const interruptPatienceMs = 2_000;
/** A start that takes longer has failed; a slow phone under load needs half a minute. */
const startPatienceMs = 120_000;
const memoryLimitBytes = 1024 * 1024 * 1024;
const pingEveryMs = 2_000;
/** The frame answers at once even while Python computes, unless its process is gone. */
const missedPings = 5;
const maxPromptLength = 2_000;

/** A run that waits or is under way. */
interface Job {
  id: number;
  request: RunRequest;
  gate: OutputGate;
  began: number;
  resolve(outcome: RunOutcome): void;
}

interface ActiveRun extends Job {
  /** Why it is being stopped; null while nobody asked. */
  stopping: StopReason | null;
  /** Time left on the clock; it stands still while the learner answers `input()`. */
  leftMs: number;
  clockStarted: number;
  clock: ReturnType<typeof setTimeout> | null;
  patience: ReturnType<typeof setTimeout> | null;
}

export class RuntimeHost extends EventTarget implements Runtime {
  #manifestUrl: string;
  #phase: RuntimePhase = 'idle';
  #progress: BootProgress | null = null;
  #capabilities: Capabilities | null = null;
  #unavailableReason: UnavailableReason | null = null;

  #frame: FrameElement | null = null;
  #filesSent = false;
  #session = 0;
  /** Set while a boot runs. */
  #boot: Promise<void> | null = null;
  #onStarted: ((reason: UnavailableReason | null) => void) | null = null;
  /** A cell ran in this session, so losing it costs the learner something. */
  #hasState = false;

  #runs = 0;
  #active: ActiveRun | null = null;
  #waiting: Job[] = [];
  #heartbeat: ReturnType<typeof setInterval> | null = null;
  #unanswered = 0;

  constructor(manifestUrl: string) {
    super();
    this.#manifestUrl = manifestUrl;
  }

  get phase(): RuntimePhase {
    return this.#phase;
  }

  get progress(): BootProgress | null {
    return this.#progress;
  }

  get capabilities(): Capabilities | null {
    return this.#capabilities;
  }

  get unavailableReason(): UnavailableReason | null {
    return this.#unavailableReason;
  }

  boot(): Promise<void> {
    if (this.#boot) return this.#boot;
    const canBoot = this.#phase === 'idle' || this.#phase === 'lost';
    // What could not be fetched may be there the next time somebody asks.
    const canRetry = this.#phase === 'unavailable' && this.#unavailableReason !== 'no-webassembly';
    if (!canBoot && !canRetry) {
      if (this.#phase === 'unavailable') this.#dropWaiting('lost');
      return Promise.resolve();
    }
    this.#boot = this.#bootOnce().finally(() => {
      this.#boot = null;
      this.#startNext();
    });
    return this.#boot;
  }

  run(request: RunRequest): Promise<RunOutcome> {
    this.#runs += 1;
    const id = this.#runs;
    const gate = new OutputGate(
      outputLimit,
      (chunk) => request.onOutput(chunk),
      () => request.onOutputCut?.({ ...outputLimit }),
    );
    const outcome = new Promise<RunOutcome>((resolve) => {
      this.#waiting.push({ id, request, gate, began: performance.now(), resolve });
    });
    if (this.#phase === 'ready') this.#startNext();
    else if (!this.#active) void this.boot();
    request.onState?.(this.#phase);
    return outcome;
  }

  stop(): void {
    this.#dropWaiting('learner');
    if (this.#active) this.#stopActive('learner');
  }

  async resetSession(): Promise<void> {
    if (this.#phase === 'idle' || this.#phase === 'unavailable') return;
    this.#dropWaiting('learner');
    if (this.#active) this.#active.stopping ??= 'learner';
    if (this.#boot) await this.#boot;
    else this.#lose('learner');
    await this.boot();
  }

  // Boot

  async #bootOnce(): Promise<void> {
    this.#unavailableReason = null;
    this.#setPhase('booting');
    try {
      if (typeof WebAssembly !== 'object') throw new DownloadError('no-webassembly', 'missing');
      if (typeof Worker !== 'function') throw new DownloadError('no-worker', 'missing');
      if (!this.#frame || !this.#filesSent) await this.#fillFrame();
      this.#setProgress('start');
      const reason = await this.#spawn();
      if (reason) throw new DownloadError(reason, 'Python did not start');
      this.#setPhase('ready');
    } catch (problem) {
      const reason = problem instanceof DownloadError ? problem.reason : 'start-failed';
      console.error('The Python runtime is unavailable:', problem);
      this.#removeFrame();
      this.#unavailableReason = reason;
      this.#setPhase('unavailable');
      this.#dropWaiting('lost');
    }
  }

  /** Makes the frame and moves every file into it; Python's compiler starts meanwhile. */
  async #fillFrame(): Promise<void> {
    this.#removeFrame();
    let sayHello = () => {};
    const hello = new Promise<void>((resolve) => {
      sayHello = resolve;
    });
    const frame = new FrameElement((message) => {
      if (message.kind === 'hello') sayHello();
      else if (this.#frame === frame) this.#receive(message);
    });
    this.#frame = frame;
    const sending: Promise<void>[] = [];
    await downloadAll(
      this.#manifestUrl,
      (role, bytes) => {
        sending.push(hello.then(() => frame.send({ kind: 'file', role, bytes }, [bytes])));
      },
      (loadedBytes, totalBytes) => this.#setProgress('download', loadedBytes, totalBytes),
    );
    await this.#within(Promise.all(sending), startPatienceMs);
    this.#filesSent = true;
  }

  /** Starts a worker; resolves with null when Python is up, else with what went wrong. */
  async #spawn(): Promise<UnavailableReason | null> {
    this.#session += 1;
    this.#hasState = false;
    const started = new Promise<UnavailableReason | null>((resolve) => {
      this.#onStarted = resolve;
    });
    this.#frame?.send({
      kind: 'spawn',
      session: this.#session,
      workerScript,
      memoryLimitBytes,
    });
    try {
      return await this.#within(started, startPatienceMs);
    } finally {
      this.#onStarted = null;
    }
  }

  async #within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new DownloadError('start-failed', `no answer within ${limitMs} ms`));
      }, limitMs);
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #removeFrame(): void {
    this.#frame?.remove();
    this.#frame = null;
    this.#filesSent = false;
  }

  // Runs

  #startNext(): void {
    if (this.#phase !== 'ready' || this.#active) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#active = {
      ...job,
      began: performance.now(),
      stopping: null,
      leftMs: job.request.timeLimitMs,
      clockStarted: 0,
      clock: null,
      patience: null,
    };
    this.#hasState = true;
    this.#setPhase('running');
    this.#startClock(this.#active);
    this.#startHeartbeat();
    const { cellId, code } = job.request;
    this.#frame?.send({ kind: 'run', run: job.id, cellId, code });
  }

  #stopActive(reason: StopReason): void {
    const run = this.#active;
    if (!run || run.stopping) return;
    run.stopping = reason;
    this.#stopClock(run);
    this.#setPhase('stopping');
    if (this.#capabilities?.isolated || this.#capabilities?.jspi) {
      this.#frame?.send({ kind: 'interrupt' });
      run.patience = setTimeout(() => this.#lose(reason), interruptPatienceMs);
    } else {
      this.#lose(reason);
    }
  }

  #finish(outcome: RunOutcome): void {
    const run = this.#active;
    if (!run) return;
    this.#stopClock(run);
    if (run.patience) clearTimeout(run.patience);
    this.#active = null;
    this.#stopHeartbeat();
    run.gate.flush();
    run.resolve(outcome);
  }

  #dropWaiting(by: StopReason): void {
    for (const job of this.#waiting.splice(0)) {
      job.resolve({ status: 'stopped', by, elapsedMs: 0, sessionKept: by === 'learner' });
    }
  }

  /** Ends the worker and starts another; the session with its variables is gone. */
  #lose(by: StopReason): void {
    const run = this.#active;
    const hadState = this.#hasState;
    this.#frame?.send({ kind: 'kill' });
    this.#session += 1;
    this.#hasState = false;
    this.#setPhase('lost');
    if (run) {
      this.#finish({
        status: 'stopped',
        by,
        elapsedMs: performance.now() - run.began,
        sessionKept: false,
        ...limitOf(by, run.request.timeLimitMs),
      });
    }
    if (hadState) this.dispatchEvent(new Event('restart'));
    // A program that stops Python each time must not make the page start it for ever:
    // one new start for each loss, and the next only when somebody runs a cell.
    void this.boot();
  }

  // Messages

  #receive(message: FrameMessage): void {
    switch (message.kind) {
      case 'hello':
        break;
      case 'pong':
        this.#unanswered = 0;
        break;
      case 'worker-lost':
        if (message.session === this.#session) {
          this.#workerLost(fatalReason(message.message), message.message);
        }
        break;
      case 'report':
        if (message.session === this.#session) this.#receiveReport(message.report);
        break;
      default:
        message satisfies never;
    }
  }

  #receiveReport(report: WorkerReport): void {
    const run = this.#active;
    switch (report.kind) {
      case 'started':
        if (!this.#onStarted) break;
        this.#capabilities = {
          isolated: report.isolated,
          jspi: report.jspi,
          input: report.input,
        };
        this.#onStarted(null);
        break;
      case 'fatal':
        this.#workerLost(report.reason, report.message);
        break;
      case 'output':
        if (run?.id === report.run) run.gate.write({ stream: report.stream, text: report.text });
        break;
      case 'cut':
        if (run?.id === report.run) run.gate.cut();
        break;
      case 'ask':
        if (run?.id === report.run) void this.#ask(run, report.ask, report.prompt);
        break;
      case 'done':
        if (run?.id !== report.run) break;
        this.#finish({ status: 'done', elapsedMs: report.elapsedMs, value: report.value });
        this.#becomeReady();
        break;
      case 'error':
        if (run?.id !== report.run) break;
        this.#finish(
          report.interrupted && run.stopping
            ? {
                status: 'stopped',
                by: run.stopping,
                elapsedMs: report.elapsedMs,
                sessionKept: true,
                ...limitOf(run.stopping, run.request.timeLimitMs),
              }
            : { status: 'error', elapsedMs: report.elapsedMs, error: report.error },
        );
        this.#becomeReady();
        break;
      default:
        report satisfies never;
    }
  }

  #becomeReady(): void {
    this.#setPhase('ready');
    this.#startNext();
  }

  #workerLost(reason: FatalReason, message: string): void {
    console.error('The Python worker ended:', message);
    const by = reason === 'memory' || reason === 'depth' ? reason : 'lost';
    if (this.#onStarted) this.#onStarted('start-failed');
    else this.#lose(this.#active?.stopping ?? by);
  }

  async #ask(run: ActiveRun, ask: number, prompt: string): Promise<void> {
    this.#stopClock(run);
    run.gate.flush();
    const answer = await run.request.onInput(prompt.slice(0, maxPromptLength)).catch(() => null);
    if (this.#active !== run || run.stopping) return;
    this.#startClock(run);
    this.#frame?.send({ kind: 'answer', ask, text: answer?.slice(0, maxAnswerLength) ?? null });
  }

  // Clocks

  #startClock(run: ActiveRun): void {
    run.clockStarted = performance.now();
    run.clock = setTimeout(() => this.#stopActive('time-limit'), run.leftMs);
  }

  #stopClock(run: ActiveRun): void {
    if (run.clock === null) return;
    clearTimeout(run.clock);
    run.clock = null;
    run.leftMs = Math.max(0, run.leftMs - (performance.now() - run.clockStarted));
  }

  #startHeartbeat(): void {
    this.#unanswered = 0;
    let tick = 0;
    this.#heartbeat = setInterval(() => {
      if (this.#unanswered >= missedPings) {
        // The frame's process is gone, and the bytes with it.
        this.#removeFrame();
        this.#lose('lost');
        return;
      }
      this.#unanswered += 1;
      tick += 1;
      this.#frame?.send({ kind: 'ping', tick });
    }, pingEveryMs);
  }

  #stopHeartbeat(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }

  // State

  #setPhase(phase: RuntimePhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.dispatchEvent(new Event('phase'));
    this.#active?.request.onState?.(phase);
    for (const job of this.#waiting) job.request.onState?.(phase);
  }

  #setProgress(stage: BootProgress['stage'], loadedBytes?: number, totalBytes?: number): void {
    this.#progress = {
      stage,
      loadedBytes: loadedBytes ?? this.#progress?.totalBytes ?? 0,
      totalBytes: totalBytes ?? this.#progress?.totalBytes ?? 0,
    };
    this.dispatchEvent(new Event('progress'));
  }
}

function limitOf(by: StopReason, timeLimitMs: number): { limit?: number } {
  if (by === 'time-limit') return { limit: timeLimitMs };
  if (by === 'memory') return { limit: memoryLimitBytes };
  return {};
}
