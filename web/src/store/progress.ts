/**
 * How far the learner has read, in localStorage: small, and there before the first paint.
 *
 * A lesson is done when each of its sections is; a section is done when its end was on the screen
 * and each of its quick checks has been answered right.
 */
import { usableLocalStorage } from './key-value';

export interface LessonProgress {
  title: string;
  /** Language of `title` and `sectionTitle`. */
  language: string;
  url: string;
  /** Milliseconds since 1970 of the last visit. */
  at: number;
  section: string | null;
  sectionTitle: string;
  doneSections: readonly string[];
  sectionCount: number;
  /** The lines around the last run, to recognise the place by. */
  code: CodePlace | null;
}

export interface CodePlace {
  cellId: string;
  cellNumber: number;
  firstLine: number;
  lines: readonly string[];
}

export type LessonState = 'todo' | 'started' | 'done';

/** All lessons by `course-id/lesson-id`. */
export type Progress = Readonly<Record<string, LessonProgress>>;

const KEY = 'gradschool:progress';

/** What this device knows; empty when it knows nothing or storage is closed. */
export function readProgress(storage: Storage | null = usableLocalStorage()): Progress {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return isRecord(value) ? keepValid(value) : {};
  } catch {
    return {};
  }
}

/** Writes one lesson; reads the others again first, since another tab may have written them. */
export function writeLesson(
  key: string,
  lesson: LessonProgress,
  storage: Storage | null = usableLocalStorage(),
): void {
  try {
    storage?.setItem(KEY, JSON.stringify({ ...readProgress(storage), [key]: lesson }));
  } catch {
    // A full quota must not disturb reading; the page goes on without remembering.
  }
}

export function lessonState(lesson: LessonProgress | undefined): LessonState {
  if (!lesson) return 'todo';
  return lesson.sectionCount > 0 && lesson.doneSections.length >= lesson.sectionCount
    ? 'done'
    : 'started';
}

/** The lesson visited last, of one course or of all; finished ones count too. */
export function lastVisited(progress: Progress, course?: string): [string, LessonProgress] | null {
  let last: [string, LessonProgress] | null = null;
  for (const entry of Object.entries(progress)) {
    if (course !== undefined && !entry[0].startsWith(`${course}/`)) continue;
    if (last === null || entry[1].at > last[1].at) last = entry;
  }
  return last;
}

function keepValid(value: Record<string, unknown>): Progress {
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, LessonProgress] => isLesson(entry[1])),
  );
}

function isLesson(value: unknown): value is LessonProgress {
  return (
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    typeof value['url'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['sectionCount'] === 'number' &&
    Array.isArray(value['doneSections'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
