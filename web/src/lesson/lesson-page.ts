/**
 * `<gs-lesson>`: connects the cells, the quick checks, the stores and Python of one lesson.
 *
 * It also keeps the list "In this lesson": which section is being read and which are done.
 */
import { html, nothing, render } from 'lit';
import { icon } from '../icons';
import type { Runtime } from '../runtime/runtime';
import { showToast } from '../site/toasts';
import { AnswerStore, type SavedAnswer } from '../store/answers';
import { DraftStore, type SaveResult } from '../store/drafts';
import { openKeyValueStore } from '../store/key-value';
import { readProgress, writeLesson, type CodePlace, type LessonProgress } from '../store/progress';
import { pageTexts, type Texts } from '../texts';
import { CodeCell, type CellOwner } from './code-cell';
import { QuickCheck, type CheckOwner } from './quick-check';
import { LessonRunner } from './runner';
import { currentSection, doneSections, endsInView, type SectionPlace } from './section-progress';

const saveAfterMs = 600;
const readAfterMs = 1_200;
const linesAround = 4;

export class LessonPage extends HTMLElement implements CellOwner, CheckOwner {
  readonly texts: Texts = pageTexts();
  #drafts: DraftStore | null = null;
  #answers: AnswerStore | null = null;
  #runner: LessonRunner | null = null;
  #runtime: Promise<Runtime | null> | null = null;
  #cells: CodeCell[] = [];
  #checks: QuickCheck[] = [];
  #sections: HTMLElement[] = [];
  readonly #saveTimers = new Map<CodeCell, ReturnType<typeof setTimeout>>();

  readonly #read = new Set<string>();
  #current: string | null = null;
  #place: CodePlace | null = null;
  #readTimer: ReturnType<typeof setTimeout> | null = null;
  #measuring = false;

  connectedCallback(): void {
    const key = this.dataset['storageKey'] ?? 'lesson';
    const store = openKeyValueStore('gradschool');
    const drafts = new DraftStore(store, `draft/${key}`);
    const answers = new AnswerStore(store, `answer/${key}`);
    this.#drafts = drafts;
    this.#answers = answers;
    this.#cells = [...this.querySelectorAll('gs-cell')].filter((cell) => cell instanceof CodeCell);
    this.#checks = [...this.querySelectorAll('gs-quick-check')].filter((check) => check instanceof QuickCheck);
    this.#sections = [...this.querySelectorAll<HTMLElement>('section[data-section]')];
    for (const cell of this.#cells) cell.connect(this);
    for (const check of this.#checks) check.connect(this);
    this.#runner = new LessonRunner(this.#cells, () => this.#python());
    if (!this.dataset['runtime']) {
      for (const cell of this.#cells) cell.showPhase({ kind: 'unavailable', reason: 'runtime-missing' });
    }
    for (const cell of this.#cells) {
      void drafts.restore(cell.facts.id, cell.starter).then((restored) => {
        cell.restore(restored);
        this.#runner?.edited(cell.facts.id, cell.code);
      });
    }
    for (const check of this.#checks) {
      void answers.read(check.checkId).then((saved) => {
        if (!saved) return;
        check.restore(saved);
        this.#showProgress();
      });
    }
    addEventListener('pagehide', () => this.#saveAll());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#saveAll();
    });
    if (this.#sections.length > 0) this.#watchReading();
    this.#showPython(null);
  }

  // CellOwner

  run(id: string): void {
    const cell = this.#cells.find((candidate) => candidate.facts.id === id);
    if (cell) this.#rememberPlace(cell);
    void this.#runner?.run(id);
  }

  stop(id: string): void {
    this.#runner?.stop(id);
  }

  edited(cell: CodeCell): void {
    this.#runner?.edited(cell.facts.id, cell.code);
    const timer = this.#saveTimers.get(cell);
    if (timer !== undefined) clearTimeout(timer);
    this.#saveTimers.set(cell, setTimeout(() => void cell.save(), saveAfterMs));
  }

  save(cell: CodeCell): Promise<SaveResult> {
    const timer = this.#saveTimers.get(cell);
    if (timer !== undefined) clearTimeout(timer);
    this.#saveTimers.delete(cell);
    return this.#drafts?.save(cell.facts.id, cell.code, cell.starter) ?? Promise.resolve({ status: 'failed' });
  }

  reset(cell: CodeCell): void {
    const before = cell.code;
    cell.replaceCode(cell.starter.code);
    cell.forgetRun();
    this.#runner?.reset(cell.facts.id, cell.starter.code);
    void cell.save();
    if (before === cell.starter.code) return;
    showToast({
      text: this.texts.get('cell.reset.done', { n: cell.facts.number }),
      action: {
        label: this.texts.get('cell.undo'),
        run: () => {
          cell.replaceCode(before);
          this.#runner?.edited(cell.facts.id, cell.code);
          void cell.save();
        },
      },
    });
  }

  prepare(): void {
    // Python is several megabytes: whoever saves data starts it by pressing Run, not by looking.
    const connection: unknown = Reflect.get(navigator, 'connection');
    const saveData = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
    if (!saveData) {
      // A failure is told when the learner presses Run.
      void this.#python().then((runtime) => runtime?.boot(), () => undefined);
    }
  }

  // CheckOwner

  answered(check: QuickCheck, answer: SavedAnswer): void {
    void this.#answers?.write(check.checkId, answer).then((kept) => {
      if (!kept) showToast({ text: this.texts.get('client.storage.none') });
    });
    this.#showProgress();
  }

  // Python

  #python(): Promise<Runtime | null> {
    this.#runtime ??= this.#startPython().catch((problem: unknown) => {
      // The next press of Run tries again.
      this.#runtime = null;
      throw problem;
    });
    return this.#runtime;
  }

  async #startPython(): Promise<Runtime | null> {
    const manifest = this.dataset['runtime'];
    if (!manifest) return null;
    const { createRuntime } = await import('../runtime/runtime');
    const runtime = createRuntime(manifest);
    runtime.addEventListener('restart', () => this.#runner?.sessionLost());
    runtime.addEventListener('phase', () => this.#showPython(runtime));
    return runtime;
  }

  #showPython(runtime: Runtime | null): void {
    const place = this.querySelector<HTMLElement>('gs-python-state');
    if (!place) return;
    place.hidden = this.#cells.length === 0 || !this.dataset['runtime'];
    const phase = runtime?.phase ?? 'idle';
    const key = phase === 'stopping' ? 'running' : phase;
    const restart = (): void => {
      this.#runner?.sessionLost();
      showToast({ text: this.texts.get('client.restarted') });
      void runtime?.resetSession();
    };
    render(
      html`<b>${this.texts.get('client.python')}</b>
        <p>${this.texts.get(`client.python.${key}`)}</p>
        ${runtime && (phase === 'ready' || phase === 'running')
          ? html`<button class="btn" type="button" @click=${restart}>
              ${icon('back')}${this.texts.get('client.python.restart')}
            </button>`
          : nothing}`,
      place,
    );
  }

  #saveAll(): void {
    for (const cell of [...this.#saveTimers.keys()]) void this.save(cell);
  }

  // Reading

  #watchReading(): void {
    const saved = readProgress()[this.#key];
    for (const id of saved?.doneSections ?? []) this.#read.add(id);
    this.#place = saved?.code ?? null;
    const measure = (): void => {
      if (this.#measuring) return;
      this.#measuring = true;
      requestAnimationFrame(() => {
        this.#measuring = false;
        this.#measure();
      });
    };
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    measure();
  }

  get #key(): string {
    return this.dataset['storageKey'] ?? '';
  }

  #places(): SectionPlace[] {
    return this.#sections.map((section) => {
      const { top, bottom } = section.getBoundingClientRect();
      return { id: section.id, top, bottom };
    });
  }

  #measure(): void {
    const current = currentSection(this.#places(), innerHeight);
    if (current !== this.#current) {
      this.#current = current;
      this.#showProgress();
      this.#linkLanguages();
    }
    this.#readTimer ??= setTimeout(() => {
      this.#readTimer = null;
      const before = this.#read.size;
      for (const id of endsInView(this.#places(), innerHeight)) this.#read.add(id);
      if (this.#read.size !== before) this.#showProgress();
    }, readAfterMs);
  }

  /** Sections have the same ids in every language: a switch stays in the one being read. */
  #linkLanguages(): void {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar nav a[hreflang]')) {
      link.hash = this.#current ?? '';
    }
  }

  #done(): string[] {
    const open = new Map<string, number>();
    for (const check of this.#checks) {
      const section = check.closest<HTMLElement>('section[data-section]')?.id;
      if (section && !check.right) open.set(section, (open.get(section) ?? 0) + 1);
    }
    return doneSections(this.#sections.map((section) => section.id), this.#read, open);
  }

  #showProgress(): void {
    if (this.#sections.length === 0) return;
    const done = new Set(this.#done());
    for (const link of this.querySelectorAll<HTMLElement>('a[data-section]')) {
      const id = link.dataset['section'] ?? '';
      const mark = link.querySelector<HTMLElement>('[data-part=mark]');
      if (id === this.#current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
      if (!mark) continue;
      const started = id === this.#current || this.#read.has(id);
      render(
        done.has(id)
          ? html`${icon('check')}<span class="vh">${this.texts.get('client.section.done')}</span>`
          : started
            ? html`${icon('half')}<span class="vh">${this.texts.get('client.section.started')}</span>`
            : nothing,
        mark,
      );
    }
    this.#writeProgress([...done]);
  }

  #writeProgress(done: readonly string[]): void {
    // Opening a page is not starting a lesson; reading on, running and answering are.
    if (this.#current === null && done.length === 0 && !this.#place) return;
    const section = this.#sections.find((candidate) => candidate.id === this.#current);
    const lesson: LessonProgress = {
      title: this.dataset['title'] ?? document.title,
      language: this.texts.language,
      url: location.pathname,
      at: Date.now(),
      section: this.#current,
      sectionTitle: section?.querySelector('h2')?.textContent.trim() ?? '',
      doneSections: done,
      sectionCount: this.#sections.length,
      code: this.#place,
    };
    writeLesson(this.#key, lesson);
  }

  /** The first lines of code that say something, to recognise the place by later. */
  #rememberPlace(cell: CodeCell): void {
    const lines = cell.code.split('\n');
    const first = Math.max(0, lines.length - linesAround);
    this.#place = {
      cellId: cell.facts.id,
      cellNumber: cell.facts.number,
      firstLine: first + 1,
      lines: lines.slice(first, first + linesAround),
    };
    this.#showProgress();
  }
}
