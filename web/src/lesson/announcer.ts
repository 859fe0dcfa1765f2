/** How soon a change of a cell is read aloud, in milliseconds. */
export function announceAfterMs(moving: boolean): number {
  // A short wait, so that "running" is not read before "done in 4 ms".
  return moving ? 2_000 : 150;
}
