/**
 * Which section is being read, and which are read: from where they stand on the screen.
 *
 * A section is read when its end has been on the screen for a moment; jumping over it to the bottom
 * of the page does not count. Pure: the page measures, this decides.
 */

/** A section as it stands; pixels from the top of the window. */
export interface SectionPlace {
  id: string;
  top: number;
  bottom: number;
}

/** How far down the window one usually reads: what starts above this line is being read. */
const readingLine = 0.4;

/** The section being read; null above the first. `sections` in document order. */
export function currentSection(sections: readonly SectionPlace[], windowHeight: number): string | null {
  let current: string | null = null;
  for (const section of sections) {
    if (section.top <= windowHeight * readingLine) current = section.id;
  }
  // At the very end of a page the last section may be too short to reach the line.
  const last = sections.at(-1);
  if (last && last.bottom <= windowHeight * 0.75 && last.bottom > 0) return last.id;
  return current;
}

/** The sections whose end is on the screen. */
export function endsInView(sections: readonly SectionPlace[], windowHeight: number): string[] {
  return sections
    .filter((section) => section.bottom > 0 && section.bottom <= windowHeight)
    .map((section) => section.id);
}

/** The sections that are done: read, with every quick check in them answered right. */
export function doneSections(
  order: readonly string[],
  read: ReadonlySet<string>,
  openChecks: ReadonlyMap<string, number>,
): string[] {
  return order.filter((id) => read.has(id) && (openChecks.get(id) ?? 0) === 0);
}
