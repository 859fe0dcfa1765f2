/**
 * The worker that runs Python: the learner's code lives here and nowhere else.
 *
 * It is a classic script, because a module worker from a blob does not start in a frame of opaque
 * origin. The frame puts Pyodide's two scripts before this one in the same blob, so nothing is
 * imported and the page's policy needs no `blob:` for scripts. Every other file comes in with the
 * `start` command; the network is closed to this worker.
 */
import type { PyodideInterface } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import { fatalReason, parseCellError } from './protocol';
import type { CompiledLibrary, SharedMemory, WorkerCommand, WorkerReport } from './protocol';
import { clearAnswer, waitForAnswer } from './input-channel';
import { OutputBatch } from './output-batch';
import { readStoredZip } from './stored-zip';

/** What Pyodide's scripts and the browser put into a worker's global scope. */
interface WorkerScope {
  loadPyodide(options: Record<string, unknown>): Promise<PyodideInterface>;
  fetch(resource: unknown): Promise<Response>;
  onmessage: ((event: MessageEvent<WorkerCommand>) => void) | null;
  postMessage(message: WorkerReport): void;
  crossOriginIsolated?: boolean;
}

// The page's types describe a window; this is the one place that says what a worker has instead.
const scope = globalThis as unknown as WorkerScope;
// Kept, so that learner code that overwrites the global one hurts only itself.
const post = scope.postMessage.bind(scope);

const indexUrl = 'https://runtime.invalid/';
const sitePackages = '/lib/python3.12/site-packages';
const enginePack = '/lib/gradschool.zip';
const pageBytes = 65_536;
const sigint = 2;
/** Without shared memory, Python looks for messages this often while it computes. */
const yieldEveryMs = 50;

/** What `gradschool.browser.worker.start` gets: the worker as Python sees it. */
class Bridge {
  /** How Python waits: `shared` sleeps, `promise` suspends, `none` cannot wait. */
  readonly waiting: 'shared' | 'promise' | 'none';
  readonly memory_limit: number;
  run = 0;
  #shared: SharedMemory | null;
  #interrupt: Uint8Array;
  #batch: OutputBatch;
  #asked = 0;
  #answer: ((text: string | null | undefined) => void) | null = null;
  #wake: (() => void) | null = null;
  #lastYield = 0;

  constructor(shared: SharedMemory | null, jspi: boolean, memoryLimitBytes: number) {
    this.waiting = shared ? 'shared' : jspi ? 'promise' : 'none';
    this.memory_limit = memoryLimitBytes;
    this.#shared = shared;
    this.#interrupt = shared ? new Uint8Array(shared.interrupt) : new Uint8Array(1);
    this.#batch = new OutputBatch(
      (stream, text) => post({ kind: 'output', run: this.run, stream, text }),
      () => performance.now(),
    );
  }

  /**
   * What Pyodide reads as its interrupt buffer, every fifty turns of Python's loop. A look is also
   * the only moment at which a busy worker can send text that it holds back.
   */
  interruptBuffer(): Uint8Array {
    const bridge = this;
    const look = {
      get 0(): number {
        bridge.#batch.flushIfDue();
        return bridge.#takeInterrupt() ? sigint : 0;
      },
      // Pyodide writes 0 after each look. Between the two the frame may have written; so the byte
      // is taken in one step above, and this does nothing.
      set 0(_value: number) {},
    };
    // Pyodide only ever touches index 0.
    return look as unknown as Uint8Array;
  }

  write(stream: string, text: string): void {
    this.#batch.write(stream === 'stderr' ? 'stderr' : 'stdout', text);
  }

  flush(): void {
    this.#batch.flush();
  }

  cut(): void {
    this.#batch.flush();
    post({ kind: 'cut', run: this.run });
  }

  /** `input()` over shared memory; see `answerText`. */
  ask(prompt: string): string {
    if (!this.#shared) throw new Error('ask() needs shared memory');
    this.#batch.flush();
    clearAnswer(this.#shared.input);
    this.#asked += 1;
    post({ kind: 'ask', run: this.run, ask: this.#asked, prompt });
    return answerText(waitForAnswer(this.#shared.input, () => this.#takeInterrupt()));
  }

  /** `input()` where WebAssembly can wait for a promise. */
  ask_promise(prompt: string): Promise<string> {
    this.#batch.flush();
    this.#asked += 1;
    post({ kind: 'ask', run: this.run, ask: this.#asked, prompt });
    return new Promise((resolve) => {
      this.#answer = (text) => resolve(answerText(text));
    });
  }

  /** Sleeps; true when an interrupt came meanwhile. */
  pause(milliseconds: number): boolean {
    this.#batch.flush();
    if (!this.#shared) throw new Error('pause() needs shared memory');
    const words = new Int32Array(this.#shared.input, 0, 3);
    const end = performance.now() + milliseconds;
    for (;;) {
      if (this.#takeInterrupt()) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      // Word 2 never changes: this is a sleep in slices.
      Atomics.wait(words, 2, 0, Math.min(left, 20));
    }
  }

  /** Sleeps where WebAssembly can wait for a promise; true when interrupted. */
  pause_promise(milliseconds: number): Promise<boolean> {
    this.#batch.flush();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        this.#lastYield = performance.now();
        resolve(this.#takeInterrupt());
      };
    });
  }

  /** Whether a busy program should let messages in; only where they are the way to stop. */
  should_yield(): boolean {
    return this.waiting === 'promise' && performance.now() - this.#lastYield >= yieldEveryMs;
  }

  /** A command that came as a message while Python waits for a promise. */
  receive(command: { kind: 'interrupt' } | { kind: 'answer'; ask: number; text: string | null }): void {
    if (command.kind === 'interrupt') {
      this.#interrupt[0] = sigint;
      if (this.#answer && this.#takeInterrupt()) this.#resolveAnswer(undefined);
      else this.#wake?.();
    } else if (command.ask === this.#asked) {
      this.#resolveAnswer(command.text);
    }
  }

  #resolveAnswer(text: string | null | undefined): void {
    const resolve = this.#answer;
    this.#answer = null;
    resolve?.(text);
  }

  #takeInterrupt(): boolean {
    return Atomics.exchange(this.#interrupt, 0, 0) === sigint;
  }
}

/** An answer as one string, which crosses to Python without a proxy. */
function answerText(text: string | null | undefined): string {
  if (text === undefined) return 'interrupted';
  return text === null ? 'end' : `line:${text}`;
}

let bridge: Bridge | null = null;
let runCell: (PyProxy & PyCallable) | null = null;

scope.onmessage = (event) => {
  const command = event.data;
  switch (command.kind) {
    case 'start':
      start(command).catch((problem: unknown) => {
        post({ kind: 'fatal', reason: 'start', message: String(problem) });
      });
      break;
    case 'run':
      void run(command.run, command.cellId, command.code);
      break;
    case 'interrupt':
    case 'answer':
      bridge?.receive(command);
      break;
    default:
      command satisfies never;
  }
};

async function start(command: WorkerCommand & { kind: 'start' }): Promise<void> {
  const began = performance.now();
  limitMemory(command.memoryLimitBytes);
  serveFiles(command.module, command.files.stdlib);
  useCompiled(command.libraries);
  const pyodide = await scope.loadPyodide({ indexURL: indexUrl, stdin: () => null });
  pyodide.FS.writeFile(enginePack, new Uint8Array(command.files.engine), { canOwn: true });
  unpack(pyodide, command.files.numpy, sitePackages);

  const { shared, jspi } = command;
  bridge = new Bridge(shared, jspi, command.memoryLimitBytes);
  pyodide.setInterruptBuffer(bridge.interruptBuffer());
  pyodide.runPython(`import sys; sys.path.append(${JSON.stringify(enginePack)})`);
  runCell = pyodide.pyimport('gradschool.browser.worker').start(bridge);
  post({
    kind: 'started',
    isolated: shared !== null,
    jspi,
    input: bridge.waiting !== 'none',
    tookMs: performance.now() - began,
  });
}

/** Puts the files of an archive into Python's file system; they stay views of the archive. */
function unpack(pyodide: PyodideInterface, archive: ArrayBuffer, folder: string): void {
  const made = new Set<string>();
  for (const { name, bytes } of readStoredZip(archive)) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (!made.has(parent)) pyodide.FS.mkdirTree(parent);
    made.add(parent);
    pyodide.FS.writeFile(path, bytes, { canOwn: true });
  }
}

async function run(id: number, cellId: string, code: string): Promise<void> {
  if (!bridge || !runCell) return;
  bridge.run = id;
  const began = performance.now();
  try {
    // Suspending costs a little at each call, so it is used only where nothing else can wait.
    const answer: unknown =
      bridge.waiting === 'promise'
        ? await runCell.callPromising(cellId, code)
        : runCell(cellId, code);
    bridge.flush();
    report(id, performance.now() - began, JSON.parse(String(answer)));
  } catch (problem) {
    // Python's errors come back as data. What lands here is Pyodide itself that broke.
    const message = String(problem);
    bridge.flush();
    post({ kind: 'fatal', reason: fatalReason(message), message: message.slice(0, 10_000) });
  }
}

/** Sends what `gradschool.browser.session` says about a run. */
function report(id: number, elapsedMs: number, outcome: Record<string, unknown>): void {
  if (outcome.error === null) {
    const value = typeof outcome.value === 'string' ? outcome.value : null;
    post({ kind: 'done', run: id, elapsedMs, value });
    return;
  }
  const error = parseCellError(outcome.error);
  if (!error) {
    post({ kind: 'fatal', reason: 'crash', message: 'an error without a description' });
    return;
  }
  const interrupted = outcome.interrupted === true;
  post({ kind: 'error', run: id, elapsedMs, interrupted, error });
}

/**
 * Lets the heap grow to the limit and no further. Python then raises `MemoryError`, which a program
 * can survive; without it the browser would end the whole worker, or the machine would swap.
 */
function limitMemory(limitBytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > limitBytes) {
      throw new RangeError('the memory limit of the lesson is reached');
    }
    return grow.call(this, pages);
  };
}

/**
 * Gives Python's loader of libraries the modules that the frame has compiled. The loader knows only
 * bytes; their length tells which library it is.
 */
function useCompiled(libraries: readonly CompiledLibrary[]): void {
  const byLength = new Map(libraries.map(({ length, module }) => [length, module]));
  WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(target, [bytes]: [BufferSource]) {
      return byLength.get(bytes.byteLength) ?? new target(bytes);
    },
  });
}

/** Answers Pyodide's three requests from what came with the start command. */
function serveFiles(module: WebAssembly.Module, stdlib: ArrayBuffer): void {
  const lock = {
    info: {
      abi_version: '2024_0',
      arch: 'wasm32',
      platform: 'emscripten_3_1_58',
      python: '3.12.7',
      version: '0.27.7',
    },
    packages: {},
  };
  scope.fetch = async (resource) => {
    const url = String(resource);
    if (url.endsWith('pyodide-lock.json')) return new Response(JSON.stringify(lock));
    if (url.endsWith('python_stdlib.zip')) return new Response(stdlib);
    // The frame has compiled it; see the next lines.
    if (url.endsWith('pyodide.asm.wasm')) return new Response();
    throw new TypeError('cells have no network');
  };
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
}
