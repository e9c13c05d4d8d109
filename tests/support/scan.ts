import type { Frame, Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

/** All violations of axe's rules on the screen and in the previews on it, each with its place. */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    const within = frame === page.mainFrame() ? '' : 'in a frame: ';
    found.push(...(await faultsOf(frame)).map((fault) => within + fault));
  }
  return found;
}

/** A document gets axe's half megabyte of code only once, and returns only violations. */
async function faultsOf(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source);
  return frame.evaluate(async () => {
    // Halfway from one colour to another, contrast says nothing.
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    // A preview is a part of a page, out of reach on purpose; its words have to be readable all the same.
    const { body } = document;
    const isPreview = body.inert;
    body.inert = false;
    const results = await window.axe?.run(isPreview ? body : document, {
      iframes: false,
      // A part of a page has no landmarks of its own.
      rules: { region: { enabled: !isPreview } },
      resultTypes: ['violations'],
    });
    body.inert = isPreview;
    if (!results) throw new Error('axe is not in the page');
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target}`),
    );
  });
}
