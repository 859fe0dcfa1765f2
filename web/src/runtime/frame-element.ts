/**
 * The sandboxed frame in the page: makes it, and passes messages to and from its script.
 */
import frameScript, { hash as frameHash } from './frame.ts?classic';
import { parseFrameMessage } from '../worker/protocol';
import type { FrameMessage, HostMessage } from '../worker/protocol';

/**
 * What runs in the frame may start a worker from a blob and compile WebAssembly, and nothing else.
 * The frame's document inherits the page's policy as well; the stricter one wins at each point.
 */
const policy = [
  "default-src 'none'",
  `script-src '${frameHash}' 'wasm-unsafe-eval'`,
  'worker-src blob:',
  "connect-src 'none'",
].join('; ');

const documentSource = [
  '<!doctype html><html><head><meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  `<title>Python</title></head><body><script>${frameScript}</script></body></html>`,
].join('');

/** Owns one frame; `remove` ends it, its worker and every message from it. */
export class FrameElement {
  readonly #element: HTMLIFrameElement;
  readonly #listener: (event: MessageEvent<unknown>) => void;

  /** Puts the frame into the page; the first message is `hello`. */
  constructor(onMessage: (message: FrameMessage) => void) {
    const element = document.createElement('iframe');
    // Without `allow-same-origin` the document has an opaque origin: that is the wall.
    element.setAttribute('sandbox', 'allow-scripts');
    element.allow = 'cross-origin-isolated';
    element.title = 'Python';
    element.tabIndex = -1;
    element.hidden = true;
    element.setAttribute('aria-hidden', 'true');
    element.srcdoc = documentSource;
    this.#listener = (event) => {
      if (event.source !== element.contentWindow) return;
      const message = parseFrameMessage(event.data);
      if (message) onMessage(message);
    };
    window.addEventListener('message', this.#listener);
    document.body.append(element);
    this.#element = element;
  }

  /** Sends a message; an array buffer in `transfer` moves and is gone here. */
  send(message: HostMessage, transfer: Transferable[] = []): void {
    this.#element.contentWindow?.postMessage(message, '*', transfer);
  }

  remove(): void {
    window.removeEventListener('message', this.#listener);
    this.#element.remove();
  }
}
