/**
 * What went wrong: in the reader's language first, then in Python's own words, since those are what
 * one searches for.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { CellError } from '../runtime/runtime';
import type { Texts } from '../texts';

export function errorCard(texts: Texts, error: CellError, expected: boolean): TemplateResult {
  const key = error.explanationKey;
  const explained = key !== null && texts.has(key);
  const title = key !== null && texts.has(`${key}.title`) ? `${key}.title` : null;
  const summary = error.message ? `${error.type}: ${error.message}` : error.type;
  return html`<div class=${expected ? 'trace expected' : 'trace'} data-part="error">
    ${expected ? html`<p class="meant">${texts.get('cell.expected-note', { type: error.type })}</p>` : nothing}
    ${title ? html`<h3>${texts.rich(title, error.explanationParams)}</h3>` : nothing}
    ${explained && key !== null ? html`<p>${texts.rich(key, error.explanationParams)}</p>` : nothing}
    <pre class="message">${summary}${error.notes.map((note) => `\n${note}`)}</pre>
    ${error.traceback.trim() === ''
      ? nothing
      : html`<details>
          <summary>${texts.get('cell.traceback')}</summary>
          <pre tabindex="0" role="region" aria-label=${texts.get('cell.traceback')}>${error.traceback.trimEnd()}</pre>
        </details>`}
  </div>`;
}
