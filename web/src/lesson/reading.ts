/** `<gs-reading>`: the line under the bar that says how far down the page the reader is. */
export class ReadingLine extends HTMLElement {
  #waiting = false;
  readonly #update = (): void => {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.style.transform = `scaleX(${readShare().toFixed(4)})`;
    });
  };

  connectedCallback(): void {
    addEventListener('scroll', this.#update, { passive: true });
    addEventListener('resize', this.#update);
    this.#update();
  }

  disconnectedCallback(): void {
    removeEventListener('scroll', this.#update);
    removeEventListener('resize', this.#update);
  }
}

function readShare(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  const rest = scrollHeight - clientHeight;
  return rest <= 0 ? 1 : Math.min(1, Math.max(0, scrollY / rest));
}
