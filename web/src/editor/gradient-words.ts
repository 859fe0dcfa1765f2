/**
 * Colours that teach, in the editor: keywords bold, numbers value blue, words that touch gradients
 * orange, strings and comments grey, nothing else. `gradschool/course/highlight.py` marks the same
 * words in the text that the server sends, with the same class names.
 */
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

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

const style = HighlightStyle.define([
  {
    tag: [
      tags.keyword,
      tags.controlKeyword,
      tags.definitionKeyword,
      tags.moduleKeyword,
      tags.operatorKeyword,
      tags.modifier,
    ],
    class: 'k',
  },
  { tag: tags.number, class: 'v' },
  { tag: [tags.string, tags.special(tags.string)], class: 's' },
  { tag: tags.comment, class: 'c' },
]);

const gradient = Decoration.mark({ class: 'g' });

const gradientPlugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = markGradientWords(view.state, view.visibleRanges);
    }

    update(update: ViewUpdate): void {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || parsed) {
        this.decorations = markGradientWords(update.state, update.view.visibleRanges);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function markGradientWords(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of ranges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'PropertyName' && node.name !== 'VariableName') return;
        const word = state.sliceDoc(node.from, node.to);
        const attribute = node.name === 'PropertyName';
        if (!gradientWords.has(word) && !(attribute && word === 'grad')) return;
        // The dot belongs to the word: `.grad`.
        builder.add(attribute ? node.from - 1 : node.from, node.to, gradient);
      },
    });
  }
  return builder.finish();
}

/** The highlighting of all Python in the page. */
export const teachingColours: Extension = [syntaxHighlighting(style), gradientPlugin];
