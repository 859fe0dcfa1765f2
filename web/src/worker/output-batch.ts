/**
 * Collects what the learner's code writes into few messages that still arrive in time.
 *
 * A busy worker has no timers, so text that is held back can only leave at the next write, at the
 * next look for an interrupt, or at the end. Hence the first few writes of a window go at once: a
 * lone `print` before a long computation is seen. Only a storm of writes is collected.
 */

/** A screen refresh: more often would not be seen. */
const windowMs = 16;
const immediateWrites = 8;
/** A batch this long leaves whatever the time is. */
const fullLength = 65_536;

export type OutputStream = 'stdout' | 'stderr';

export class OutputBatch {
  #send: (stream: OutputStream, text: string) => void;
  #now: () => number;
  #stream: OutputStream = 'stdout';
  #held: string[] = [];
  #heldLength = 0;
  #windowStart = -Infinity;
  #writesInWindow = 0;

  constructor(send: (stream: OutputStream, text: string) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  /** Takes text in; may send it, with what was held before it. */
  write(stream: OutputStream, text: string): void {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#held.push(text);
    this.#heldLength += text.length;
    if (this.#heldLength >= fullLength || this.#allowsWrite()) this.flush();
  }

  /** Sends held text if its window is over; cheap enough to be called often. */
  flushIfDue(): void {
    if (this.#held.length > 0 && this.#now() - this.#windowStart >= windowMs) {
      this.#windowStart = this.#now();
      this.#writesInWindow = 0;
      this.flush();
    }
  }

  /** Sends all held text. */
  flush(): void {
    if (this.#held.length === 0) return;
    const text = this.#held.join('');
    this.#held = [];
    this.#heldLength = 0;
    this.#send(this.#stream, text);
  }

  #allowsWrite(): boolean {
    const now = this.#now();
    if (now - this.#windowStart >= windowMs) {
      this.#windowStart = now;
      this.#writesInWindow = 0;
    }
    this.#writesInWindow += 1;
    return this.#writesInWindow <= immediateWrites;
  }
}
