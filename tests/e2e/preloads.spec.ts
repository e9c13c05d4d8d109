import type { Page } from '@playwright/test';
import { fillPath, type PathName, paths } from '#contract/shop/paths.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

declare global {
  interface Window {
    readonly fetched: string[];
  }
}

/** Shows every screen in a document of its own, and waits until it has used what it preloads, each once. */
async function useEveryScreen(page: Page, ids: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window;
    const fetched: string[] = [];
    Object.assign(window, { fetched });
    window.fetch = (request, init) => {
      if (typeof request === 'string') fetched.push(new URL(request, location.href).href);
      return fetch(request, init);
    };
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const name of Object.keys(paths) as PathName[]) {
    const ran = new Set<string>();
    await page.goto(fillPath(paths[name].path, ids));
    const unused = async () => {
      const { result } = await session.send('Profiler.takePreciseCoverage');
      for (const { url, functions } of result) {
        if (functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))) ran.add(url);
      }
      // A screen that sends its visitor elsewhere may load another document meanwhile.
      return page.evaluate(findUnused, [...ran]).catch((error) => [String(error)]);
    };
    await expect.poll(unused, { message: `${name} preloads what it doesn’t use` }).toEqual([]);
  }
}

/** In the page. The fonts are those of every screen. */
function findUnused(ran: readonly string[]): string[] {
  if (document.querySelector('.first-paint')) return ['it isn’t drawn yet'];
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel$=preload]')];
  const shown = [...document.images].map(({ currentSrc }) => currentSrc);
  const timesOf = (url: string) => asked.filter(({ name }) => name === url).length;
  return links.flatMap((link) => {
    if (link.rel === 'modulepreload') return ran.includes(link.href) ? [] : [link.href];
    if (link.as === 'fetch') {
      return window.fetched.includes(link.href) && timesOf(link.href) < 2 ? [] : [link.href];
    }
    if (link.as !== 'image') return [];
    const pictures = link.imageSrcset.split(', ').map((part) => part.replace(/ .*/, ''));
    const urls = pictures.map((path) => new URL(path, location.href).href);
    return urls.some((url) => timesOf(url) > 0 && shown.includes(url)) ? [] : [link.imageSrcset];
  });
}

test.use({ expectedErrors: [/status of 40[14]/] });

test("a visitor's screens use what the shop's documents preload", async ({ page, api }) => {
  const [design] = await api.products();
  await useEveryScreen(page, { id: design?._id ?? '', slug: 'nowhere', order: 'o', item: 'i' });
});

test.describe('from the device', () => {
  test.use({ withWorker: true });
  test("a buyer's screens use what the device's documents preload", async ({ page, api }) => {
    const [design] = await api.products();
    await signInPage(page, api);
    await page.goto(paths.home.path);
    await page.waitForFunction(async () => {
      const { controller } = navigator.serviceWorker;
      return controller !== null && (await caches.has('pinwheel-pack'));
    });
    await useEveryScreen(page, { id: design?._id ?? '', slug: 'nowhere', order: 'o', item: 'i' });
  });
});
