/**
 * The Python runtime of a page, as the rest of the page sees it.
 *
 * One `Runtime` runs the cells of one lesson, in one Python session, in a
 * sandboxed frame that cannot reach this page, its storage or its server. The
 * frame, the worker and the messages between them are private to this folder
 * and to `worker/`; a page imports this file and nothing else of them.
 */
import { RuntimeHost } from './host';

/**
 * What the runtime is doing.
 *
 * `idle`: nothing fetched. `booting`: fetching or starting. `ready`: waits for
 * code. `running`: a cell runs. `stopping`: a stop was asked for and not yet
 * answered. `lost`: the session is gone and a new one is not up yet; a run or
 * `boot` brings one. `unavailable`: this browser or page cannot run it.
 */
export type RuntimePhase =
  | 'idle'
  | 'booting'
  | 'ready'
  | 'running'
  | 'stopping'
  | 'lost'
  | 'unavailable';

/** How far a boot is; bytes are those that travel, that is, compressed. */
export interface BootProgress {
  loadedBytes: number;
  totalBytes: number;
  stage: 'download' | 'start';
}

/** An error that the code in a cell raised. */
export interface CellError {
  /** Class name, as Python prints it: `RuntimeError`. */
  type: string;
  message: string;
  /** Line in the cell, from 1; null when no line of the cell took part. */
  line: number | null;
  /** Column in that line, from 1, in characters; null when not known. */
  column: number | null;
  /** As Python prints it, limited to frames of the learner's cells. */
  traceback: string;
  /** Key of a plain-words explanation in the page's texts: `error.nameError`. */
  explanationKey: string | null;
  /** Values for the placeholders of that text. */
  explanationParams: Readonly<Record<string, string>>;
  /** What the engine adds to the message of PyTorch (PEP 678 notes). */
  notes: readonly string[];
}

/** `depth`: calls or brackets were nested deeper than the browser's stack. */
export type StopReason = 'learner' | 'time-limit' | 'memory' | 'depth' | 'lost';

export type RunOutcome =
  | { status: 'done'; elapsedMs: number; value: string | null }
  | { status: 'error'; elapsedMs: number; error: CellError }
  | {
      status: 'stopped';
      by: StopReason;
      elapsedMs: number;
      /** False when the Python session went with it: earlier cells must rerun. */
      sessionKept: boolean;
      /** The limit that was hit: milliseconds or bytes. */
      limit?: number;
    };

export interface OutputChunk {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** One run of one cell. */
export interface RunRequest {
  /** Names the cell in Python's messages: `File "cell 2", line 1` for `2`. */
  cellId: string;
  code: string;
  timeLimitMs: number;
  /** Called at most about sixty times a second, in the order of writing. */
  onOutput(chunk: OutputChunk): void;
  /**
   * Called once when the cell wrote more than a page should hold. What was
   * shown stays, later output is dropped, the cell runs on.
   */
  onOutputCut?(limit: { characters: number; lines: number }): void;
  /** `input(prompt)`; null means end of file (Python raises `EOFError`). */
  onInput(prompt: string): Promise<string | null>;
  onState?(phase: RuntimePhase): void;
}

/** What this page and browser allow. */
export interface Capabilities {
  /** Cross-origin isolated: stopping keeps the session. */
  isolated: boolean;
  /** WebAssembly can wait for a promise. */
  jspi: boolean;
  /** `input()` works. */
  input: boolean;
}

/** Why the phase is `unavailable`; each has a text `runtime.unavailable.<reason>`. */
export type UnavailableReason =
  | 'no-webassembly'
  | 'no-worker'
  | 'runtime-missing'
  | 'download-failed'
  | 'start-failed';

/**
 * A Python session that a page can run cells in.
 *
 * Events, all plain `Event`s to be read from the properties: `phase`,
 * `progress`, and `restart` when a session with state was lost, so that cells
 * that ran before are stale.
 */
export interface Runtime extends EventTarget {
  readonly phase: RuntimePhase;
  /** Progress of the boot that runs or ran last; null before the first. */
  readonly progress: BootProgress | null;
  /** Null until the first boot ended. */
  readonly capabilities: Capabilities | null;
  /** Set exactly when the phase is `unavailable`. */
  readonly unavailableReason: UnavailableReason | null;
  /**
   * Fetches and starts Python; returns the same promise while it does.
   * Resolves as well when the runtime turns out to be unavailable.
   */
  boot(): Promise<void>;
  /** Runs a cell; boots first when needed, waits for a run that is under way. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** Stops the running cell, if there is one; runs that wait are dropped too. */
  stop(): void;
  /** Gives the lesson a fresh Python session. */
  resetSession(): Promise<void>;
}

/**
 * A runtime that takes its files from where `manifestUrl` says. Nothing is fetched before `boot`
 * or `run`: call `boot` at the first sign that the learner will want it.
 */
export function createRuntime(manifestUrl: string): Runtime {
  return new RuntimeHost(manifestUrl);
}
