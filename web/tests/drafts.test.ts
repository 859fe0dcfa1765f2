import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codeHash, DraftStore } from '../src/store/drafts';
import { MemoryStore, openKeyValueStore, type KeyValueStore } from '../src/store/key-value';

const starter = { code: 'w = 5.0\nprint(w)', language: 'en' };

function drafts(store: KeyValueStore, at = 1_000): DraftStore {
  return new DraftStore(Promise.resolve(store), 'course/lesson', () => at);
}

/** A store that lasts, in memory. */
class DurableStore extends MemoryStore {
  override readonly durable = true;
}

describe('DraftStore', () => {
  test('gives the starter when nothing was kept', async () => {
    expect(await drafts(new DurableStore()).restore('cell', starter)).toEqual({
      code: starter.code,
      savedAt: null,
      starterChanged: false,
    });
  });

  test('brings the code back that was saved', async () => {
    const store = new DurableStore();
    expect(await drafts(store).save('cell', 'w = 7', starter)).toEqual({ status: 'saved', at: 1_000 });
    expect(await drafts(store).restore('cell', starter)).toEqual({
      code: 'w = 7',
      savedAt: 1_000,
      starterChanged: false,
    });
  });

  test('keeps the drafts of two cells apart', async () => {
    const store = new DurableStore();
    await drafts(store).save('one', 'w = 7', starter);
    expect((await drafts(store).restore('two', starter)).code).toBe(starter.code);
  });

  test('forgets a draft that is the starter again', async () => {
    const store = new DurableStore();
    await drafts(store).save('cell', 'w = 7', starter);
    expect(await drafts(store).save('cell', starter.code, starter)).toEqual({ status: 'same-as-starter' });
    expect((await drafts(store).restore('cell', starter)).savedAt).toBeNull();
  });

  test('shows the draft and says so when the lesson has newer code', async () => {
    const store = new DurableStore();
    await drafts(store).save('cell', 'w = 7', starter);
    const newer = { code: 'w = 6.0\nprint(w)', language: 'en' };
    expect(await drafts(store).restore('cell', newer)).toMatchObject({ code: 'w = 7', starterChanged: true });
  });

  test('does not take a translation for newer code', async () => {
    const store = new DurableStore();
    await drafts(store).save('cell', 'w = 7', starter);
    const french = { code: 'w = 5.0  # le poids\nprint(w)', language: 'fr' };
    expect(await drafts(store).restore('cell', french)).toMatchObject({ code: 'w = 7', starterChanged: false });
  });

  test('says when the page may not keep anything', async () => {
    expect(await drafts(new MemoryStore()).save('cell', 'w = 7', starter)).toEqual({ status: 'not-kept' });
  });

  test('says when a write fails, and does not throw', async () => {
    const full = new DurableStore();
    vi.spyOn(full, 'set').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    expect(await drafts(full).save('cell', 'w = 7', starter)).toEqual({ status: 'failed' });
  });

  test('gives the starter when what was kept makes no sense', async () => {
    const store = new DurableStore();
    await store.set('course/lesson/cell', { code: 3 });
    expect((await drafts(store).restore('cell', starter)).code).toBe(starter.code);
  });
});

describe('codeHash', () => {
  test('differs when the code differs', () => {
    expect(codeHash('w = 5.0')).not.toBe(codeHash('w = 5.1'));
  });

  test('does not mind spaces at line ends', () => {
    expect(codeHash('a  \r\nb\n\n')).toBe(codeHash('a\nb'));
  });
});

describe('openKeyValueStore', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('keeps values in IndexedDB over two openings', async () => {
    await (await openKeyValueStore('test-one')).set('key', { a: 1 });
    const again = await openKeyValueStore('test-one');
    expect(again.durable).toBe(true);
    expect(await again.get('key')).toEqual({ a: 1 });
    await again.delete('key');
    expect(await again.get('key')).toBeUndefined();
  });

  test('falls back to localStorage when IndexedDB is closed', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('closed', 'SecurityError');
      },
    });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    const store = await openKeyValueStore('test-two');
    await store.set('key', [1, 2]);
    expect(store.durable).toBe(true);
    expect(await store.get('key')).toEqual([1, 2]);
    expect(kept.get('test-two:key')).toBe('[1,2]');
  });

  test('falls back to memory, and says so, when nothing may be kept', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('closed', 'SecurityError');
      },
    });
    vi.stubGlobal('localStorage', undefined);
    const store = await openKeyValueStore('test-three');
    await store.set('key', 1);
    expect(store.durable).toBe(false);
    expect(await store.get('key')).toBe(1);
  });
});
