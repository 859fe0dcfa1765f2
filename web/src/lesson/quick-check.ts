/**
 * `<gs-quick-check>`: judges an answer in the page.
 *
 * The server's markup has the question and, folded away, the answer with its reasons; this element
 * reads both from there. A wrong answer gets its reason and may be changed; nothing is locked.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { icon } from '../icons';
import type { SavedAnswer } from '../store/answers';
import type { Texts } from '../texts';
import { judge, type Answer, type Question, type Verdict } from './judge';

/** What the lesson does for its quick checks. */
export interface CheckOwner {
  readonly texts: Texts;
  answered(check: QuickCheck, answer: SavedAnswer): void;
}

export class QuickCheck extends HTMLElement {
  #owner: CheckOwner | null = null;
  #question: Question = { kind: 'single', right: [] };
  #tries = 0;
  #right = false;

  /** Gives the check its lesson. Called once, before anything else. */
  connect(owner: CheckOwner): void {
    this.#owner = owner;
    this.#question = this.#readQuestion();
    this.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#check();
    });
    this.addEventListener('change', () => this.#changed());
    this.addEventListener('input', () => this.#changed());
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-move]')) {
      button.addEventListener('click', () => this.#move(button));
    }
  }

  get checkId(): string {
    return this.dataset['checkId'] ?? this.id;
  }

  /** It was answered right, now or on an earlier visit. */
  get right(): boolean {
    return this.#right;
  }

  /** Shows an answer of an earlier visit with its verdict. */
  restore(saved: SavedAnswer): void {
    if (this.#tries > 0) return;
    this.#tries = saved.tries;
    this.#right = saved.right;
    this.#fill(saved.answer);
    this.#showVerdict(judge(this.#question, saved.answer), saved.answer);
  }

  // The question, as the server wrote it

  #readQuestion(): Question {
    const kind = this.dataset['kind'];
    const answer = this.#part('answer');
    switch (kind) {
      case 'numeric':
      case 'predict': {
        const right = answer?.querySelector<HTMLElement>('[data-part=right-answer]');
        return {
          kind,
          answer: right?.textContent ?? '',
          tolerance: Number(right?.dataset['tolerance'] ?? 0),
        };
      }
      case 'order':
        return { kind, length: this.querySelectorAll('.steps > li').length };
      default: {
        const right = [...(answer?.querySelectorAll<HTMLElement>('li[data-right]') ?? [])];
        return {
          kind: kind === 'multiple' ? 'multiple' : 'single',
          right: right.map((option) => Number(option.dataset['option'])),
        };
      }
    }
  }

  #feedbackHtml(option: number): string {
    const selector = `li[data-option="${option}"] [data-part=feedback]`;
    return this.#part('answer')?.querySelector(selector)?.innerHTML.trim() ?? '';
  }

  #generalFeedbackHtml(right: boolean): string {
    return this.#part('answer')?.querySelector(`[data-part=${right ? 'right' : 'wrong'}]`)?.innerHTML.trim() ?? '';
  }

  // The learner's answer

  #read(): Answer {
    switch (this.#question.kind) {
      case 'single':
      case 'multiple': {
        const chosen = [...this.querySelectorAll<HTMLInputElement>('.opt input:checked')];
        return { kind: 'choice', chosen: chosen.map((input) => Number(input.value)) };
      }
      case 'numeric':
      case 'predict':
        return { kind: 'text', text: this.#field?.value ?? '' };
      case 'order':
        return { kind: 'order', order: this.#steps.map((step) => Number(step.dataset['option'])) };
    }
  }

  #fill(answer: Answer): void {
    if (answer.kind === 'choice') {
      for (const input of this.querySelectorAll<HTMLInputElement>('.opt input')) {
        input.checked = answer.chosen.includes(Number(input.value));
      }
    } else if (answer.kind === 'text') {
      if (this.#field) this.#field.value = answer.text;
    } else {
      const list = this.querySelector('.steps');
      const steps = new Map(this.#steps.map((step) => [Number(step.dataset['option']), step]));
      for (const option of answer.order) {
        const step = steps.get(option);
        if (step) list?.append(step);
      }
    }
  }

  get #field(): HTMLInputElement | null {
    return this.querySelector('.answer-row input');
  }

  get #steps(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.steps > li')];
  }

  #move(button: HTMLButtonElement): void {
    const step = button.closest('li');
    if (!step || !this.#owner) return;
    if (button.dataset['move'] === 'up') step.previousElementSibling?.before(step);
    else step.nextElementSibling?.after(step);
    button.focus();
    this.#changed();
    const steps = this.#steps;
    const values = {
      step: step.querySelector('.opt-text')?.textContent.trim() ?? '',
      n: steps.indexOf(step) + 1,
      total: steps.length,
    };
    this.#reply(html`<span class="vh">${this.#owner.texts.get('check.moved', values)}</span>`, null);
  }

  // Judging

  #check(): void {
    const owner = this.#owner;
    if (!owner) return;
    const answer = this.#read();
    const verdict = judge(this.#question, answer);
    if (verdict.kind !== 'incomplete') {
      this.#tries += 1;
      this.#right = verdict.right;
      owner.answered(this, { answer, right: verdict.right, tries: this.#tries, at: Date.now() });
    }
    this.#showVerdict(verdict, answer);
  }

  /** A changed answer has no verdict until it is checked again. */
  #changed(): void {
    for (const mark of this.querySelectorAll('.verdict')) mark.remove();
    for (const wrong of this.querySelectorAll('.wrong:not([data-part])')) wrong.classList.remove('wrong');
    this.#reply(nothing, null);
    this.#nameButton();
  }

  #showVerdict(verdict: Verdict, answer: Answer): void {
    const texts = this.#owner?.texts;
    if (!texts) return;
    this.#changed();
    if (verdict.kind === 'incomplete') {
      const key = { choice: 'check.choose', text: 'check.write', number: 'check.write-number' } as const;
      this.#reply(html`<p>${texts.get(key[verdict.missing])}</p>`, false);
      return;
    }
    if (answer.kind === 'choice' && verdict.kind === 'choice') {
      for (const option of answer.chosen) this.#markOption(option, !verdict.wrong.includes(option));
    } else if (!verdict.right) {
      this.#field?.classList.add('wrong');
    }
    this.#reply(this.#reasons(verdict, answer, texts), verdict.right);
    const line = this.#part('try');
    if (line) {
      line.textContent = verdict.right
        ? texts.get(this.#tries > 1 ? 'check.answered-tries' : 'check.answered', { n: this.#tries })
        : texts.get('check.try', { n: this.#tries });
    }
    this.#nameButton();
  }

  #reasons(verdict: Exclude<Verdict, { kind: 'incomplete' }>, answer: Answer, texts: Texts): TemplateResult {
    const word = texts.get(verdict.right ? 'check.right' : 'check.not-yet');
    const reasons: (TemplateResult | string)[] = [];
    if (answer.kind === 'choice' && verdict.kind === 'choice') {
      const shown = verdict.right ? answer.chosen : verdict.wrong;
      for (const option of shown) reasons.push(reason(this.#feedbackHtml(option)));
      if (!verdict.right && verdict.wrong.length === 0) {
        reasons.push(html`<p>${texts.get('check.some-missing')}</p>`);
      }
    }
    if (verdict.kind === 'order' && !verdict.right) {
      const values = { n: verdict.placed, total: answer.kind === 'order' ? answer.order.length : 0 };
      reasons.push(html`<p>${texts.get('check.order-placed', values)}</p>`);
    }
    if (verdict.kind === 'text' && verdict.printedAs !== undefined) {
      reasons.push(html`<p>${texts.rich('check.printed-as', { print: verdict.printedAs })}</p>`);
    }
    const general = this.#generalFeedbackHtml(verdict.right);
    if (general) reasons.push(reason(general));
    // Many authors begin a reason with the word itself; it need not stand there twice.
    const said = answer.kind === 'choice' && verdict.kind === 'choice' ? this.#firstReason(answer, verdict) : general;
    const repeats = said.replace(/^(\s|<[^>]*>)*/, '').toLowerCase().startsWith(word.toLowerCase());
    const told = repeats || (verdict.kind === 'text' && verdict.printedAs !== undefined);
    return html`${told ? nothing : html`<p><strong>${word}</strong></p>`} ${reasons}`;
  }

  #firstReason(
    answer: Extract<Answer, { kind: 'choice' }>,
    verdict: Extract<Verdict, { kind: 'choice' }>,
  ): string {
    const option = (verdict.right ? answer.chosen : verdict.wrong)[0];
    return option === undefined ? '' : this.#feedbackHtml(option);
  }

  #markOption(option: number, right: boolean): void {
    const texts = this.#owner?.texts;
    const row = this.querySelector<HTMLElement>(`.options > .opt[data-option="${option}"]`);
    if (!row || !texts) return;
    row.classList.toggle('wrong', !right);
    const chip = document.createElement('span');
    chip.className = right ? 'verdict right' : 'verdict';
    render(
      html`${icon(right ? 'tick' : 'cross')}${texts.get(right ? 'check.right' : 'check.not-yet')}`,
      chip,
    );
    row.append(chip);
  }

  #reply(content: unknown, right: boolean | null): void {
    const reply = this.#part('reply');
    if (!reply) return;
    reply.classList.toggle('right', right === true);
    reply.classList.toggle('bare', right === null);
    render(content, reply);
  }

  #nameButton(): void {
    const button = this.querySelector('[data-action=check]');
    const texts = this.#owner?.texts;
    if (!button || !texts) return;
    button.textContent = texts.get(this.#tries > 0 ? 'check.check-again' : 'check.check');
    // Once it is right, checking again is no longer the thing to do.
    button.classList.toggle('primary', !this.#right);
  }

  #part(name: string): HTMLElement | null {
    return this.querySelector(`[data-part=${name}]`);
  }
}

/** A reason is the server's own HTML, from the lesson's file. */
function reason(source: string): TemplateResult {
  return html`<div>${unsafeHTML(source)}</div>`;
}
