/** `<gs-offline>`: says that the device has no network, and nothing when it has one. */
export class OfflineSign extends HTMLElement {
  readonly #update = (): void => {
    this.hidden = navigator.onLine;
  };

  connectedCallback(): void {
    addEventListener('online', this.#update);
    addEventListener('offline', this.#update);
    this.#update();
  }

  disconnectedCallback(): void {
    removeEventListener('online', this.#update);
    removeEventListener('offline', this.#update);
  }
}
