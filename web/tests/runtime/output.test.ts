import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputGate, cutText, joinChunks } from '../../src/runtime/output-gate';
import type { OutputChunk } from '../../src/runtime/runtime';
import { OutputBatch } from '../../src/worker/output-batch';

const stdout = (text: string): OutputChunk => ({ stream: 'stdout', text });
const stderr = (text: string): OutputChunk => ({ stream: 'stderr', text });

describe('cutText', () => {
  it.each([
    ['abc', { characters: 5, lines: 5 }, 'abc'],
    ['abcdef', { characters: 3, lines: 5 }, 'abc'],
    ['a\nb\nc\n', { characters: 99, lines: 2 }, 'a\nb\n'],
    ['a\nb\nc', { characters: 3, lines: 2 }, 'a\nb'],
    ['abc', { characters: 0, lines: 5 }, ''],
  ])('keeps of %j with %j the text %j', (text, left, kept) => {
    expect(cutText(text, left)).toBe(kept);
  });
});

describe('joinChunks', () => {
  it('joins neighbours of one stream and keeps the order', () => {
    const chunks = [stdout('a'), stdout('b'), stderr('c'), stdout('d')];
    expect(joinChunks(chunks)).toEqual([stdout('ab'), stderr('c'), stdout('d')]);
  });

  it('leaves its argument alone', () => {
    const chunks = [stdout('a'), stdout('b')];
    joinChunks(chunks);
    expect(chunks).toEqual([stdout('a'), stdout('b')]);
  });
});

describe('OutputGate', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function gate(characters = 100, lines = 10) {
    const shown: OutputChunk[] = [];
    const onCut = vi.fn();
    const made = new OutputGate({ characters, lines }, (chunk) => shown.push(chunk), onCut);
    return { gate: made, shown, onCut };
  }

  it('shows what came within a refresh at once', () => {
    const { gate: output, shown } = gate();
    output.write(stdout('a'));
    output.write(stdout('b'));
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(shown).toEqual([stdout('ab')]);
  });

  it('drops what is over the limit and says so once', () => {
    const { gate: output, shown, onCut } = gate(4);
    for (let times = 0; times < 5; times += 1) output.write(stdout('abc'));
    expect(shown).toEqual([stdout('abca')]);
    expect(onCut).toHaveBeenCalledTimes(1);
  });

  it('counts lines over all writes', () => {
    const { gate: output, shown, onCut } = gate(100, 2);
    output.write(stdout('a\n'));
    output.write(stdout('b\nc\n'));
    expect(shown).toEqual([stdout('a\nb\n')]);
    expect(onCut).toHaveBeenCalledTimes(1);
  });

  it('passes the cut of the worker on', () => {
    const { gate: output, onCut, shown } = gate();
    output.write(stdout('a'));
    output.cut();
    output.cut();
    expect(shown).toEqual([stdout('a')]);
    expect(onCut).toHaveBeenCalledTimes(1);
  });

  it('shows the rest when it is flushed, and nothing twice', () => {
    const { gate: output, shown } = gate();
    output.write(stdout('a'));
    output.flush();
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([stdout('a')]);
  });
});

describe('OutputBatch', () => {
  function batch() {
    const sent: string[] = [];
    const clock = { now: 0 };
    const made = new OutputBatch(
      (stream, text) => sent.push(`${stream}:${text}`),
      () => clock.now,
    );
    return { batch: made, sent, clock };
  }

  it('sends a lone write at once', () => {
    const { batch: output, sent } = batch();
    output.write('stdout', 'a');
    expect(sent).toEqual(['stdout:a']);
  });

  it('collects a storm of writes', () => {
    const { batch: output, sent } = batch();
    for (let times = 0; times < 1000; times += 1) output.write('stdout', 'a');
    expect(sent.length).toBeLessThan(10);
    output.flush();
    expect(sent.join('').replaceAll('stdout:', '')).toBe('a'.repeat(1000));
  });

  it('sends held text when its window is over, and not before', () => {
    const { batch: output, sent, clock } = batch();
    for (let times = 0; times < 20; times += 1) output.write('stdout', 'a');
    const before = sent.length;
    output.flushIfDue();
    expect(sent.length).toBe(before);
    clock.now = 17;
    output.flushIfDue();
    expect(sent.length).toBe(before + 1);
  });

  it('keeps the order of the two streams', () => {
    const { batch: output, sent } = batch();
    for (let times = 0; times < 20; times += 1) output.write('stdout', 'a');
    output.write('stderr', 'b');
    output.flush();
    expect(sent.at(-1)).toBe('stderr:b');
    expect(sent.at(-2)?.startsWith('stdout:')).toBe(true);
  });

  it('does not hold a large text', () => {
    const { batch: output, sent } = batch();
    for (let times = 0; times < 9; times += 1) output.write('stdout', '');
    output.write('stdout', 'a'.repeat(70_000));
    expect(sent.at(-1)?.length).toBeGreaterThan(70_000);
  });
});
