import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { callPath } from '#contract/calls.ts';
import { paths } from '#contract/paths.ts';
import { sorts } from '#contract/sort.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { openPhone, type Phone } from '#tests/support/phone.ts';
import type { Buyer } from '#tests/support/shop-api.ts';
import { copyStudio, drawnStudio, testDesigns } from '#tests/support/test-studio.ts';
import { openBareTab } from './bare-tab.ts';
import { benchCategoryIds, fillDatabase } from './filled-database.ts';
import { median, quantile } from './median.ts';

/** As many as a phone keeps. */
const designs = 2000;
const starts = 10;
/** A phone in the middle of the market against this machine. The browser slows pages only, no workers. */
const cpuSlowdown = 4;
const queries = 300;
const warmUps = 24;
const ops = 100;

declare global {
  interface Window {
    /** Resolves with the milliseconds from the navigation's start to what the bench waits for. */
    seenAt?: Promise<number>;
  }
}

/** Says how a figure stands against its limit. */
export type Report = (
  what: string,
  figure: number,
  limit: string,
  holds: boolean,
  detail: string,
) => void;

/** An installed shop on a phone that lost its server, and what waits there when it is back. */
export async function benchPhone(report: Report): Promise<void> {
  const phone = await openPhone(async (dataDir) => {
    // The newest are the drawn ones, so that the first page has pictures.
    copyStudio(await drawnStudio(), dataDir);
    const database = await openSqlite(dataDir);
    await fillDatabase(database, designs - testDesigns);
    await database.close();
  });
  try {
    const buyer = await phone.api.newBuyer();
    await phone.visit(paths.shop.path, buyer);
    await phone.close();
    await phone.lose('killed');

    const usable: number[] = [];
    for (let start = 0; start < starts; start++) usable.push(await coldStart(phone));
    const start = median(usable);
    report(
      `ms to a usable shop without a server, page slowed ${cpuSlowdown} times`,
      start,
      '≤ 1000',
      start <= 1000,
      spread(usable),
    );

    const answers = await neverAsked(phone);
    const slow = quantile(answers, 0.95);
    report(
      `ms for a new listing of ${designs} saved designs, p95`,
      slow,
      '≤ 30',
      slow <= 30,
      spread(answers),
    );

    const sent = await emptyOutbox(phone, buyer);
    report(`ms until ${ops} waiting changes are sent`, sent, '≤ 5000', sent <= 5000, load());
  } finally {
    await phone.end();
  }
}

const load = () => `load ${loadavg()[0]?.toFixed(2)}`;

function spread(times: readonly number[]): string {
  const [least, middle, most] = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(1));
  return `${times.length} from ${least} over ${middle} to ${most}, ${load()}`;
}

/** In a new browser, from the navigation's start to cards with titles and prices and filters to press. */
async function coldStart(phone: Phone): Promise<number> {
  const tab = await openBareTab(phone.folder);
  await tab.send('Page.enable');
  await tab.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${noteUsableShop})()` });
  const loaded = tab.event('Page.loadEventFired');
  await tab.send('Page.navigate', { url: phone.url + paths.shop.path });
  await loaded;
  const { result } = (await tab.send('Runtime.evaluate', {
    expression: 'window.seenAt',
    awaitPromise: true,
  })) as { readonly result: { readonly value?: number } };
  await tab.close();
  if (result.value === undefined) throw new Error('The page notes no time');
  return result.value;
}

async function seenAt(page: Page): Promise<number> {
  const at = await page.evaluate(() => window.seenAt);
  if (at === undefined) throw new Error('The page notes no time');
  return at;
}

/** Runs in the page before any of its scripts. */
function noteUsableShop(): void {
  const isUsable = () => {
    const cards = [...document.querySelectorAll('article')];
    const filters = [...document.querySelectorAll('button')].some(
      ({ textContent, disabled }) => textContent.startsWith('Filters') && !disabled,
    );
    return filters && cards.length > 0 && cards.every(isWhole);
  };
  const isWhole = (card: Element) =>
    card.querySelector('h3')?.textContent !== '' && /\$\d/.test(card.textContent);
  window.seenAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isUsable()) return;
      observer.disconnect();
      // The frame that shows them is drawn before the task that follows it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const words = [
  'fox',
  'slepy moon',
  'tiny whale',
  'gouache',
  'velv dai',
  'rocket 1',
  'seamless owl',
];

/** Filters, sorts, searches and pages, each another question. */
function listings(count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const sort = sorts[place % sorts.length] ?? '';
    const page = String(1 + (place % 5));
    if (place % 2 === 0) {
      const query = `${words[place % words.length]} ${place % 7 === 0 ? '' : place}`;
      return `${callPath('productsSearch')}?${new URLSearchParams({ query, page, sort, limit: '28' })}`;
    }
    const filter = {
      category: benchCategoryIds.slice(place % 6, (place % 6) + 3).join(','),
      designer: place % 3 === 0 ? 'Juniper Moon' : '',
      minPrice: String(place % 13),
      maxPrice: (20 + place / 10).toFixed(2),
    };
    return `${callPath('productsFilter')}?${new URLSearchParams({ ...filter, page, sort, limit: '28' })}`;
  });
}

/** Listings that were never asked for, from question to parsed answer, once the worker is warm. */
async function neverAsked(phone: Phone): Promise<number[]> {
  const page = await phone.reopen(paths.shop.path);
  await page.getByRole('article').first().waitFor();
  const times = await page.evaluate(
    async (asked) => {
      const each: number[] = [];
      for (const path of asked) {
        const startedAt = performance.now();
        const response = await fetch(path);
        const { products } = await response.json();
        each.push(performance.now() - startedAt);
        if (!response.headers.has('X-Saved-At') || !Array.isArray(products)) {
          throw new Error(`${path} was not answered by the device`);
        }
      }
      return each;
    },
    listings(warmUps + queries),
  );
  await phone.close();
  return times.slice(warmUps);
}

/** Runs in the page before any of its scripts. */
function noteAllSaved(): void {
  window.seenAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const said = [...document.querySelectorAll('[role=status]')];
      if (!said.some(({ textContent }) => textContent.startsWith('All saved'))) return;
      observer.disconnect();
      resolve(performance.now());
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** From the opening of the shop to its word that all is saved. */
async function emptyOutbox(phone: Phone, buyer: Buyer): Promise<number> {
  const page = await phone.open();
  let done = 0;
  for (let shopPage = 1; done < ops; shopPage++) {
    await page.goto(`${phone.url}${paths.shop.path}?page=${shopPage}`);
    await page.getByRole('article').nth(27).waitFor();
    done += await page.evaluate((most) => {
      const buttons = document.querySelectorAll<HTMLButtonElement>(
        'article button:not(:disabled):not([aria-pressed=true])',
      );
      const pressed = [...buttons].slice(0, most);
      for (const button of pressed) button.click();
      return pressed.length;
    }, ops - done);
    await page.getByRole('button', { name: `${done} changes waiting` }).waitFor();
  }
  await phone.close();
  await phone.regain();

  const again = await phone.open();
  await again.addInitScript(noteAllSaved);
  await again.goto(phone.url + paths.shop.path, { waitUntil: 'commit' });
  const emptyAt = await seenAt(again);
  const { token } = buyer;
  const cart = await phone.api.call('cart', { token });
  const wishlist = await phone.api.call('wishlist', { token });
  const arrived = cart.items.length + wishlist.items.length;
  if (arrived !== ops) throw new Error(`${arrived} of ${ops} changes arrived`);
  return emptyAt;
}
