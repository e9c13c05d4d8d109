import { loadavg } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { makeApi } from '#tests/support/shop-api.ts';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { median } from './median.ts';
import type { Report } from './phone.ts';

const rounds = 5;
const textMs = 2000;
const pictureMs = 5000;
/** In bytes a second, and ms for each request. */
const line = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400, offline: false };

interface Seen {
  /** When the first words were painted. */
  readonly text: number;
  /** When the first picture was there. */
  readonly picture: number;
  /** When the largest of the words and pictures in view was painted. */
  readonly largest: number;
  /** How much moved, as browsers score it. */
  readonly shift: number;
}

/** Measures what a phone on a slow line sees of its first visit, in ms from the start of the navigation. */
export async function benchSlowLine(report: Report): Promise<void> {
  const shop = await runShop();
  const executablePath = await findChromium();
  const browser = await chromium.launch({
    args: [...chromiumFlags],
    ...(executablePath && { executablePath }),
  });
  try {
    const [design] = await makeApi(shop).products();
    for (const [screen, path] of [
      ['Home', paths.home.path],
      ['Shop', paths.shop.path],
      ['a design', productPath(design?._id ?? '')],
    ] as const) {
      const visits: Seen[] = [];
      for (let round = 0; round < rounds; round++) {
        visits.push(await visit(browser, shop.url + path));
      }
      const [text, picture] = [visits.map((seen) => seen.text), visits.map((seen) => seen.picture)];
      const at = `${screen} on a slow line, first visit`;
      reportMost(report, `ms to the words of ${at}`, text, textMs);
      reportMost(report, `ms to the picture of ${at}`, picture, pictureMs);
      reportMost(
        report,
        `ms to the largest paint of ${at}`,
        visits.map(({ largest }) => largest),
        pictureMs,
      );
      reportMost(
        report,
        `layout shift of ${at}`,
        visits.map(({ shift }) => shift),
        0.001,
      );
    }
  } finally {
    await browser.close();
    await shop.end();
  }
}

function reportMost(report: Report, what: string, figures: readonly number[], most: number): void {
  const middle = median(figures);
  const each = `${figures.map((figure) => Math.round(figure)).join(', ')}, load ${loadavg()[0]?.toFixed(2)}`;
  report(what, middle, `≤ ${most}`, middle <= most, each);
}

/** The first visit of a phone, with nothing stored. */
async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await page.goto(url);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(hasPicturesInView);
    return await page.evaluate(readSeen);
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function hasPicturesInView(): boolean {
  const inView = [...document.querySelectorAll<HTMLImageElement>('main picture img')].filter(
    (image) => image.getBoundingClientRect().top < innerHeight,
  );
  return inView.length > 0 && inView.every(({ complete }) => complete);
}

interface Paint extends PerformanceEntry {
  readonly url: string;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
}

/** Runs in the page. */
async function readSeen(): Promise<Seen> {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type,
        buffered: true,
      });
      setTimeout(resolve, 500, []);
    });
  const paints = (await entriesOf('largest-contentful-paint')) as Paint[];
  const shifts = (await entriesOf('layout-shift')) as Shift[];
  const pictures = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => new URL(name).pathname.startsWith('/images/'),
  );
  return {
    text: Math.min(...paints.filter(({ url }) => url === '').map(({ startTime }) => startTime)),
    largest: Math.max(...paints.map(({ startTime }) => startTime)),
    picture: Math.min(...pictures.map(({ responseEnd }) => responseEnd)),
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}
