/**
 * The code editor of a cell: CodeMirror 6 with Python, our colours and nothing that traps a key.
 *
 * Tab and Shift+Tab move on in the page, as everywhere else in it. Enter indents by itself and
 * Ctrl+] and Ctrl+[ indent by hand; Shift+Enter and Ctrl or Cmd+Enter run. This file is loaded when
 * the first cell comes near the screen; until then the server's `<pre>` stands in its place, with
 * the same metrics (`styles/cell.css`).
 */
import { defaultKeymap, history, historyKeymap, indentMore } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { markedLine, markLine } from './marked-line';
import { teachingColours } from './teaching-colours';

export interface EditorOptions {
  parent: HTMLElement;
  code: string;
  /** Read aloud when the editor gets the focus: what it is and how to run and leave it. */
  label: string;
  onChange(code: string): void;
  onRun(): void;
}

/** An editor in the page. Its owner removes the element and with it the editor. */
export interface Editor {
  readonly code: string;
  /** Replaces all code; the learner can undo it. */
  setCode(code: string): void;
  /** Marks a line, from 1, and takes any other mark away. */
  mark(line: number | null): void;
  /** Inserts at the cursor, as if typed. */
  insert(text: string): void;
  indent(): void;
  focus(): void;
}

export function createEditor(options: EditorOptions): Editor {
  const run = (): boolean => {
    options.onRun();
    return true;
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.code,
      extensions: [
        keymap.of([
          { key: 'Shift-Enter', run, preventDefault: true },
          { key: 'Mod-Enter', run, preventDefault: true },
        ]),
        lineNumbers(),
        history(),
        drawSelection(),
        pythonLanguage,
        indentUnit.of('    '),
        EditorState.tabSize.of(4),
        bracketMatching(),
        teachingColours,
        markedLine,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          // Editable content takes the focus anyway; this says so to tools that look for it.
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
          translate: 'no',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get code() {
      return view.state.doc.toString();
    },
    setCode(code) {
      if (code === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
    },
    mark(line) {
      view.dispatch({ effects: markLine.of(line) });
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true });
      view.focus();
    },
    indent() {
      indentMore(view);
      view.focus();
    },
    focus() {
      view.focus();
    },
  };
}
