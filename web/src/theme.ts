/**
 * Sets the reader's theme before the first paint. Classic script: no imports, no exports.
 * The same key is written by `theme-button.ts`.
 */
{
  try {
    const choice = localStorage.getItem('gradschool:theme');
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset['theme'] = choice;
  } catch {
    // Storage may be forbidden; the system's theme is right then.
  }
  document.documentElement.classList.add('js');
}
