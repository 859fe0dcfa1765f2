import { describe, expect, test } from 'vitest';
import { OutputLog } from '../src/lesson/output';

function log(...texts: string[]): OutputLog {
  const output = new OutputLog();
  for (const text of texts) output.append({ stream: 'stdout', text });
  return output;
}

describe('OutputLog', () => {
  test('joins chunks that cut a line in two', () => {
    expect(log('ten', 'sor(3.)\nten', 'sor(6.)\n').text()).toBe('tensor(3.)\ntensor(6.)\n');
  });

  test('invents no line end', () => {
    expect(log('no end').text()).toBe('no end');
  });

  test('keeps empty lines', () => {
    expect(log('a\n\nb\n').text()).toBe('a\n\nb\n');
  });

  test('lets a carriage return start the line anew', () => {
    expect(log('10 %\r', '50 %\r100 %\ndone\n').text()).toBe('100 %\ndone\n');
  });

  test('takes the line end of Windows as one line end', () => {
    expect(log('a\r\nb\r\n').text()).toBe('a\nb\n');
  });

  test('starts a new line where the stream changes', () => {
    const output = log('loss ');
    output.append({ stream: 'stderr', text: 'warning\n' });
    output.append({ stream: 'stdout', text: '3.0\n' });
    expect(output.fold(null).head).toEqual([
      { stream: 'stdout', text: 'loss \n' },
      { stream: 'stderr', text: 'warning\n' },
      { stream: 'stdout', text: '3.0\n' },
    ]);
  });

  test('folds the middle of a long output away and says how much', () => {
    const output = log(Array.from({ length: 3204 }, (_, line) => `${line}\n`).join(''));
    const { head, hidden, tail } = output.fold(200);
    expect(output.lineCount).toBe(3204);
    expect(hidden).toBe(3004);
    expect(head[0]?.text.match(/\n/g)).toHaveLength(100);
    expect(tail[0]?.text.match(/\n/g)).toHaveLength(100);
    expect(tail[0]?.text.endsWith('3203\n')).toBe(true);
  });

  test('shows everything when asked or when the fold would save nothing', () => {
    const output = log(Array.from({ length: 201 }, (_, line) => `${line}\n`).join(''));
    expect(output.fold(200).hidden).toBe(0);
    output.append({ stream: 'stdout', text: 'one more\n' });
    expect(output.fold(200).hidden).toBe(2);
    expect(output.fold(null).hidden).toBe(0);
  });
});
