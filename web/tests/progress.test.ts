import { describe, expect, test } from 'vitest';
import { currentSection, doneSections, endsInView } from '../src/lesson/section-progress';
import { lastVisited, lessonState, readProgress, writeLesson, type LessonProgress } from '../src/store/progress';

function memory(entries: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

function lesson(at: number, done: string[] = []): LessonProgress {
  return {
    title: 'A lesson',
    language: 'en',
    url: '/en/courses/c/l/',
    at,
    section: 'one',
    sectionTitle: 'One',
    doneSections: done,
    sectionCount: 2,
    code: null,
  };
}

describe('progress', () => {
  test('comes back as it was written, beside other lessons', () => {
    const storage = memory();
    writeLesson('c/one', lesson(1), storage);
    writeLesson('c/two', lesson(2), storage);
    expect(readProgress(storage)).toEqual({ 'c/one': lesson(1), 'c/two': lesson(2) });
  });

  test('is empty when what is kept makes no sense or nothing may be kept', () => {
    expect(readProgress(memory({ 'gradschool:progress': 'not json' }))).toEqual({});
    expect(readProgress(memory({ 'gradschool:progress': '{"c/one": {"title": 3}}' }))).toEqual({});
    expect(readProgress(null)).toEqual({});
  });

  test('finds the lesson visited last, in one course or in all', () => {
    const progress = { 'c/one': lesson(5), 'd/two': lesson(9), 'c/three': lesson(3) };
    expect(lastVisited(progress)?.[0]).toBe('d/two');
    expect(lastVisited(progress, 'c')?.[0]).toBe('c/one');
    expect(lastVisited({})).toBeNull();
  });

  test('a lesson is done when all its sections are', () => {
    expect(lessonState(undefined)).toBe('todo');
    expect(lessonState(lesson(1, ['one']))).toBe('started');
    expect(lessonState(lesson(1, ['one', 'two']))).toBe('done');
  });
});

describe('sections', () => {
  const places = [
    { id: 'one', top: -900, bottom: -100 },
    { id: 'two', top: -100, bottom: 500 },
    { id: 'three', top: 500, bottom: 1500 },
  ];

  test('the current one is the last that starts above the reading line', () => {
    expect(currentSection(places, 800)).toBe('two');
    expect(currentSection([{ id: 'one', top: 700, bottom: 900 }], 800)).toBeNull();
  });

  test('at the end of the page a short last section is the current one', () => {
    const end = [
      { id: 'one', top: -900, bottom: 350 },
      { id: 'two', top: 400, bottom: 500 },
    ];
    expect(currentSection(end, 800)).toBe('two');
  });

  test('a section that was jumped over does not count as read', () => {
    expect(endsInView(places, 800)).toEqual(['two']);
  });

  test('a section with an open question is not done', () => {
    const read = new Set(['one', 'two']);
    expect(doneSections(['one', 'two', 'three'], read, new Map([['two', 1]]))).toEqual(['one']);
  });
});
