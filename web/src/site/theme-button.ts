/**
 * The theme: as on the device, light, or dark. Kept on this device; `theme.ts` sets it again before
 * the next page is painted.
 */
import { html, render } from 'lit';
import { icon, type IconName } from '../icons';
import { usableLocalStorage } from '../store/key-value';

const KEY = 'gradschool:theme';

export type Theme = 'system' | 'light' | 'dark';

/** The theme that one more press brings. */
export function nextTheme(theme: Theme): Theme {
  switch (theme) {
    case 'system':
      return 'light';
    case 'light':
      return 'dark';
    case 'dark':
      return 'system';
  }
}

const icons: Readonly<Record<Theme, IconName>> = { system: 'auto', light: 'sun', dark: 'moon' };

/** `<gs-theme-button>`; its words stand in `data-system`, `data-light` and `data-dark`. */
export class ThemeButton extends HTMLElement {
  connectedCallback(): void {
    this.replaceChildren();
    this.#show();
  }

  get #theme(): Theme {
    const theme = document.documentElement.dataset['theme'];
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  }

  #change(): void {
    const theme = nextTheme(this.#theme);
    const storage = usableLocalStorage();
    if (theme === 'system') {
      delete document.documentElement.dataset['theme'];
      storage?.removeItem(KEY);
    } else {
      document.documentElement.dataset['theme'] = theme;
      storage?.setItem(KEY, theme);
    }
    this.#show();
  }

  #show(): void {
    const theme = this.#theme;
    const label = this.dataset[theme] ?? theme;
    render(
      html`<button class="icon-btn" type="button" aria-label=${label} title=${label} @click=${() => this.#change()}>
        ${icon(icons[theme])}
      </button>`,
      this,
    );
  }
}
