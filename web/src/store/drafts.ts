/**
 * The learner's own code, cell by cell.
 *
 * A draft remembers a hash of the starter it was written against. When the lesson's code changes
 * later, the draft is still shown, and the cell says that there is something newer: neither hides
 * the other. A cell back at its starter has no draft.
 */
import type { KeyValueStore } from './key-value';

export interface Draft {
  code: string;
  starterHash: string;
  /** Language of the starter; the same cell may have other comments in another language. */
  language: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** A cell as the lesson has it. */
export interface Starter {
  code: string;
  language: string;
}

/** What to show in a cell. */
export interface Restored {
  code: string;
  /** Null when the cell shows the lesson's code. */
  savedAt: number | null;
  /** The lesson's code is not what the draft was written against. */
  starterChanged: boolean;
}

export type SaveResult =
  | { status: 'saved'; at: number }
  | { status: 'same-as-starter' }
  | { status: 'not-kept' }
  | { status: 'failed' };

/** Drafts of one lesson. `lesson` is `course-id/lesson-id`. */
export class DraftStore {
  readonly #store: Promise<KeyValueStore>;
  readonly #lesson: string;
  readonly #now: () => number;

  constructor(store: Promise<KeyValueStore>, lesson: string, now: () => number = Date.now) {
    this.#store = store;
    this.#lesson = lesson;
    this.#now = now;
  }

  async restore(cellId: string, starter: Starter): Promise<Restored> {
    const fresh: Restored = { code: starter.code, savedAt: null, starterChanged: false };
    try {
      const value = await (await this.#store).get(this.#key(cellId));
      if (!isDraft(value) || value.code === starter.code) return fresh;
      const starterChanged =
        value.language === starter.language && value.starterHash !== codeHash(starter.code);
      return { code: value.code, savedAt: value.savedAt, starterChanged };
    } catch {
      return fresh;
    }
  }

  /** Saves, or forgets the draft when the code is the starter's. Never rejects. */
  async save(cellId: string, code: string, starter: Starter): Promise<SaveResult> {
    try {
      const store = await this.#store;
      if (code === starter.code) {
        await store.delete(this.#key(cellId));
        return { status: 'same-as-starter' };
      }
      const draft: Draft = {
        code,
        starterHash: codeHash(starter.code),
        language: starter.language,
        savedAt: this.#now(),
      };
      await store.set(this.#key(cellId), draft);
      return store.durable ? { status: 'saved', at: draft.savedAt } : { status: 'not-kept' };
    } catch {
      return { status: 'failed' };
    }
  }

  #key(cellId: string): string {
    return `${this.#lesson}/${cellId}`;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Partial<Record<keyof Draft, unknown>>;
  return (
    typeof draft.code === 'string' &&
    typeof draft.starterHash === 'string' &&
    typeof draft.language === 'string' &&
    typeof draft.savedAt === 'number'
  );
}

/**
 * A 53-bit hash of a text, as hex: enough to notice a change, not a safeguard against anyone.
 * Line ends and spaces at line ends do not count. Two 32-bit multiplicative hashes (Murmur-like).
 */
export function codeHash(code: string): string {
  const text = code.replace(/[ \t]*\r?\n/g, '\n').trimEnd();
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
}
