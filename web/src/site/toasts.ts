/** Short messages at the bottom of the page. Nothing important lives only here. */
import { html, nothing, render } from 'lit';

export interface Toast {
  text: string;
  /** A way back, for as long as the toast is there. */
  action?: { label: string; run(): void };
}

const stayMs = 8_000;

/** `<gs-toasts>`: a polite live region that holds at most one message. */
export class Toasts extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | null = null;

  connectedCallback(): void {
    // Whoever reads slowly, or looks for the button, keeps the message.
    for (const event of ['pointerenter', 'focusin']) this.addEventListener(event, () => this.#hold());
    for (const event of ['pointerleave', 'focusout']) this.addEventListener(event, () => this.#leave());
  }

  show(toast: Toast): void {
    const { action } = toast;
    const act = (): void => {
      this.clear();
      action?.run();
    };
    render(
      html`<div class="toast">
        <p>${toast.text}</p>
        ${action
          ? html`<button class="btn" type="button" @click=${act}>${action.label}</button>`
          : nothing}
      </div>`,
      this,
    );
    this.#leave();
  }

  clear(): void {
    this.#hold();
    render(nothing, this);
  }

  #hold(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #leave(): void {
    this.#hold();
    this.#timer = setTimeout(() => this.clear(), stayMs);
  }
}

/** Shows a message in the page's region; does nothing on a page without one. */
export function showToast(toast: Toast): void {
  const region = document.querySelector('gs-toasts');
  if (region instanceof Toasts) region.show(toast);
}
