/** What a page with code cells needs beyond `site`. */
import './site';
import { CodeCell } from './lesson/code-cell';
import { LessonPage } from './lesson/lesson-page';
import { QuickCheck } from './lesson/quick-check';
import { ReadingLine } from './lesson/reading';

// The parts first: the lesson looks for them when it is defined.
customElements.define('gs-cell', CodeCell);
customElements.define('gs-quick-check', QuickCheck);
customElements.define('gs-reading', ReadingLine);
customElements.define('gs-lesson', LessonPage);
