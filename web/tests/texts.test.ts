import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { duration, megabytes, timeOfDay } from '../src/format';
import { highlightLine } from '../src/highlight-line';
import { Texts, textParts } from '../src/texts';

function locale(language: string): Record<string, string> {
  const file = new URL(`../../src/gradschool/academy/locales/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

describe('Texts', () => {
  const texts = new Texts('fr', { hello: 'Bonjour {name}', 'n.one': '{n} leçon', 'n.other': '{n} leçons' });

  test('fills placeholders and leaves unknown ones visible', () => {
    expect(texts.get('hello', { name: 'Ada' })).toBe('Bonjour Ada');
    expect(texts.get('hello')).toBe('Bonjour {name}');
  });

  test('chooses the plural of the language', () => {
    expect(texts.get('n', { n: 0 })).toBe('0 leçon');
    expect(texts.get('n', { n: 2 })).toBe('2 leçons');
  });

  test('shows a missing key as itself', () => {
    expect(texts.get('nothing.here')).toBe('nothing.here');
  });

  test('splits code and bold from plain text', () => {
    expect(textParts('**Done** in `4` ms')).toEqual([
      { kind: 'bold', text: 'Done' },
      { kind: 'plain', text: ' in ' },
      { kind: 'code', text: '4' },
      { kind: 'plain', text: ' ms' },
    ]);
  });

  test('reads a lone star or backtick as text', () => {
    expect(textParts('a * b ` c').map((part) => part.text).join('')).toBe('a * b ` c');
  });
});

describe('the locale files', () => {
  const english = locale('en');
  const french = locale('fr');

  test('have the same keys', () => {
    expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
  });

  test('have the same placeholders', () => {
    const names = (text: string | undefined): string[] => [...new Set(text?.match(/\{\w+\}/g) ?? [])].sort();
    const different = Object.keys(english).filter(
      (key) => names(english[key]).join() !== names(french[key]).join(),
    );
    expect(different).toEqual([]);
  });

  test('put a no-break space before French punctuation', () => {
    const wrong = Object.entries(french).filter(([, text]) => / [:;?!»]|« /.test(text.replace(/`[^`]*`/g, '')));
    expect(wrong).toEqual([]);
  });
});

describe('format', () => {
  test('writes short times as milliseconds and longer ones as seconds', () => {
    expect(duration(3.6, 'en')).toBe('4\u00a0ms');
    expect(duration(1_240, 'en')).toBe('1.2\u00a0s');
    expect(duration(1_240, 'fr')).toBe('1,2\u00a0s');
    expect(duration(38_400, 'en')).toBe('38\u00a0s');
  });

  test('always shows one decimal of a megabyte', () => {
    expect(megabytes(8_000_000, 'en')).toBe('8.0');
  });

  test('writes the time of day with 24 hours', () => {
    expect(timeOfDay(new Date(2026, 0, 1, 14, 2).getTime(), 'en')).toBe('14:02');
  });
});

describe('highlightLine', () => {
  test('marks what teaches and nothing else', () => {
    const marked = highlightLine('loss = w.grad * 3.0  # for grad').filter((word) => word.mark);
    expect(marked).toEqual([
      { text: '.grad', mark: 'g' },
      { text: '3.0', mark: 'v' },
      { text: '# for grad', mark: 'c' },
    ]);
  });

  test('loses no character', () => {
    for (const line of ['', "print(f'w is {w:.1f}\")", 'x[1:2]  é "open', '   for step in range(3):']) {
      expect(highlightLine(line).map((word) => word.text).join('')).toBe(line);
    }
  });
});
