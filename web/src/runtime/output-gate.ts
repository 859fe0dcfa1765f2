/**
 * The last gate before the page: output comes in bundles, in order, and ends at a limit.
 *
 * The worker keeps the same limit, but a program can go round the worker's own code. The page's
 * memory must not depend on that.
 */
import type { OutputChunk } from './runtime';

export interface OutputLimit {
  characters: number;
  lines: number;
}

/** Chunks that belong to one stream and follow each other become one. */
export function joinChunks(chunks: readonly OutputChunk[]): OutputChunk[] {
  const joined: OutputChunk[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    if (last?.stream === chunk.stream) last.text += chunk.text;
    else joined.push({ ...chunk });
  }
  return joined;
}

/** The longest beginning of `text` that keeps both limits. */
export function cutText(text: string, left: OutputLimit): string {
  let end = Math.min(text.length, left.characters);
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines >= left.lines) {
      end = at + 1;
      break;
    }
  }
  return text.slice(0, end);
}

/** Holds output of one run and passes it on at most once a screen refresh. */
export class OutputGate {
  #left: OutputLimit;
  #show: (chunk: OutputChunk) => void;
  #onCut: () => void;
  #held: OutputChunk[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isCut = false;

  constructor(limit: OutputLimit, show: (chunk: OutputChunk) => void, onCut: () => void) {
    this.#left = { ...limit };
    this.#show = show;
    this.#onCut = onCut;
  }

  /** Takes output of the run; what is over the limit is dropped. */
  write(chunk: OutputChunk): void {
    if (this.#isCut) return;
    const text = cutText(chunk.text, this.#left);
    this.#left.characters -= text.length;
    this.#left.lines -= text.split('\n').length - 1;
    if (text) this.#held.push({ stream: chunk.stream, text });
    this.#timer ??= setTimeout(() => this.flush(), 16);
    if (text.length < chunk.text.length) this.cut();
  }

  /** The worker says that it dropped output, or this gate does. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.flush();
    this.#onCut();
  }

  /** Shows everything that is held. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const chunks = joinChunks(this.#held);
    this.#held = [];
    for (const chunk of chunks) this.#show(chunk);
  }
}
