/**
 * The teaching colours for a line that is shown outside an editor: a scanner of one expression, the
 * same in kind as `gradschool/course/highlight.py`. It cannot fail on half a line.
 */

export interface MarkedWord {
  text: string;
  /** keyword, value, gradient, string, comment, or nothing. */
  mark: 'k' | 'v' | 'g' | 's' | 'c' | null;
}

const token =
  /(?<c>#.*)|(?<s>[rbuf]{0,2}"(?:\\.|[^"\\])*"?|[rbuf]{0,2}'(?:\\.|[^'\\])*'?)|(?<v>(?<![\w.])(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(?<word>\.?[A-Za-z_]\w*)|(?<rest>[^#"'\w.]+|.)/giu;

const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(' '),
);

const gradientWord =
  /^\.?(backward|create_graph|detach_?|enable_grad|grad_fn|inference_mode|no_grad|requires_grad_?|retain_grad|retain_graph|set_grad_enabled|set_to_none|zero_grad)$|^\.grad$/;

export function highlightLine(line: string): MarkedWord[] {
  const words: MarkedWord[] = [];
  for (const match of line.matchAll(token)) {
    const groups = match.groups ?? {};
    const text = match[0];
    if (groups['c'] !== undefined) words.push({ text, mark: 'c' });
    else if (groups['s'] !== undefined) words.push({ text, mark: 's' });
    else if (groups['v'] !== undefined) words.push({ text, mark: 'v' });
    else if (gradientWord.test(text)) words.push({ text, mark: 'g' });
    else words.push({ text, mark: keywords.has(text) ? 'k' : null });
  }
  return words;
}
