/** Numbers, durations and times of day as a reader of `language` writes them. */

/** A duration in words short enough for a run bar: `4 ms`, `1.2 s`, `38 s`. */
export function duration(milliseconds: number, language: string): string {
  if (milliseconds < 999.5) return `${Math.max(0, Math.round(milliseconds))}\u00a0ms`;
  const seconds = milliseconds / 1000;
  return `${decimal(seconds, language, seconds < 9.95 ? 1 : 0)}\u00a0s`;
}

/** A number with at most `digits` decimals. */
export function decimal(value: number, language: string, digits: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/** Megabytes (10^6 bytes) with one decimal, always shown, so that a counter does not jump. */
export function megabytes(bytes: number, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1e6);
}

/** The time of day, `14:02`. `at` is in milliseconds since 1970. */
export function timeOfDay(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** A day, `1 December`. */
export function day(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(at);
}

/** Whether two moments lie on the same day here. */
export function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
