/** What every page needs: the styles and the elements of its frame. */
import './styles/index.css';
import { ContinueLink } from './site/continue';
import { CoursePage } from './site/course';
import { OfflineSign } from './site/offline';
import { PrintButton } from './site/print-button';
import { focusWhatScrolls } from './site/scroll-boxes';
import { ThemeButton } from './site/theme-button';
import { Toasts } from './site/toasts';

customElements.define('gs-continue', ContinueLink);
customElements.define('gs-course', CoursePage);
customElements.define('gs-offline', OfflineSign);
customElements.define('gs-print-button', PrintButton);
customElements.define('gs-theme-button', ThemeButton);
customElements.define('gs-toasts', Toasts);
focusWhatScrolls(document);
