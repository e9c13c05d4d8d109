import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { cleanDescription } from '#server/designs/clean-description.ts';
import { htmlCorpus } from '#tests/support/bypass/html-corpus.ts';
import { badLinks } from '#tests/support/bypass/link-corpus.ts';
import { mutate } from '#tests/support/bypass/mutate.ts';
import { foreignDescription } from '#tests/support/foreign-description.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

/** `npm test` tries a few; `npm run trials -- --mutations N` sets how many, and uses every link. */
const mutations = Number(process.env.HTML_MUTATIONS ?? 500);
const links = process.env.HTML_MUTATIONS
  ? badLinks
  : badLinks.filter((_, place) => place % 18 === 0);
/** This many mutations share one description, so that what one leaves open meets the next. */
const together = 20;

interface Traps {
  readonly executed: string[];
  readonly reports: string[];
}
declare global {
  interface Window {
    traps: Traps;
  }
}

/** Counts whatever runs and whatever the policy reports, from the page's first moment on. */
async function setTraps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.traps = { executed: [], reports: [] };
    for (const name of ['alert', 'confirm', 'prompt', 'open', 'print'] as const) {
      Object.assign(window, { [name]: () => window.traps.executed.push(name) });
    }
    document.addEventListener('securitypolicyviolation', (event) =>
      window.traps.reports.push(`${event.violatedDirective} ${event.sample}`),
    );
  });
}

/** Answers each made-up id with the design whose description has that number. */
async function answerWith(page: Page, product: Product, descriptions: readonly string[]) {
  await page.route(/\/api\/products\/f{8}[0-9a-f]{16}$/, (route) => {
    const id = route.request().url().slice(-24);
    const description = descriptions[Number.parseInt(id.slice(8), 16)] ?? '';
    return route.fulfill({
      json: { product: { ...product, images: product.images.slice(0, 1), _id: id, description } },
    });
  });
  await page.route(/\/api\/products\/f{8}[0-9a-f]{16}\/goes-with\?/, (route) =>
    route.fulfill({ json: { products: [] } }),
  );
}

/**
 * Navigates the shop from one design to the next, as its links do, and reads the rendered description. The
 * heading that each begins with shows that it is rendered.
 */
async function renderAll(page: Page, count: number, path: string): Promise<string[]> {
  return page.evaluate(
    async ({ count, path }) => {
      const faults: string[] = [];
      const marks = ['P', 'UL', 'OL', 'LI', 'STRONG', 'EM', 'BR', 'H3', 'A'];
      const place = () => document.querySelector('[aria-labelledby="description"]');
      const isThere = (text: string) => place()?.querySelector('h3')?.textContent === text;

      function inspect(number: number): void {
        for (const element of place()?.querySelectorAll(':scope > div *') ?? []) {
          const names = element.getAttributeNames().join();
          const address = element.getAttribute('href') ?? 'https:';
          const isLink = element.tagName === 'A' && ['rel', 'href,rel'].includes(names);
          if (!marks.includes(element.tagName)) faults.push(`${number}: ${element.outerHTML}`);
          else if (names !== '' && !isLink) faults.push(`${number}: ${element.outerHTML}`);
          else if (!/^(https?:\/\/|mailto:|https:$)/i.test(address))
            faults.push(`${number}: ${address}`);
        }
      }

      for (let number = 0; number < count; number += 1) {
        history.pushState(null, '', path + number.toString(16).padStart(16, '0'));
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        await new Promise<void>((resolve) => {
          const look = () => {
            if (!isThere(`Design ${number}`)) return;
            watcher.disconnect();
            resolve();
          };
          const watcher = new MutationObserver(look);
          watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
          look();
        });
        inspect(number);
      }
      return faults;
    },
    { count, path },
  );
}

/** The corpus and its mutations. */
function hostileTexts(): string[] {
  return [...htmlCorpus, ...batchesOf(mutate(htmlCorpus, mutations, 20_261_120), '<p>')];
}

function batchesOf(texts: readonly string[], between: string): string[] {
  return Array.from({ length: Math.ceil(texts.length / together) }, (_, place) =>
    texts.slice(place * together, (place + 1) * together).join(between),
  );
}

/** Puts each text under its own heading. */
function described(texts: readonly string[]): string[] {
  return texts.map((html, place) => `<h3>Design ${place}</h3>${html}`);
}

/** Shows each description in the shop. Returns what is wrong with them and what the page requested. */
async function showAll(page: Page, api: ShopApi, descriptions: readonly string[]) {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no design');
  await setTraps(page);
  await answerWith(page, product, descriptions);
  await page.goto(productPath(product._id));
  await expect(page.getByRole('region', { name: 'Description' })).toBeVisible();
  const faults = await renderAll(page, descriptions.length, productPath('f'.repeat(8)));
  return { faults, asked: [...asked] };
}

test('renders no description that runs, requests, reports or covers anything', {
  tag: ['@core', '@G05'],
}, async ({ page, api, shop }) => {
  // What the server has cleaned closes its own tags, so texts that share a page don't change each other.
  const descriptions = described(batchesOf(hostileTexts().map(cleanDescription), ''));

  const { faults, asked } = await showAll(page, api, descriptions);

  expect(htmlCorpus.length).toBeGreaterThanOrEqual(150);
  expect(faults).toEqual([]);
  expect(await page.evaluate(() => window.traps)).toEqual({ executed: [], reports: [] });
  expect(asked).toEqual([shop.url]);
});

test.describe('a description that the server did not clean', () => {
  // The browser reports what it blocks while DOMPurify parses the text.
  test.use({ expectedErrors: [/has been blocked|will not be executed/] });

  test('still runs, requests and covers nothing', { tag: ['@G05'] }, async ({
    page,
    api,
    shop,
  }) => {
    const { faults, asked } = await showAll(page, api, described(hostileTexts()));

    expect(faults).toEqual([]);
    expect(await page.evaluate(() => window.traps.executed)).toEqual([]);
    expect(asked).toEqual([shop.url]);
  });

  test('has the blocks that the server would give it', async ({ page, api }) => {
    const [description = ''] = described([foreignDescription]);

    await showAll(page, api, [description]);

    const shown = await page.locator('[aria-labelledby="description"] > div').innerHTML();
    expect(shown.replaceAll(' rel="noopener noreferrer nofollow"', '')).toBe(
      cleanDescription(description),
    );
  });
});

/** The protocols of a screen's links. */
function protocols(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...new Set([...document.querySelectorAll('a')].map(({ protocol }) => protocol))].sort(),
  );
}

test('does not link an invalid business address', async ({ page, api }) => {
  await setTraps(page);
  const { user } = await signInPage(page, api);
  for (const link of links) {
    api.sql('UPDATE accounts SET businessVerificationLink = ? WHERE id = ?', link, user._id);
    // Nothing of the previous page answers any more.
    await page.goto('/robots.txt');
    const answered = page.waitForResponse((response) => response.url().endsWith(callPath('me')));
    await page.goto(paths.myAccount.path);
    expect((await (await answered).json()).user.businessVerificationLink).toBe(link);
    await expect(page.getByRole('definition').first()).toBeVisible();
    await expect(page.getByRole('main').locator('dd a'), link).toHaveCount(0);
    expect(await protocols(page), link).toEqual(['http:', 'https:', 'mailto:']);
    expect(await page.evaluate(() => window.traps)).toEqual({ executed: [], reports: [] });
  }
});

test('does not link an invalid social address', async ({ page, api }) => {
  const [row] = api.sql("SELECT value FROM settings WHERE key = 'studio'");
  const studio = JSON.parse(String(row?.value));
  /** Sets the studio's name and link, and waits until the shop has them. */
  async function set(changed: { readonly name: string; readonly socialLink: string }) {
    const value = JSON.stringify({ ...studio, ...changed });
    api.sql("UPDATE settings SET value = ? WHERE key = 'studio'", value);
    api.sql('INSERT INTO catalogueChanges (changedAt) VALUES (?)', new Date().toISOString());
    await expect
      .poll(async () => (await api.call('shopSettings')).name, { intervals: [100] })
      .toBe(changed.name);
  }
  const outward = page.getByRole('link', { name: 'opens in a new tab' });
  await setTraps(page);
  try {
    await page.goto(paths.terms.path);
    await expect(outward).toHaveCount(2);
    for (const [place, socialLink] of links.entries()) {
      const name = `Studio ${place}`;
      await set({ name, socialLink });
      await page.goto(paths.terms.path);
      await expect(page.getByRole('contentinfo').getByText(name)).toBeVisible();
      await expect(outward, socialLink).toHaveCount(0);
      expect(await protocols(page), socialLink).toEqual(['http:', 'mailto:']);
      expect(await page.evaluate(() => window.traps)).toEqual({ executed: [], reports: [] });
    }
  } finally {
    await set(studio);
  }
});
