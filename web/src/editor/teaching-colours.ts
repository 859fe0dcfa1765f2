/**
 * Colours that teach, in the editor: keywords bold, numbers value blue, words that touch gradients
 * orange, strings and comments grey, nothing else. `gradschool/course/highlight.py` marks the same
 * words in the text that the server sends, with the same class names.
 */
import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';

/** Names of an optimization step that touch gradients. `grad` counts only as an attribute. */
const gradientWords: ReadonlySet<string> = new Set([
  'backward',
  'create_graph',
  'detach',
  'detach_',
  'enable_grad',
  'grad_fn',
  'inference_mode',
  'no_grad',
  'requires_grad',
  'requires_grad_',
  'retain_grad',
  'retain_graph',
  'set_grad_enabled',
  'set_to_none',
  'zero_grad',
]);

const keyword = Decoration.mark({ class: 'k' });
const value = Decoration.mark({ class: 'v' });
const gradient = Decoration.mark({ class: 'g' });
const string = Decoration.mark({ class: 's' });
const comment = Decoration.mark({ class: 'c' });

/** Colours what is on the screen, again after each change and when the parser has come further. */
export const teachingColours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colour(view.state, view.visibleRanges);
    }

    update(update: ViewUpdate): void {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || parsed) {
        this.decorations = colour(update.state, update.view.visibleRanges);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colour(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of ranges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        switch (node.name) {
          case 'String':
          case 'FormatString':
            builder.add(node.from, node.to, string);
            return false;
          case 'Comment':
            builder.add(node.from, node.to, comment);
            return false;
          case 'Number':
            builder.add(node.from, endOfNumber(state, node.to), value);
            return false;
          case 'PropertyName': {
            const word = state.sliceDoc(node.from, node.to);
            // The dot belongs to the word: `.grad`.
            if (word === 'grad' || gradientWords.has(word)) {
              builder.add(Math.max(0, node.from - 1), node.to, gradient);
            }
            return false;
          }
          case 'VariableName':
            if (gradientWords.has(state.sliceDoc(node.from, node.to))) {
              builder.add(node.from, node.to, gradient);
            }
            return false;
          default:
            // The grammar names a keyword by itself: `for`, `return`.
            if (/^[a-z]+$/.test(node.name) && state.sliceDoc(node.from, node.to) === node.name) {
              builder.add(node.from, node.to, keyword);
            }
            return undefined;
        }
      },
    });
  }
  return builder.finish();
}

/** The grammar leaves the point of `3.` outside the number; to a learner it makes it a float. */
function endOfNumber(state: EditorState, end: number): number {
  return /^\.(?![\w.])/.test(state.sliceDoc(end, end + 2)) ? end + 1 : end;
}
