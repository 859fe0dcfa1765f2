/**
 * `<gs-course>`: what this device knows about a course, written into the server's list of lessons:
 * the state of each, the one to go on with, and the way back to the line where the reader stopped.
 */
import { html, render } from 'lit';
import { day, sameDay, timeOfDay } from '../format';
import { highlightLine } from '../highlight-line';
import { lastVisited, lessonState, readProgress, type LessonProgress, type Progress } from '../store/progress';
import { richText } from '../texts';

const iconOf = { todo: 'open', started: 'half', done: 'check' } as const;

export class CoursePage extends HTMLElement {
  connectedCallback(): void {
    const course = this.dataset['course'] ?? '';
    const progress = readProgress();
    const last = lastVisited(progress, course);
    const current = last && lessonState(last[1]) !== 'done' ? last[0] : null;
    let done = 0;
    for (const row of this.querySelectorAll<HTMLElement>('li[data-lesson]')) {
      const key = `${course}/${row.dataset['lesson'] ?? ''}`;
      const lesson = progress[key];
      if (this.#showRow(row, lesson, key === current) === 'done') done += 1;
    }
    for (const segment of this.querySelectorAll<HTMLElement>('[data-part=track] [data-lesson]')) {
      const key = `${course}/${segment.dataset['lesson'] ?? ''}`;
      segment.dataset['progress'] = lessonState(progress[key]);
    }
    this.#showOverall(done);
    if (last) this.#showResume(last[1], current !== null, progress);
  }

  #showRow(row: HTMLElement, lesson: LessonProgress | undefined, current: boolean): string {
    const state = lessonState(lesson);
    const words = { todo: 'stateTodo', started: 'stateStarted', done: 'stateDone' } as const;
    row.querySelector('use')?.setAttribute('href', `#i-${iconOf[state]}`);
    const label = row.querySelector('[data-part=state]');
    if (label) label.textContent = `${this.dataset[words[state]] ?? ''} `;
    row.classList.toggle('now', current);
    if (current) row.setAttribute('aria-current', 'true');
    return state;
  }

  #showOverall(done: number): void {
    const line = this.querySelector<HTMLElement>('[data-part=overall]');
    if (!line) return;
    const text = (line.dataset['text'] ?? '').replace('{done}', String(done));
    render(html`<span>${richText(text)}</span>`, line);
    const track = this.querySelector('[data-part=track]');
    track?.setAttribute('aria-label', `${track.getAttribute('aria-label') ?? ''}: ${text.replaceAll('*', '')}`);
  }

  #showResume(lesson: LessonProgress, unfinished: boolean, progress: Progress): void {
    const card = this.querySelector<HTMLElement>('[data-part=resume]');
    if (!card) return;
    const part = (name: string): HTMLElement | null => card.querySelector(`[data-part=${name}]`);
    const label = (name: string, values: Record<string, string> = {}): string =>
      Object.entries(values).reduce(
        (text, [key, value]) => text.replace(`{${key}}`, value),
        card.dataset[name] ?? '',
      );
    const rows = [...this.querySelectorAll<HTMLElement>('li[data-lesson]')];
    const states = rows.map((row) =>
      lessonState(progress[`${this.dataset['course'] ?? ''}/${row.dataset['lesson'] ?? ''}`]),
    );
    if (!unfinished) {
      // The lesson read last is finished: go on with the first that is not, if there is one.
      const next = rows[states.findIndex((state) => state !== 'done')];
      this.#showNext(next ?? null, part, label);
      return;
    }
    const language = document.documentElement.lang;
    const when = sameDay(lesson.at, Date.now())
      ? label('labelToday', { time: timeOfDay(lesson.at, language) })
      : label('labelEarlier', { date: day(lesson.at, language) });
    const link = part('resume-link');
    link?.setAttribute('href', lesson.section ? `${lesson.url}#${lesson.section}` : lesson.url);
    if (link) link.textContent = label('labelButton');
    setText(part('resume-label'), label('labelWhen', { when }));
    const title = part('resume-title');
    setText(title, lesson.title);
    if (lesson.language !== language) title?.setAttribute('lang', lesson.language);
    else title?.removeAttribute('lang');
    setText(
      part('resume-text'),
      lesson.sectionTitle ? label('labelSection', { section: lesson.sectionTitle }) : '',
    );
    const code = part('resume-code');
    if (code && lesson.code) render(codeTemplate(lesson.code), code);
  }

  #showNext(
    next: HTMLElement | null,
    part: (name: string) => HTMLElement | null,
    label: (name: string, values?: Record<string, string>) => string,
  ): void {
    const row = next ?? this.querySelector<HTMLElement>('li[data-lesson]');
    const source = row?.querySelector('a');
    if (!row || !source) return;
    const link = part('resume-link');
    link?.setAttribute('href', source.href);
    setText(part('resume-title'), source.textContent);
    setText(part('resume-text'), row.querySelector('.minutes')?.textContent ?? '');
    if (next) {
      setText(part('resume-label'), label('labelResume'));
      setText(link, label('labelButton'));
    } else {
      setText(part('resume-label'), label('labelAgain'));
      setText(link, label('labelAgainButton', { n: row.dataset['number'] ?? '1' }));
    }
  }
}

function codeTemplate(place: NonNullable<LessonProgress['code']>): unknown {
  return html`<div class="code" aria-hidden="true">
    ${place.lines.map(
      (line, index) =>
        html`<span class="ln" data-line=${place.firstLine + index}
          ><span
            >${highlightLine(line).map((word) =>
              word.mark ? html`<span class=${word.mark}>${word.text}</span>` : word.text,
            )}</span
          ></span
        >`,
    )}
  </div>`;
}

function setText(element: HTMLElement | null | undefined, text: string | null): void {
  if (element) element.textContent = text;
}
