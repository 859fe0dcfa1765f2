/**
 * The script of the sandboxed frame: it keeps the bytes, owns the worker and relays messages.
 *
 * The frame has an opaque origin, so the worker it makes has one too: no cookies, no storage, no
 * way to this site's pages. It outlives its workers: one that is stopped by force is replaced from
 * the bytes and the compiled module that are here, without the network and without the page.
 */
import { inputChannelBytes, writeAnswer } from '../worker/input-channel';
import { maxReportsPerSecond, parseWorkerReport } from '../worker/protocol';
import { readStoredZip } from '../worker/stored-zip';
import type {
  CompiledLibrary,
  FileRole,
  FrameMessage,
  HostMessage,
  SharedMemory,
  WorkerCommand,
} from '../worker/protocol';

const sigint = 2;
/** Smaller libraries are compiled by the worker in less time than it takes to send them. */
const largeLibraryBytes = 1_000_000;

const page = window.parent;
const files = new Map<FileRole, ArrayBuffer>();
let module: Promise<WebAssembly.Module> | null = null;
let libraries: Promise<CompiledLibrary[]> = Promise.resolve([]);
let worker: Worker | null = null;
let shared: SharedMemory | null = null;
let session = 0;
let windowStart = 0;
let reportsInWindow = 0;

addEventListener('message', (event: MessageEvent<HostMessage>) => {
  if (event.source !== page) return;
  const message = event.data;
  switch (message.kind) {
    case 'file':
      if (message.role === 'wasm') module = WebAssembly.compile(message.bytes);
      else files.set(message.role, message.bytes);
      if (message.role === 'numpy') libraries = compileLibraries(message.bytes);
      break;
    case 'spawn':
      spawn(message).catch((problem: unknown) => {
        const report = { kind: 'fatal', reason: 'start', message: String(problem) } as const;
        send({ kind: 'report', session: message.session, report });
      });
      break;
    case 'run':
      // An interrupt that was meant for an earlier run must not hit this one.
      if (shared) Atomics.store(new Uint8Array(shared.interrupt), 0, 0);
      command(message);
      break;
    case 'interrupt':
      if (shared) Atomics.store(new Uint8Array(shared.interrupt), 0, sigint);
      else command(message);
      break;
    case 'answer':
      if (shared) writeAnswer(shared.input, message.text);
      else command(message);
      break;
    case 'kill':
      kill();
      break;
    case 'ping':
      send({ kind: 'pong', tick: message.tick });
      break;
    default:
      message satisfies never;
  }
});

send({ kind: 'hello' });

async function spawn(message: HostMessage & { kind: 'spawn' }): Promise<void> {
  kill();
  session = message.session;
  const [compiled, compiledLibraries] = await Promise.all([module, libraries]);
  const [stdlib, numpy, engine, loader, glue] = (
    ['stdlib', 'numpy', 'engine', 'loader', 'glue'] as const
  ).map((role) => files.get(role));
  if (!compiled || !stdlib || !numpy || !engine || !loader || !glue) {
    throw new Error('a file of the runtime is missing');
  }
  // A newer `spawn` came while this one waited for the compiler.
  if (session !== message.session) return;

  shared = sharedMemory();
  const script = new Blob([loader, '\n', glue, '\n', message.workerScript], {
    type: 'text/javascript',
  });
  const url = URL.createObjectURL(script);
  const started = new Worker(url);
  worker = started;
  started.onmessage = (event) => relay(started, message.session, event.data);
  started.onerror = (event) => {
    event.preventDefault();
    lose(started, message.session, 'crash', event.message || 'the worker failed');
  };
  started.onmessageerror = () => lose(started, message.session, 'crash', 'unreadable message');
  command({
    kind: 'start',
    module: compiled,
    libraries: compiledLibraries,
    files: { stdlib, numpy, engine },
    shared,
    jspi: 'Suspending' in WebAssembly,
    memoryLimitBytes: message.memoryLimitBytes,
  });
}

/** Compiles NumPy's large libraries beside Python itself, and once for all workers. */
async function compileLibraries(numpy: ArrayBuffer): Promise<CompiledLibrary[]> {
  const large = readStoredZip(numpy).filter(
    ({ name, bytes }) => name.endsWith('.so') && bytes.length >= largeLibraryBytes,
  );
  return Promise.all(
    large.map(async ({ bytes }) => ({
      length: bytes.length,
      module: await WebAssembly.compile(bytes),
    })),
  );
}

/** Passes a report on; drops what is none, and ends a worker that floods the page. */
function relay(from: Worker, itsSession: number, data: unknown): void {
  if (from !== worker) return;
  const now = performance.now();
  if (now - windowStart > 1000) {
    windowStart = now;
    reportsInWindow = 0;
  }
  reportsInWindow += 1;
  if (reportsInWindow > maxReportsPerSecond) {
    lose(from, itsSession, 'flood', 'too many messages');
    return;
  }
  const report = parseWorkerReport(data);
  if (report) send({ kind: 'report', session: itsSession, report });
}

function lose(
  from: Worker,
  itsSession: number,
  reason: 'crash' | 'flood',
  message: string,
): void {
  if (from !== worker) return;
  kill();
  send({ kind: 'worker-lost', session: itsSession, reason, message });
}

function kill(): void {
  worker?.terminate();
  worker = null;
  shared = null;
}

function command(message: WorkerCommand): void {
  worker?.postMessage(message);
}

function send(message: FrameMessage): void {
  // The page's origin is unknown in here; what is sent holds nothing that others may not see.
  page.postMessage(message, '*');
}

function sharedMemory(): SharedMemory | null {
  if (!window.crossOriginIsolated) return null;
  return {
    interrupt: new SharedArrayBuffer(4),
    input: new SharedArrayBuffer(inputChannelBytes),
  };
}
