/** The icons of the sprite in `partials/icons.html`, for Lit templates. */
import { html, type TemplateResult } from 'lit';

export type IconName =
  | 'auto'
  | 'back'
  | 'check'
  | 'cross'
  | 'half'
  | 'moon'
  | 'note'
  | 'open'
  | 'run'
  | 'stop'
  | 'sun'
  | 'tick'
  | 'warn';

/** A picture beside words, so it is hidden from screen readers. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="ic" aria-hidden="true"><use href="#i-${name}" /></svg>`;
}
