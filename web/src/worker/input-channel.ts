/**
 * `input()` over shared memory: the worker sleeps until the frame has written an answer.
 *
 *     word 0   0 = nothing yet, 1 = a line, 2 = end of file
 *     word 1   length of the line in bytes
 *     word 2   unused; keeps what follows aligned to 4 bytes
 *     bytes 12...   the line, UTF-8
 */
import { maxAnswerLength } from './protocol';

const headerBytes = 12;
/** How long a wait lasts before the interrupt byte is looked at again. */
const sliceMs = 50;

/** Size of the shared memory: UTF-8 takes at most three bytes a UTF-16 unit. */
export const inputChannelBytes = headerBytes + 4 * Math.ceil((3 * maxAnswerLength) / 4);

/** Frame side: hands over an answer, null for end of file, and wakes the worker. */
export function writeAnswer(memory: SharedArrayBuffer, text: string | null): void {
  const words = new Int32Array(memory, 0, 3);
  if (text !== null) {
    // TextEncoder refuses to write into shared memory, so it writes beside it.
    const line = new TextEncoder().encode(text.slice(0, maxAnswerLength));
    new Uint8Array(memory, headerBytes).set(line);
    Atomics.store(words, 1, line.length);
  }
  Atomics.store(words, 0, text === null ? 2 : 1);
  Atomics.notify(words, 0);
}

/** Worker side: forget an earlier answer, before the question is asked. */
export function clearAnswer(memory: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(memory, 0, 3), 0, 0);
}

/**
 * Worker side: blocks until an answer is there or `interrupted` says true.
 *
 * Returns the line, null for end of file, undefined when interrupted.
 */
export function waitForAnswer(
  memory: SharedArrayBuffer,
  interrupted: () => boolean,
): string | null | undefined {
  const words = new Int32Array(memory, 0, 3);
  while (Atomics.load(words, 0) === 0) {
    if (interrupted()) return undefined;
    Atomics.wait(words, 0, 0, sliceMs);
  }
  if (Atomics.load(words, 0) === 2) return null;
  const length = Atomics.load(words, 1);
  return new TextDecoder().decode(new Uint8Array(memory, headerBytes, length).slice());
}
