/**
 * The messages between page, frame and worker, and the proof that a message is one.
 *
 *     page  --HostMessage-->  frame  --WorkerCommand-->  worker (the learner's code)
 *     page  <--FrameMessage--  frame  <--WorkerReport---  worker
 *
 * Learner code can post whatever it likes from the worker, so everything that comes up is
 * `unknown` until `parseWorkerReport` or `parseFrameMessage` has looked at each field. A forged
 * report can claim results that never were: nothing that counts may be believed here.
 */
import type { CellError } from '../runtime/runtime';

/** What each file of the runtime is for; the keys of the manifest. */
export const fileRoles = ['wasm', 'glue', 'loader', 'stdlib', 'numpy', 'engine'] as const;
export type FileRole = (typeof fileRoles)[number];

/** Memory that frame and worker share when the page is cross-origin isolated. */
export interface SharedMemory {
  /** One byte: 2 (SIGINT) asks for an interrupt, 0 is none. */
  interrupt: SharedArrayBuffer;
  /** An answer to `input()`: three 32-bit words (see `input-channel.ts`), then UTF-8. */
  input: SharedArrayBuffer;
}

/** A library of NumPy that the frame has compiled, known by the length of its file. */
export interface CompiledLibrary {
  length: number;
  module: WebAssembly.Module;
}

export type HostMessage =
  | { kind: 'file'; role: FileRole; bytes: ArrayBuffer }
  | { kind: 'spawn'; session: number; workerScript: string; memoryLimitBytes: number }
  | { kind: 'run'; run: number; cellId: string; code: string }
  | { kind: 'interrupt' }
  | { kind: 'answer'; ask: number; text: string | null }
  | { kind: 'kill' }
  | { kind: 'ping'; tick: number };

export type WorkerCommand =
  | {
      kind: 'start';
      module: WebAssembly.Module;
      libraries: readonly CompiledLibrary[];
      files: Readonly<Record<'stdlib' | 'numpy' | 'engine', ArrayBuffer>>;
      shared: SharedMemory | null;
      /** Whether WebAssembly can wait for a promise. */
      jspi: boolean;
      memoryLimitBytes: number;
    }
  | { kind: 'run'; run: number; cellId: string; code: string }
  // The two below travel as messages only where there is no shared memory.
  | { kind: 'interrupt' }
  | { kind: 'answer'; ask: number; text: string | null };

export type WorkerReport =
  | { kind: 'started'; isolated: boolean; jspi: boolean; input: boolean; tookMs: number }
  | { kind: 'output'; run: number; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'cut'; run: number }
  | { kind: 'ask'; run: number; ask: number; prompt: string }
  | { kind: 'done'; run: number; elapsedMs: number; value: string | null }
  | { kind: 'error'; run: number; elapsedMs: number; interrupted: boolean; error: CellError }
  | { kind: 'fatal'; reason: FatalReason; message: string };

/** What ended Python: `depth` is a stack that was full, `start` a start that failed. */
export type FatalReason = 'memory' | 'depth' | 'crash' | 'start';

export type FrameMessage =
  | { kind: 'hello' }
  | { kind: 'report'; session: number; report: WorkerReport }
  | { kind: 'worker-lost'; session: number; reason: 'crash' | 'flood'; message: string }
  | { kind: 'pong'; tick: number };

/** Longest text that a report may carry in one field, in UTF-16 units. */
export const maxTextLength = 2_000_000;
/** Longest answer to `input()`; its UTF-8 fits the shared memory. */
export const maxAnswerLength = 16_384;
/** More reports than this in one second end the worker. */
export const maxReportsPerSecond = 2_000;
/** What a cell may show: the rest is dropped and the learner is told. */
export const outputLimit = { characters: 1_000_000, lines: 10_000 } as const;

/** The message of the frame that `data` is, or null when it is none. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  switch (data.kind) {
    case 'hello':
      return { kind: 'hello' };
    case 'pong':
      return isCount(data.tick) ? { kind: 'pong', tick: data.tick } : null;
    case 'worker-lost':
      return isCount(data.session) &&
        (data.reason === 'crash' || data.reason === 'flood') &&
        isText(data.message)
        ? {
            kind: 'worker-lost',
            session: data.session,
            reason: data.reason,
            message: data.message,
          }
        : null;
    case 'report': {
      const report = parseWorkerReport(data.report);
      return report && isCount(data.session)
        ? { kind: 'report', session: data.session, report }
        : null;
    }
    default:
      return null;
  }
}

/** The report of a worker that `data` is, or null when it is none. Unknown fields are dropped. */
export function parseWorkerReport(data: unknown): WorkerReport | null {
  if (!isRecord(data)) return null;
  switch (data.kind) {
    case 'started': {
      const { isolated, jspi, input, tookMs } = data;
      return isFlag(isolated) && isFlag(jspi) && isFlag(input) && isDuration(tookMs)
        ? { kind: 'started', isolated, jspi, input, tookMs }
        : null;
    }
    case 'output': {
      const { run, stream, text } = data;
      return isCount(run) && (stream === 'stdout' || stream === 'stderr') && isText(text)
        ? { kind: 'output', run, stream, text }
        : null;
    }
    case 'cut':
      return isCount(data.run) ? { kind: 'cut', run: data.run } : null;
    case 'ask': {
      const { run, ask, prompt } = data;
      return isCount(run) && isCount(ask) && isText(prompt)
        ? { kind: 'ask', run, ask, prompt }
        : null;
    }
    case 'done': {
      const { run, elapsedMs, value } = data;
      return isCount(run) && isDuration(elapsedMs) && (value === null || isText(value))
        ? { kind: 'done', run, elapsedMs, value }
        : null;
    }
    case 'error': {
      const { run, elapsedMs, interrupted } = data;
      const error = parseCellError(data.error);
      return isCount(run) && isDuration(elapsedMs) && isFlag(interrupted) && error
        ? { kind: 'error', run, elapsedMs, interrupted, error }
        : null;
    }
    case 'fatal': {
      const { reason, message } = data;
      return isFatalReason(reason) && isText(message)
        ? { kind: 'fatal', reason, message }
        : null;
    }
    default:
      return null;
  }
}

/** Why Python ended, from the browser's own words about it. */
export function fatalReason(message: string): FatalReason {
  if (/call stack|too much recursion|stack overflow/i.test(message)) return 'depth';
  // Not `memory access out of bounds`, which is a crash.
  if (/out of memory|memory limit|enlarge memory|allocation failed/i.test(message)) return 'memory';
  return 'crash';
}

/** The error that `data` describes, or null when a field is missing or of another kind. */
export function parseCellError(data: unknown): CellError | null {
  if (!isRecord(data)) return null;
  const { type, message, line, column, traceback, explanationKey } = data;
  const params = parseParams(data.explanationParams);
  const notes = parseTexts(data.notes);
  if (
    !isText(type) ||
    !isText(message) ||
    !(line === null || isCount(line)) ||
    !(column === null || isCount(column)) ||
    !isText(traceback) ||
    !(explanationKey === null || isKey(explanationKey)) ||
    !params ||
    !notes
  ) {
    return null;
  }
  return {
    type,
    message,
    line,
    column,
    traceback,
    explanationKey,
    explanationParams: params,
    notes,
  };
}

function parseParams(data: unknown): Record<string, string> | null {
  if (!isRecord(data)) return null;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    if (!/^[a-z]{1,20}$/i.test(name) || !isText(value)) return null;
    params[name] = value;
  }
  return params;
}

function parseTexts(data: unknown): string[] | null {
  if (!Array.isArray(data) || data.length > 100) return null;
  const texts: string[] = [];
  for (const text of data) {
    if (!isText(text)) return null;
    texts.push(text);
  }
  return texts;
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function isFlag(data: unknown): data is boolean {
  return typeof data === 'boolean';
}

function isCount(data: unknown): data is number {
  return typeof data === 'number' && Number.isSafeInteger(data) && data >= 0;
}

function isDuration(data: unknown): data is number {
  return typeof data === 'number' && Number.isFinite(data) && data >= 0;
}

function isText(data: unknown): data is string {
  return typeof data === 'string' && data.length <= maxTextLength;
}

function isFatalReason(data: unknown): data is FatalReason {
  return data === 'memory' || data === 'depth' || data === 'crash' || data === 'start';
}

/** A key of the page's texts; never anything that could be more than a key. */
function isKey(data: unknown): data is string {
  return typeof data === 'string' && /^error\.[a-zA-Z0-9]{1,40}$/.test(data);
}
