import { describe, expect, test } from 'vitest';
import { judge, readNumber, type Question } from '../src/lesson/judge';

describe('single and multiple', () => {
  const single: Question = { kind: 'single', right: [1] };
  const multiple: Question = { kind: 'multiple', right: [1, 3] };

  test('asks for a choice before judging', () => {
    expect(judge(single, { kind: 'choice', chosen: [] })).toEqual({ kind: 'incomplete', missing: 'choice' });
  });

  test('names the wrong choice', () => {
    expect(judge(single, { kind: 'choice', chosen: [0] })).toEqual({
      kind: 'choice',
      right: false,
      wrong: [0],
      missing: 1,
    });
  });

  test('needs all right options and no other', () => {
    expect(judge(multiple, { kind: 'choice', chosen: [1, 3] })).toMatchObject({ right: true });
    expect(judge(multiple, { kind: 'choice', chosen: [1] })).toMatchObject({ right: false, wrong: [], missing: 1 });
    expect(judge(multiple, { kind: 'choice', chosen: [0, 1, 3] })).toMatchObject({ right: false, wrong: [0] });
  });
});

describe('numeric', () => {
  const question: Question = { kind: 'numeric', answer: '6.0', tolerance: 0.001 };

  test.each(['6', '6.0', '6.', ' 6,0 ', '6.0005', 'tensor(6.)', '+6', '0.6e1'])('accepts %s', (text) => {
    expect(judge(question, { kind: 'text', text })).toEqual({ kind: 'text', right: true });
  });

  test.each(['5.9', '-6', '60'])('does not accept %s', (text) => {
    expect(judge(question, { kind: 'text', text })).toEqual({ kind: 'text', right: false });
  });

  test.each(['', '  ', 'six', '6 or 7', '1.2.3'])('does not judge %j, which is no number', (text) => {
    expect(judge(question, { kind: 'text', text })).toEqual({ kind: 'incomplete', missing: 'number' });
  });

  test('forgives rounding even without a tolerance', () => {
    const exact: Question = { kind: 'numeric', answer: '0.3', tolerance: 0 };
    expect(judge(exact, { kind: 'text', text: String(0.1 + 0.2) })).toMatchObject({ right: true });
    expect(judge(exact, { kind: 'text', text: '0.3001' })).toMatchObject({ right: false });
  });
});

describe('predict', () => {
  test('compares printed text without minding spaces, case and final zeros', () => {
    const question: Question = { kind: 'predict', answer: 'tensor([1., 2.5])', tolerance: 0 };
    for (const text of ['tensor([1., 2.5])', 'tensor([1.0,2.50])', ' Tensor([1.,  2.5]) ']) {
      expect(judge(question, { kind: 'text', text })).toMatchObject({ right: true });
    }
    expect(judge(question, { kind: 'text', text: 'tensor([1., 2.6])' })).toMatchObject({ right: false });
  });

  const tensor: Question = { kind: 'predict', answer: 'tensor(6.)', tolerance: 0 };

  test.each(['6', '6.0', '6,0', 'tensor(6)'])('takes %s for tensor(6.) and says how Python prints it', (text) => {
    expect(judge(tensor, { kind: 'text', text })).toEqual({ kind: 'text', right: true, printedAs: 'tensor(6.)' });
  });

  test.each(['tensor(6.)', 'tensor(6.0)', ' Tensor( 6. ) '])('has nothing to add to %s', (text) => {
    expect(judge(tensor, { kind: 'text', text })).toEqual({ kind: 'text', right: true });
  });

  test.each(['3', 'tensor(3.)', '12.0'])('does not take %s for tensor(6.)', (text) => {
    expect(judge(tensor, { kind: 'text', text })).toEqual({ kind: 'text', right: false });
  });

  test('does not mistake 10 for 1', () => {
    const question: Question = { kind: 'predict', answer: 'shape 10', tolerance: 0 };
    expect(judge(question, { kind: 'text', text: 'shape 1' })).toMatchObject({ right: false });
  });

  test('compares plain numbers as numbers', () => {
    const question: Question = { kind: 'predict', answer: '6.0', tolerance: 0 };
    expect(judge(question, { kind: 'text', text: '6' })).toMatchObject({ right: true });
  });

  test('accepts None in any case', () => {
    const question: Question = { kind: 'predict', answer: 'None', tolerance: 0 };
    expect(judge(question, { kind: 'text', text: 'none' })).toMatchObject({ right: true });
    expect(judge(question, { kind: 'text', text: '0' })).toMatchObject({ right: false });
  });
});

describe('order', () => {
  const question: Question = { kind: 'order', length: 3 };

  test('is right only in the right order, and counts what is in place', () => {
    expect(judge(question, { kind: 'order', order: [0, 1, 2] })).toEqual({ kind: 'order', right: true, placed: 3 });
    expect(judge(question, { kind: 'order', order: [0, 2, 1] })).toEqual({ kind: 'order', right: false, placed: 1 });
  });
});

test('readNumber reads a real minus sign and a decimal comma', () => {
  expect(readNumber('\u22121,5')).toBe(-1.5);
  expect(readNumber('1 000')).toBe(1000);
  expect(readNumber('nan')).toBeNull();
});
