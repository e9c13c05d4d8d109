import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

/**
 * All violations of axe's rules on the screen, each with its place. A document gets axe's half megabyte of
 * code only once, and returns only violations. Frames would be missed, so any frame counts as a fault.
 */
export async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // Halfway from one colour to another, contrast says nothing.
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const results = await window.axe?.run(document, {
      iframes: false,
      resultTypes: ['violations'],
    });
    if (!results) throw new Error('axe is not in the page');
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target}`),
    );
  });
  return [
    ...violations,
    ...page
      .frames()
      .slice(1)
      .map((frame) => `a frame: ${frame.url()}`),
  ];
}
