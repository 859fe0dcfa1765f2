/** `<gs-print-button>`: prints the page; answers and questions are opened by the print styles. */
export class PrintButton extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')?.addEventListener('click', () => print());
  }
}
