/**
 * `<gs-cell>`: a code cell of the page.
 *
 * The server sends the code as a `<pre>` and an idle run bar. This element keeps both in place and
 * brings them to life: the editor takes the place of the `<pre>` when the cell comes near the
 * screen, the run bar and what stands under it are drawn here. It knows nothing of other cells;
 * `LessonPage` connects it with the runner and the stores.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { styleMap } from 'lit/directives/style-map.js';
import { timeOfDay } from '../format';
import { icon } from '../icons';
import type { Editor } from '../editor/editor';
import type { Restored, SaveResult, Starter } from '../store/drafts';
import { showToast } from '../site/toasts';
import type { UnavailableReason } from '../runtime/runtime';
import type { Texts } from '../texts';
import { announceAfterMs } from './announcer';
import { hasOldOutput, isBusy, ranFirstWords, stateLine, type CellPhase } from './cell-state';
import { errorCard } from './error-card';
import { outputBox } from './output-box';
import { OutputLog } from './output';
import type { RunnableCell } from './runner';
import type { CellFacts, StaleReason } from './session';

/** What the lesson does for its cells. */
export interface CellOwner {
  readonly texts: Texts;
  run(id: string): void;
  stop(id: string): void;
  /** The learner changed the code. */
  edited(cell: CodeCell): void;
  /** Saves now. */
  save(cell: CodeCell): Promise<SaveResult>;
  /** The learner wants the lesson's code back. */
  reset(cell: CodeCell): void;
  /** The first sign that the learner wants to run something. */
  prepare(): void;
}

const defaultTimeLimitMs = 30_000;
/** What kept Python away, and may be gone at the next press of Run. */
const mayPass: ReadonlySet<UnavailableReason> = new Set(['download-failed', 'start-failed']);
/** Characters that phone keyboards hide, and the word lessons need most. */
const keyRow = ['.', '(', ')', '[', ']', '=', '_', ':', '#', '.grad'] as const;

export class CodeCell extends HTMLElement implements RunnableCell {
  #owner: CellOwner | null = null;
  #starter: Starter = { code: '', language: 'en' };
  #code = '';
  #editor: Editor | null = null;
  #editorLoading: Promise<void> | null = null;

  #phase: CellPhase = { kind: 'idle' };
  /** The last phase that is not a run under way. */
  #settled: CellPhase = this.#phase;
  #stale: StaleReason | null = null;
  #ranFirst: readonly number[] = [];
  #output = new OutputLog();
  #outputCut = false;
  #value: string | null = null;
  #showAll = false;
  #question: { prompt: string; answer(text: string | null): void } | null = null;
  #saved: SaveResult | null = null;
  #starterChanged = false;

  #drawing = false;
  #ticker: ReturnType<typeof setInterval> | null = null;
  readonly #status = createRef<HTMLElement>();
  readonly #outputElement = createRef<HTMLElement>();
  #announceTimer: ReturnType<typeof setTimeout> | null = null;

  /** Gives the cell its lesson. Called once, before anything else. */
  connect(owner: CellOwner): void {
    this.#owner = owner;
    this.#starter = { code: this.#serverCode(), language: this.dataset['language'] ?? 'en' };
    this.#code = this.#starter.code;
    this.#part('panel')?.replaceChildren();
    this.#part('panel')?.classList.remove('run');
    for (const sign of ['focusin', 'pointerdown']) {
      this.addEventListener(sign, () => owner.prepare(), { once: true });
    }
    const typing = (): void => {
      this.toggleAttribute('data-typing', true);
      void this.#loadEditor(true);
    };
    const editor = this.#part('editor');
    editor?.addEventListener('focusin', typing, { once: true });
    editor?.addEventListener('pointerdown', () => {
      if (!this.#editor) void this.#loadEditor(true);
    });
    this.#watchViewport();
    this.#draw();
  }

  disconnectedCallback(): void {
    if (this.#ticker !== null) clearInterval(this.#ticker);
    this.#ticker = null;
  }

  // What the lesson and the runner read

  get facts(): CellFacts {
    return {
      id: this.dataset['cellId'] ?? this.id,
      number: Number(this.dataset['number']),
      after: (this.dataset['after'] ?? '').split(' ').filter(Boolean),
    };
  }

  get starter(): Starter {
    return this.#starter;
  }

  get code(): string {
    return this.#code;
  }

  get expectedError(): string | null {
    return this.dataset['raises'] ?? null;
  }

  get timeLimitMs(): number {
    return Number(this.dataset['timeLimitMs'] ?? defaultTimeLimitMs);
  }

  // What the lesson tells the cell

  /** Shows what was kept from an earlier visit. */
  restore(restored: Restored): void {
    // Typing may have been faster than the store.
    if (this.#code !== this.#starter.code) return;
    this.#starterChanged = restored.starterChanged;
    this.#saved = restored.savedAt === null ? null : { status: 'saved', at: restored.savedAt };
    if (restored.code !== this.#code) {
      this.#setCode(restored.code);
      void this.#loadEditor(false);
    }
    this.#draw();
  }

  showSaved(result: SaveResult): void {
    this.#saved = result;
    this.#draw();
  }

  /** Puts other code into the editor, as if the learner had. */
  replaceCode(code: string): void {
    this.#setCode(code);
    this.#starterChanged = false;
    this.#draw();
  }

  /** The output goes; the cell is as if it had never run. */
  forgetRun(): void {
    this.#clearRun();
    this.showPhase({ kind: 'idle' });
  }

  // RunnableCell

  async save(): Promise<void> {
    const result = await this.#owner?.save(this);
    if (result) this.showSaved(result);
  }

  beginRun(): void {
    this.#clearRun();
    this.#settled = { kind: 'idle' };
    this.#draw();
  }

  showPhase(phase: CellPhase, value: string | null = null): void {
    const before = this.#phase;
    this.#phase = phase;
    if (!isBusy(phase)) this.#settled = phase;
    if (phase.kind === 'done') this.#value = value;
    if (!isBusy(phase)) this.#question?.answer(null);
    if (phase.kind === 'error') this.#editor?.mark(phase.error.line);
    this.#tick(phase.kind === 'running');
    this.#draw();
    this.#announce(before.kind === phase.kind);
  }

  settle(): void {
    this.showPhase(this.#settled, this.#value);
  }

  showRanFirst(numbers: readonly number[]): void {
    this.#ranFirst = numbers;
    this.#draw();
  }

  showStaleness(reason: StaleReason | null): void {
    this.#stale = reason;
    this.#draw();
  }

  print(chunk: { stream: 'stdout' | 'stderr'; text: string }): void {
    this.#output.append(chunk);
    this.#draw();
  }

  outputCut(): void {
    this.#outputCut = true;
    this.#draw();
  }

  ask(prompt: string): Promise<string | null> {
    return new Promise((resolve) => {
      this.#question = {
        prompt,
        answer: (text) => {
          this.#question = null;
          resolve(text);
          this.#draw();
        },
      };
      this.#draw();
      // The learner pressed Run a moment ago: the question is what they wait for.
      queueMicrotask(() => this.querySelector<HTMLElement>('[data-part=input] input')?.focus());
    });
  }

  // Code

  #serverCode(): string {
    const lines = [...this.querySelectorAll('.code .ln')];
    return lines.map((line) => line.firstElementChild?.textContent ?? '').join('\n');
  }

  #setCode(code: string): void {
    if (this.#editor) {
      this.#editor.setCode(code);
    } else {
      this.#code = code;
      this.toggleAttribute('data-edited', code !== this.#starter.code);
    }
  }

  #watchViewport(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void this.#loadEditor(false);
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(this);
  }

  /** Puts the editor in the place of the `<pre>`, once. */
  #loadEditor(focus: boolean): Promise<void> {
    this.#editorLoading ??= this.#mountEditor().catch(() => {
      // The connection may be back at the next try; reading and running work without it.
      this.#editorLoading = null;
      if (focus) showToast({ text: this.#owner?.texts.get('client.editor.failed') ?? '' });
    });
    return focus ? this.#editorLoading.then(() => this.#editor?.focus()) : this.#editorLoading;
  }

  async #mountEditor(): Promise<void> {
    const place = this.#part('editor');
    const owner = this.#owner;
    if (!place || !owner) return;
    const { createEditor } = await import('../editor/editor');
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren();
    this.#editor = createEditor({
      parent: place,
      code: this.#code,
      label: owner.texts.get('cell.editor', { n: this.facts.number }),
      onChange: (code) => this.#changed(code),
      onRun: () => owner.run(this.facts.id),
    });
    if (this.#phase.kind === 'error') this.#editor.mark(this.#phase.error.line);
    if (hadFocus) this.#editor.focus();
  }

  #changed(code: string): void {
    this.#code = code;
    this.toggleAttribute('data-edited', code !== this.#starter.code);
    this.#owner?.edited(this);
  }

  #clearRun(): void {
    this.#output = new OutputLog();
    this.#outputCut = false;
    this.#value = null;
    this.#showAll = false;
    this.#ranFirst = [];
    this.#stale = null;
    this.#editor?.mark(null);
  }

  // Drawing

  #part(name: string): HTMLElement | null {
    return this.querySelector(`:scope > [data-part=${name}], :scope > * > [data-part=${name}]`);
  }

  /** Seconds go by while Python computes. */
  #tick(on: boolean): void {
    if (on === (this.#ticker !== null)) return;
    if (this.#ticker !== null) clearInterval(this.#ticker);
    this.#ticker = on ? setInterval(() => this.#draw(), 250) : null;
  }

  /** Many changes of one moment are one drawing. */
  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    const owner = this.#owner;
    const panel = this.#part('panel');
    if (!owner || !panel) return;
    const scroll = this.#outputElement.value;
    const atEnd = scroll ? scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 8 : true;
    render(this.#panel(owner), panel);
    const output = this.#outputElement.value;
    if (output) {
      if (atEnd && isBusy(this.#phase)) output.scrollTop = output.scrollHeight;
      const scrolls =
        output.scrollHeight > output.clientHeight + 1 || output.scrollWidth > output.clientWidth + 1;
      if (scrolls) output.tabIndex = 0;
      else output.removeAttribute('tabindex');
    }
    const saved = this.#part('saved');
    if (saved) render(this.#savedWords(owner.texts), saved);
  }

  #panel(owner: CellOwner): TemplateResult {
    const { texts } = owner;
    const state = stateLine(this.#phase, this.#stale, performance.now(), texts.language);
    this.dataset['state'] = state.name;
    const busy = isBusy(this.#phase);
    const ranFirst = this.#phase.kind === 'done' || this.#phase.kind === 'error' ? ranFirstWords(this.#ranFirst) : null;
    const lost = this.#phase.kind === 'stopped' && !this.#phase.outcome.sessionKept;
    return html`${this.#starterNotice(owner)} ${this.#keyRow(texts)} ${this.#meter(texts)}
      <div class="run">
        ${busy ? this.#stopButton(owner) : this.#runButton(owner)}
        <span class="state"
          >${state.icon === 'spinner'
            ? html`<span class="spin" aria-hidden="true"></span>`
            : state.icon
              ? icon(state.icon)
              : nothing}<span data-part="state"
            >${texts.rich(state.words.key, state.words.values)}${ranFirst
              ? html`. ${texts.get(ranFirst.key, ranFirst.values)}`
              : nothing}${lost ? html` ${texts.get('cell.session-lost')}` : nothing}</span
          ></span
        >
        <span class="rest"
          ><button
            class="btn quiet"
            type="button"
            data-action="reset"
            @click=${() => owner.reset(this)}
            ?hidden=${this.#code === this.#starter.code && this.#phase.kind === 'idle'}
          >
            ${icon('back')}<span class="label">${texts.get('cell.reset')}</span>${this.#nameForScreenReaders(texts)}
          </button></span
        >
      </div>
      ${outputBox({
        texts,
        cellNumber: this.facts.number,
        output: this.#output,
        cut: this.#outputCut,
        value: this.#value,
        old: hasOldOutput(this.#phase, this.#stale),
        showAll: this.#showAll,
        element: this.#outputElement,
        silent: this.#phase.kind === 'done',
        onShowAll: () => {
          this.#showAll = true;
          this.#draw();
        },
      })}
      ${this.#inputRow(texts)}
      ${this.#phase.kind === 'error' ? errorCard(texts, this.#phase.error, this.#phase.expected) : nothing}
      <span class="vh" role="status" ${ref(this.#status)}></span>`;
  }

  #runButton(owner: CellOwner): TemplateResult {
    const { texts } = owner;
    const final = this.#phase.kind === 'unavailable' && !mayPass.has(this.#phase.reason);
    const again = this.#phase.kind !== 'idle' && this.#phase.kind !== 'unavailable' && this.#phase.kind !== 'blocked';
    return html`<button
      class=${final ? 'btn' : 'btn primary'}
      type="button"
      data-action="run"
      aria-disabled=${final ? 'true' : nothing}
      aria-keyshortcuts="Shift+Enter"
      @click=${() => {
        if (!final) owner.run(this.facts.id);
      }}
    >
      ${icon('run')}${texts.get(again ? 'cell.run-again' : 'cell.run')}${this.#nameForScreenReaders(texts)}<kbd
        aria-hidden="true"
        >${texts.get('cell.keys')}</kbd
      >
    </button>`;
  }

  #stopButton(owner: CellOwner): TemplateResult {
    const { texts } = owner;
    return html`<button
      class="btn"
      type="button"
      data-action="stop"
      @click=${(event: MouseEvent) => {
        // It stands where Run stood: the second half of a double click means Run.
        if (event.detail <= 1) owner.stop(this.facts.id);
      }}
    >
      ${icon('stop')}${texts.get('cell.stop')}${this.#nameForScreenReaders(texts)}
    </button>`;
  }

  /** A list of buttons that all say "Run" says nothing. */
  #nameForScreenReaders(texts: Texts): TemplateResult {
    return html`<span class="vh"> ${texts.get('cell.name', { n: this.facts.number })}</span>`;
  }

  #meter(texts: Texts): TemplateResult | typeof nothing {
    if (this.#phase.kind !== 'booting') return nothing;
    const progress = this.#phase.progress;
    const share =
      progress && progress.totalBytes > 0
        ? Math.min(1, progress.loadedBytes / progress.totalBytes)
        : 0;
    return html`<div
      class="meter"
      role="progressbar"
      aria-label=${texts.get('cell.meter')}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${Math.round(share * 100)}
    >
      <i style=${styleMap({ transform: `scaleX(${share})` })}></i>
    </div>`;
  }

  #keyRow(texts: Texts): TemplateResult {
    const insert = (text: string): void => this.#editor?.insert(text);
    // Pointer events must not take the focus, or the phone's keyboard would close.
    const stay = (event: Event): void => event.preventDefault();
    return html`<div class="key-row" role="group" aria-label=${texts.get('cell.insert.row')} @pointerdown=${stay}>
      <button
        type="button"
        tabindex="-1"
        aria-label=${texts.get('cell.insert', { what: texts.get('cell.insert.tab') })}
        @click=${() => this.#editor?.indent()}
      >
        ⇥</button
      >${keyRow.map(
        (key) =>
          html`<button
            type="button"
            tabindex="-1"
            aria-label=${texts.get('cell.insert', { what: key })}
            @click=${() => insert(key)}
          >
            ${key}
          </button>`,
      )}
    </div>`;
  }

  #starterNotice(owner: CellOwner): TemplateResult | typeof nothing {
    if (!this.#starterChanged) return nothing;
    const { texts } = owner;
    const keep = (): void => {
      this.#starterChanged = false;
      void this.save();
    };
    return html`<div class="notice" data-part="starter-changed">
      ${icon('note')}
      <p>${texts.get('cell.starter-changed')}</p>
      <button class="btn" type="button" @click=${() => owner.reset(this)}>
        ${texts.get('cell.starter-changed.show')}
      </button>
      <button class="btn quiet" type="button" @click=${keep}>
        ${texts.get('cell.starter-changed.keep')}
      </button>
    </div>`;
  }

  #inputRow(texts: Texts): TemplateResult | typeof nothing {
    const question = this.#question;
    if (!question) return nothing;
    const id = `${this.id}-input`;
    const send = (event: SubmitEvent): void => {
      event.preventDefault();
      const field = this.querySelector<HTMLInputElement>('[data-part=input] input');
      question.answer(field?.value ?? '');
    };
    return html`<form class="ask-input" data-part="input" @submit=${send}>
      <label for=${id}>${question.prompt || texts.get('cell.input')}</label>
      <input class="field" id=${id} autocomplete="off" autocapitalize="off" spellcheck="false" />
      <button class="btn" type="submit">${texts.get('cell.input.send')}</button>
      <button class="btn quiet" type="button" @click=${() => question.answer(null)}>
        ${texts.get('cell.input.end')}
      </button>
    </form>`;
  }

  #savedWords(texts: Texts): TemplateResult | string {
    switch (this.#saved?.status) {
      case 'saved':
        return texts.get('cell.saved', { time: timeOfDay(this.#saved.at, texts.language) });
      case 'not-kept':
        return texts.get('cell.not-saved');
      case 'failed':
        return texts.get('client.storage.full');
      case 'same-as-starter':
      case undefined:
        return '';
    }
  }

  /** Reads the state aloud: at once when it changes, at most every two seconds while it moves on. */
  #announce(moving: boolean): void {
    if (this.#announceTimer !== null) {
      if (moving) return;
      clearTimeout(this.#announceTimer);
    }
    this.#announceTimer = setTimeout(() => {
      this.#announceTimer = null;
      const words = this.querySelector('[data-part=state]')?.textContent.trim() ?? '';
      const status = this.#status.value;
      if (status && status.textContent !== words) status.textContent = words;
    }, announceAfterMs(moving));
  }
}
