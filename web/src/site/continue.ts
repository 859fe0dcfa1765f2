/**
 * `<gs-continue>` on the front page: puts "continue where you left off" before the buttons when this
 * device has read something.
 */
import { html, nothing, render } from 'lit';
import { lastVisited, lessonState, readProgress } from '../store/progress';

export class ContinueLink extends HTMLElement {
  connectedCallback(): void {
    const last = lastVisited(readProgress());
    if (!last) return;
    const [, lesson] = last;
    if (lessonState(lesson) === 'done') return;
    // Going on takes the place of starting.
    this.querySelector('.primary')?.remove();
    const holder = document.createElement('div');
    holder.className = 'continue';
    this.prepend(holder);
    const fragment = lesson.section ? `#${lesson.section}` : '';
    const here = document.documentElement.lang;
    render(
      html`<a class="btn primary big" href=${lesson.url + fragment}>${this.dataset['label'] ?? ''}</a>
        <span class="small" lang=${lesson.language === here ? nothing : lesson.language}
          >${lesson.title}</span
        >`,
      holder,
    );
  }
}
