/**
 * Where the page keeps what the learner wrote: IndexedDB, else localStorage, else memory.
 *
 * IndexedDB has room for code; localStorage still works where a browser closes IndexedDB (some
 * private windows do); memory lets the page work when nothing may be kept, and `durable` says so.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** JSON-like values under string keys. Writes may reject when the browser's quota is used up. */
export interface KeyValueStore {
  /** False when everything is gone once the page is closed. */
  readonly durable: boolean;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}

interface Schema extends DBSchema {
  entries: { key: string; value: unknown };
}

/** Opens the best store there is. Never rejects. `name` is the database or key prefix. */
export async function openKeyValueStore(name: string): Promise<KeyValueStore> {
  try {
    const database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('entries'),
    });
    return new IndexedStore(database);
  } catch {
    const storage = usableLocalStorage();
    return storage ? new LocalStore(storage, name) : new MemoryStore();
  }
}

/** localStorage if it can be written to; reading the property alone may already throw. */
export function usableLocalStorage(): Storage | null {
  try {
    const probe = 'gradschool:probe';
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}

class IndexedStore implements KeyValueStore {
  readonly durable = true;
  readonly #database: IDBPDatabase<Schema>;

  constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  get(key: string): Promise<unknown> {
    return this.#database.get('entries', key);
  }

  async set(key: string, value: unknown): Promise<void> {
    await this.#database.put('entries', value, key);
  }

  delete(key: string): Promise<void> {
    return this.#database.delete('entries', key);
  }
}

class LocalStore implements KeyValueStore {
  readonly durable = true;
  readonly #storage: Storage;
  readonly #prefix: string;

  constructor(storage: Storage, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  get(key: string): Promise<unknown> {
    const text = this.#storage.getItem(`${this.#prefix}:${key}`);
    try {
      return Promise.resolve(text === null ? undefined : (JSON.parse(text) as unknown));
    } catch {
      return Promise.resolve(undefined);
    }
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#storage.setItem(`${this.#prefix}:${key}`, JSON.stringify(value));
  }

  async delete(key: string): Promise<void> {
    this.#storage.removeItem(`${this.#prefix}:${key}`);
  }
}

/** Keeps nothing beyond the page; also what tests use. */
export class MemoryStore implements KeyValueStore {
  readonly durable: boolean = false;
  readonly #entries = new Map<string, unknown>();

  get(key: string): Promise<unknown> {
    return Promise.resolve(this.#entries.get(key));
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#entries.set(key, structuredClone(value));
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key);
  }
}
