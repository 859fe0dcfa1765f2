/**
 * Boxes that scroll in themselves must take the focus, so that the keyboard can scroll them; boxes
 * that do not scroll must not, or Tab would stop at every formula.
 */

const boxes = '.formula, .table-scroll, .term, .prose pre, .check pre';

/** Keeps `tabindex` right on all such boxes under `root`, also when the window changes. */
export function focusWhatScrolls(root: ParentNode): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target instanceof HTMLElement) update(target);
    }
  });
  for (const box of root.querySelectorAll(boxes)) observer.observe(box);
}

function update(box: HTMLElement): void {
  const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  if (scrolls) box.tabIndex = 0;
  else box.removeAttribute('tabindex');
}
