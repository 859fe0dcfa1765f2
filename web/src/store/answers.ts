/** The learner's answers to the quick checks of one lesson. */
import type { Answer } from '../lesson/judge';
import type { KeyValueStore } from './key-value';

/** The last answer that was checked. */
export interface SavedAnswer {
  answer: Answer;
  right: boolean;
  /** How often it was checked, this time included. */
  tries: number;
  /** Milliseconds since 1970. */
  at: number;
}

export class AnswerStore {
  readonly #store: Promise<KeyValueStore>;
  readonly #lesson: string;

  constructor(store: Promise<KeyValueStore>, lesson: string) {
    this.#store = store;
    this.#lesson = lesson;
  }

  async read(checkId: string): Promise<SavedAnswer | null> {
    try {
      const value = await (await this.#store).get(this.#key(checkId));
      return isSavedAnswer(value) ? value : null;
    } catch {
      return null;
    }
  }

  /** False when the browser did not keep it. */
  async write(checkId: string, answer: SavedAnswer): Promise<boolean> {
    try {
      const store = await this.#store;
      await store.set(this.#key(checkId), answer);
      return store.durable;
    } catch {
      return false;
    }
  }

  #key(checkId: string): string {
    return `${this.#lesson}/${checkId}`;
  }
}

function isSavedAnswer(value: unknown): value is SavedAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const saved = value as Partial<Record<keyof SavedAnswer, unknown>>;
  return (
    typeof saved.answer === 'object' &&
    saved.answer !== null &&
    'kind' in saved.answer &&
    typeof saved.right === 'boolean' &&
    typeof saved.tries === 'number'
  );
}
