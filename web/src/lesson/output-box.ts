/** The output of a cell: what it printed, folded when long, and the value of its last line. */
import { html, nothing, type TemplateResult } from 'lit';
import { ref, type Ref } from 'lit/directives/ref.js';
import { decimal } from '../format';
import type { Texts } from '../texts';
import type { OutputLog, OutputPiece } from './output';

export interface OutputBoxOptions {
  texts: Texts;
  cellNumber: number;
  output: OutputLog;
  /** More was printed than the runtime hands out. */
  cut: boolean;
  value: string | null;
  /** The code has changed since. */
  old: boolean;
  showAll: boolean;
  /** Set to the box that scrolls. */
  element: Ref<HTMLElement>;
  /** The cell ended without an error, so an empty output deserves a word. */
  silent: boolean;
  onShowAll(): void;
}

/** A page holds this many lines before the middle is folded away. */
const foldAfterLines = 200;

export function outputBox(options: OutputBoxOptions): TemplateResult | typeof nothing {
  const { texts, output, value } = options;
  if (output.empty && value === null) {
    return options.silent
      ? html`<div class="out-box quiet"><span class="out-label">${texts.get('cell.no-output')}</span></div>`
      : nothing;
  }
  const label = texts.get(options.old ? 'cell.output-earlier' : 'cell.output');
  return html`<div class=${options.old ? 'out-box old' : 'out-box'}>
    <span class="out-label">${label}</span>
    <div
      class="out"
      data-part="output"
      role="region"
      aria-label=${texts.get('cell.output-of', { n: options.cellNumber })}
      ${ref(options.element)}
    >${output.empty ? nothing : printed(options)}${value === null
        ? nothing
        : html`<span class="value" data-part="value" aria-label=${texts.get('cell.value')}>${value}</span>`}</div>
    ${options.cut ? html`<p class="out-note">${texts.get('cell.output-cut')}</p>` : nothing}
  </div>`;
}

function printed(options: OutputBoxOptions): TemplateResult {
  const { texts, output } = options;
  const { head, hidden, tail } = output.fold(options.showAll ? null : foldAfterLines);
  const fold =
    hidden === 0
      ? nothing
      : html`<span class="fold"
          ><button class="btn" type="button" @click=${options.onShowAll}>
            ${texts.get('cell.show-all', { n: decimal(output.lineCount, texts.language, 0) })}
          </button></span
        >`;
  return html`${head.map((piece) => pieceOf(piece, texts))}${fold}${tail.map((piece) => pieceOf(piece, texts))}`;
}

function pieceOf(piece: OutputPiece, texts: Texts): TemplateResult {
  return piece.stream === 'stderr'
    ? html`<span class="stderr" title=${texts.get('cell.stderr')}>${piece.text}</span>`
    : html`<span class="stdout">${piece.text}</span>`;
}
