/** One line of the editor marked "look here": yellow ground, and `!` beside its number. */
import { StateEffect, StateField, RangeSet, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, lineNumberMarkers } from '@codemirror/view';

/** Marks a line, counted from 1; null takes the mark away. Any edit takes it away as well. */
export const markLine = StateEffect.define<number | null>();

class ExclamationMark extends GutterMarker {
  override elementClass = 'cm-marked';
  readonly #line: number;

  constructor(line: number) {
    super();
    this.#line = line;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof ExclamationMark && other.#line === this.#line;
  }

  override toDOM(): Node {
    return document.createTextNode(`! ${this.#line}`);
  }
}

const marked = StateField.define<number | null>({
  create: () => null,
  update(line, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(markLine)) return effect.value;
    }
    return transaction.docChanged ? null : line;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (line) => (view) => {
      const start = startOf(view.state, line);
      return start === null
        ? Decoration.none
        : Decoration.set(Decoration.line({ class: 'cm-marked' }).range(start));
    }),
    lineNumberMarkers.compute([field], (state) => {
      const line = state.field(field);
      const start = startOf(state, line);
      return start === null || line === null
        ? RangeSet.empty
        : RangeSet.of(new ExclamationMark(line).range(start));
    }),
  ],
});

function startOf(state: EditorState, line: number | null): number | null {
  return line !== null && line >= 1 && line <= state.doc.lines ? state.doc.line(line).from : null;
}

export const markedLine: Extension = marked;
