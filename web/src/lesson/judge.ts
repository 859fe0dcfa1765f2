/**
 * Whether an answer to a quick check is right. Pure: the page reads the question from its own
 * markup, asks here, and shows the verdict.
 */

export type Question =
  | { kind: 'single' | 'multiple'; right: readonly number[] }
  | { kind: 'numeric' | 'predict'; answer: string; tolerance: number }
  | { kind: 'order'; length: number };

export type Answer =
  | { kind: 'choice'; chosen: readonly number[] }
  | { kind: 'text'; text: string }
  | { kind: 'order'; order: readonly number[] };

export type Verdict =
  /** Nothing to judge yet; does not count as a try. */
  | { kind: 'incomplete'; missing: 'choice' | 'text' | 'number' }
  | { kind: 'choice'; right: boolean; wrong: readonly number[]; missing: number }
  /** `printedAs`: the number is right, and Python prints it like this. */
  | { kind: 'text'; right: boolean; printedAs?: string }
  | { kind: 'order'; right: boolean; placed: number };

export function judge(question: Question, answer: Answer): Verdict {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return answer.kind === 'choice'
        ? judgeChoice(question.right, answer.chosen)
        : { kind: 'incomplete', missing: 'choice' };
    case 'numeric':
      return answer.kind === 'text'
        ? judgeNumber(question.answer, question.tolerance, answer.text)
        : { kind: 'incomplete', missing: 'number' };
    case 'predict':
      return answer.kind === 'text'
        ? judgePrediction(question.answer, question.tolerance, answer.text)
        : { kind: 'incomplete', missing: 'text' };
    case 'order':
      return answer.kind === 'order'
        ? judgeOrder(question.length, answer.order)
        : { kind: 'incomplete', missing: 'choice' };
  }
}

function judgeChoice(right: readonly number[], chosen: readonly number[]): Verdict {
  if (chosen.length === 0) return { kind: 'incomplete', missing: 'choice' };
  const wrong = chosen.filter((index) => !right.includes(index));
  const missing = right.filter((index) => !chosen.includes(index)).length;
  return { kind: 'choice', right: wrong.length === 0 && missing === 0, wrong, missing };
}

function judgeNumber(expected: string, tolerance: number, text: string): Verdict {
  if (text.trim() === '') return { kind: 'incomplete', missing: 'number' };
  const given = readNumber(text);
  if (given === null) return { kind: 'incomplete', missing: 'number' };
  return { kind: 'text', right: closeTo(given, Number(expected), tolerance) };
}

function judgePrediction(expected: string, tolerance: number, text: string): Verdict {
  if (text.trim() === '') return { kind: 'incomplete', missing: 'text' };
  const wanted = readNumber(expected);
  const given = readNumber(text);
  if (wanted === null || given === null) {
    return { kind: 'text', right: normalPrint(text) === normalPrint(expected) };
  }
  const right = closeTo(given, wanted, tolerance);
  const plain = !/[a-z]/i.test(expected);
  if (!right || plain || normalPrint(text) === normalPrint(expected)) return { kind: 'text', right };
  // Counts as right: the question is about the number, and whoever found it has understood. How
  // Python writes it is told in the reply rather than asked for in another try.
  return { kind: 'text', right, printedAs: expected.trim() };
}

function judgeOrder(length: number, order: readonly number[]): Verdict {
  const placed = order.filter((step, position) => step === position).length;
  return { kind: 'order', right: placed === length && order.length === length, placed };
}

/**
 * A number as learners write it: `6`, `6.0`, `6.`, `6,5`, `-1e-3`, `tensor(6.)`, with a real minus
 * sign or spaces. Null when it is none.
 */
export function readNumber(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^tensor\((.*)\)$/s, '$1')
    .replace(/[\s\u00a0\u202f_]/g, '')
    .replace('\u2212', '-')
    .replace(/^([+-]?\d*),(\d+)/, '$1.$2');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : null;
}

/** A hair more than the tolerance, because 0.3 is not 0.1 + 0.2. */
function closeTo(given: number, wanted: number, tolerance: number): boolean {
  return Math.abs(given - wanted) <= tolerance + 1e-9 * Math.max(1, Math.abs(wanted));
}

/** Printed text without what does not matter: spaces, quotes around it, case, zeros after a point. */
function normalPrint(text: string): string {
  return text
    .trim()
    .replace(/^(['"`])(.*)\1$/s, '$2')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(\d\.\d*?)0+(?!\d)/g, '$1');
}
