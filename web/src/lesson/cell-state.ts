/**
 * What a cell's run bar says: from what happened to a state name, an icon and words.
 *
 * The words are keys with values, so that this page can be tested without a language.
 */
import { duration, megabytes } from '../format';
import type { IconName } from '../icons';
import type { BootProgress, CellError, RunOutcome, UnavailableReason } from '../runtime/runtime';
import type { TextValues } from '../texts';
import type { RerunReason, StaleReason } from './session';

/** What a cell is doing, or how its last run ended. Times are of `performance.now()`. */
export type CellPhase =
  | { kind: 'idle' }
  /**
   * Its turn has not come: cell `cell` runs. `why` says what sends that one first when this one builds
   * on it; null when it runs by itself.
   */
  | { kind: 'waiting'; cell: number; why: RerunReason | null }
  | { kind: 'booting'; progress: BootProgress | null }
  | { kind: 'running'; startedAt: number; limitMs: number }
  /** Python stands still at `input()`, and the time limit with it. */
  | { kind: 'asking' }
  | { kind: 'stopping' }
  | { kind: 'done'; elapsedMs: number }
  | { kind: 'error'; error: CellError; expected: boolean }
  | { kind: 'stopped'; outcome: Extract<RunOutcome, { status: 'stopped' }> }
  /** An earlier cell it builds on did not end well. */
  | { kind: 'blocked'; cell: number; stopped: boolean }
  | { kind: 'unavailable'; reason: UnavailableReason };

/** The names of `data-state`, for styles and tests. */
export type StateName =
  | 'idle'
  | 'booting'
  | 'running'
  | 'done'
  | 'error'
  | 'stale'
  | 'stopped'
  | 'unavailable';

export interface Words {
  key: string;
  values?: TextValues;
}

export interface StateLine {
  name: StateName;
  icon: IconName | 'spinner' | null;
  words: Words;
}

/** True while the button says Stop. */
export function isBusy(phase: CellPhase): boolean {
  return ['waiting', 'booting', 'running', 'asking', 'stopping'].includes(phase.kind);
}

/**
 * What the run bar says. `now` is of `performance.now()`, to count the seconds of a run.
 */
export function stateLine(
  phase: CellPhase,
  stale: StaleReason | null,
  now: number,
  language: string,
): StateLine {
  if (stale && isOutdated(phase, stale)) {
    return { name: 'stale', icon: 'half', words: staleWords(stale) };
  }
  switch (phase.kind) {
    case 'idle':
      return { name: 'idle', icon: null, words: { key: 'cell.idle' } };
    case 'waiting': {
      const key = phase.why ? `cell.waiting-earlier.${phase.why}` : 'cell.waiting';
      return { name: 'running', icon: 'spinner', words: { key, values: { n: phase.cell } } };
    }
    case 'booting':
      return { name: 'booting', icon: 'spinner', words: bootWords(phase.progress, language) };
    case 'running': {
      const elapsed = Math.floor((now - phase.startedAt) / 1000);
      const values = { elapsed: Math.max(0, elapsed), limit: Math.round(phase.limitMs / 1000) };
      return { name: 'running', icon: 'spinner', words: { key: 'cell.running', values } };
    }
    case 'asking':
      return { name: 'running', icon: 'note', words: { key: 'cell.asking' } };
    case 'stopping':
      return { name: 'running', icon: 'spinner', words: { key: 'cell.stopping' } };
    case 'done': {
      const values = { time: duration(phase.elapsedMs, language) };
      return { name: 'done', icon: 'check', words: { key: 'cell.done', values } };
    }
    case 'error':
      return {
        name: 'error',
        icon: phase.expected ? 'check' : 'cross',
        words: errorWords(phase.error, phase.expected),
      };
    case 'stopped':
      return { name: 'stopped', icon: 'stop', words: stoppedWords(phase.outcome, language) };
    case 'blocked': {
      const key = phase.stopped ? 'cell.blocked-stopped' : 'cell.blocked';
      return { name: 'stopped', icon: 'open', words: { key, values: { n: phase.cell } } };
    }
    case 'unavailable':
      return {
        name: 'unavailable',
        icon: 'warn',
        words: { key: `runtime.unavailable.${phase.reason}` },
      };
  }
}

/** Whether the phase has a result that `stale` can speak about. */
export function isOutdated(phase: CellPhase, stale: StaleReason | null): boolean {
  if (stale === null) return false;
  if (phase.kind === 'done' || phase.kind === 'error') return true;
  // Stopping may itself have cost the session: then "stopped" says more than "restarted".
  return phase.kind === 'stopped' && stale.kind !== 'restart';
}

/**
 * Whether the output on the page came from code that has changed since. A cell that waits or did not
 * get its turn still shows the output of its last run; one that runs shows what it prints now.
 */
export function hasOldOutput(phase: CellPhase, stale: StaleReason | null): boolean {
  const untouched = ['waiting', 'blocked', 'unavailable'].includes(phase.kind);
  return (untouched && stale !== null) || isOutdated(phase, stale);
}

/** "Ran cells 1 to 3 first.": which earlier cells ran, as words; null for none. */
export function ranFirstWords(numbers: readonly number[]): Words | null {
  const first = numbers[0];
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return null;
  if (numbers.length === 1) return { key: 'cell.ran-first-one', values: { first } };
  if (numbers.length === 2) return { key: 'cell.ran-first-two', values: { first, last } };
  const gapless = last - first === numbers.length - 1;
  return gapless
    ? { key: 'cell.ran-first-range', values: { first, last } }
    : { key: 'cell.ran-first-list', values: { list: numbers.join(', ') } };
}

function staleWords(reason: StaleReason): Words {
  switch (reason.kind) {
    case 'edited':
      return { key: 'cell.stale-edited' };
    case 'earlier-edited':
      return { key: 'cell.stale-earlier-edited', values: { n: reason.cell } };
    case 'earlier-ran':
      return { key: 'cell.stale-earlier-ran', values: { n: reason.cell } };
    case 'restart':
      return { key: 'cell.stale-restart' };
  }
}

function bootWords(progress: BootProgress | null, language: string): Words {
  if (progress?.stage !== 'download') return { key: 'cell.starting' };
  const loaded = megabytes(progress.loadedBytes, language);
  if (progress.totalBytes <= 0) return { key: 'cell.booting-bytes', values: { loaded } };
  const total = megabytes(progress.totalBytes, language);
  return { key: 'cell.booting', values: { loaded, total } };
}

function errorWords(error: CellError, expected: boolean): Words {
  const key = expected ? 'cell.expected' : 'cell.error';
  const values = { type: error.type };
  if (error.line === null) return { key, values };
  return { key: `${key}-line`, values: { ...values, line: error.line } };
}

function stoppedWords(outcome: Extract<RunOutcome, { status: 'stopped' }>, language: string): Words {
  switch (outcome.by) {
    case 'learner':
      return {
        key: 'cell.stopped-learner',
        values: { time: duration(outcome.elapsedMs, language) },
      };
    case 'time-limit':
      return {
        key: 'cell.stopped-time',
        values: { limit: Math.round((outcome.limit ?? outcome.elapsedMs) / 1000) },
      };
    case 'memory':
      return outcome.limit === undefined
        ? { key: 'cell.stopped-memory-unknown' }
        : {
            key: 'cell.stopped-memory',
            values: { limit: Math.round(outcome.limit / 1e6) },
          };
    case 'depth':
      return { key: 'cell.stopped-depth' };
    case 'lost':
      return { key: 'cell.stopped-lost' };
  }
}
