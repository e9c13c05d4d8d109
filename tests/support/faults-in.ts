import type * as Axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

interface Scan {
  readonly view?: Window;
  /** Whether to judge contrast, which is half of the work. */
  readonly hasContrast?: boolean;
}

/** All violations of axe's rules in a window that has axe. It may run in a page, so it uses nothing of this module. */
export async function faultsIn({
  view = window,
  hasContrast = true,
}: Scan = {}): Promise<string[]> {
  const { document } = view;
  // Halfway from one colour to another, contrast says nothing; and a dialog that fades in is none yet to axe.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  // A preview is a part of a page, out of reach on purpose; its words have to be readable all the same.
  const { body } = document;
  const isPreview = body.inert;
  body.inert = false;
  const results = await view.axe?.run(isPreview ? body : document, {
    iframes: false,
    // A part of a page has no landmarks of its own.
    rules: { region: { enabled: !isPreview }, 'color-contrast': { enabled: hasContrast } },
    resultTypes: ['violations'],
  });
  body.inert = isPreview;
  if (!results) throw new Error('axe is not in the page');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target}`),
  );
}

/** Table cells that are misplaced relative to their headings on a narrow screen. It may run in a page, too. */
export function strayedCells(cells: readonly Element[]): string[] {
  return cells.flatMap((cell) => {
    if (getComputedStyle(cell).display === 'table-cell') return [];
    const hung = Number.parseFloat(getComputedStyle(cell, '::before').width);
    const words = document.createRange();
    words.selectNodeContents(cell);
    const isStray = words.getBoundingClientRect().left < cell.getBoundingClientRect().left + hung;
    return isStray ? [`${cell.getAttribute('data-label')}: ${cell.textContent}`] : [];
  });
}
