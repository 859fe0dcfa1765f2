/**
 * The interface's words in the page's language.
 *
 * They come from the same files as the server's templates; the server writes the ones that scripts
 * need into the page as JSON. A missing key shows itself as the key: visible, and never a crash.
 */
import { html, type TemplateResult } from 'lit';

export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of one language. */
export class Texts {
  readonly language: string;
  readonly #entries: ReadonlyMap<string, string>;
  readonly #plural: Intl.PluralRules;

  constructor(language: string, entries: Readonly<Record<string, string>>) {
    this.language = language;
    this.#entries = new Map(Object.entries(entries));
    this.#plural = new Intl.PluralRules(language);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * The text of `key` with `{name}` replaced by the values. When `n` is among them and the key has
   * plural forms (`key.one`, `key.other`), the language's rule chooses.
   */
  get(key: string, values: TextValues = {}): string {
    const text = this.#entries.get(this.#form(key, values['n'])) ?? this.#entries.get(key);
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  }

  /** Like `get`, with `code` and **bold** in the text made into elements. */
  rich(key: string, values: TextValues = {}): TemplateResult {
    return richText(this.get(key, values));
  }

  #form(key: string, count: string | number | undefined): string {
    if (typeof count !== 'number') return key;
    const form = `${key}.${this.#plural.select(count)}`;
    return this.#entries.has(form) ? form : `${key}.other`;
  }
}

/** One stretch of a text. */
export interface TextPart {
  kind: 'plain' | 'bold' | 'code';
  text: string;
}

/** Splits a text at its `code` and **bold** marks. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const [, code, bold, plain] of text.matchAll(/`([^`]*)`|\*\*(.+?)\*\*|((?:(?!\*\*)[^`])+|[`*])/g)) {
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (bold !== undefined) parts.push({ kind: 'bold', text: bold });
    else if (plain !== undefined) parts.push({ kind: 'plain', text: plain });
  }
  return parts;
}

export function richText(text: string): TemplateResult {
  return html`${textParts(text).map((part) => {
    switch (part.kind) {
      case 'code':
        return html`<code>${part.text}</code>`;
      case 'bold':
        return html`<b>${part.text}</b>`;
      case 'plain':
        return html`${part.text}`;
    }
  })}`;
}

/** The texts that the server wrote into this page. */
export function pageTexts(): Texts {
  const source = document.getElementById('interface-texts')?.textContent ?? '{}';
  const entries: unknown = JSON.parse(source);
  return new Texts(document.documentElement.lang || 'en', isTextRecord(entries) ? entries : {});
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
