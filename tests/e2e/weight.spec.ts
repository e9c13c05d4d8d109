import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '../support/shop-test.ts';

/** Compressed kilobytes of everything the first screen runs. */
const maxScript = 95;

declare global {
  interface Window {
    /** When the screen's heading first appeared in the page, in ms of its clock. */
    screenStoodAt?: number;
  }
}

for (const path of ['/', '/shop']) {
  test(`the first screen of ${path} needs at most ${maxScript} kB of script`, async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main h1')) return;
        window.screenStoodAt = performance.now();
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    // The first screen can do without whatever arrives later.
    const needed = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .filter(({ responseEnd }) => responseEnd <= (window.screenStoodAt ?? 0))
        .map(({ encodedBodySize }) => encodedBodySize / 1000),
    );
    const kilobytes = needed.reduce((sum, size) => sum + size, 0);
    expect(needed.length).toBeGreaterThan(1);
    expect(kilobytes).toBeGreaterThan(60);
    expect(kilobytes).toBeLessThanOrEqual(maxScript);
  });
}

test('what every page starts with is compiled off the main thread', async ({ request }) => {
  const document = await (await request.get('/')).text();
  const starts = [...document.matchAll(/\/assets\/(?:index|shop)-[\w-]{7}\.js/g)];
  expect(starts.length).toBeGreaterThan(1);
  for (const [path] of starts) {
    expect(await (await request.get(path)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

/** Compressed kilobytes of what every screen of the studio starts with. */
const maxStudioScript = 120;

interface BuiltFile {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

test(`the studio starts with at most ${maxStudioScript} kB of script`, () => {
  const built = JSON.parse(readFileSync('dist/studio/.vite/manifest.json', 'utf8')) as Readonly<
    Record<string, BuiltFile>
  >;
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of built[name]?.imports ?? []) need(other);
  };
  need('index.html');
  const size = [...needed].reduce((sum, name) => {
    const file = `dist/studio/${built[name]?.file}`;
    return sum + (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
  }, 0);
  expect(size / 1000).toBeGreaterThan(80);
  expect(size / 1000).toBeLessThanOrEqual(maxStudioScript);
});
