import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { notePack } from '#tests/support/phone.ts';
import { pictureServer } from '#tests/support/picture-server.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { makeApi } from '#tests/support/shop-api.ts';
import { runShopInBucket } from '#tests/support/shop-in-bucket.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';

/** With CORS headers for who asks for them, without any, or not at all. */
type Mood = 'open' | 'closed' | 'gone';

/** Another site with the shop's pictures, `open` at first. */
interface PictureSite {
  readonly url: string;
  /** The pictures asked for since the last call, by whether their answers could be read. */
  asked(): { readable: number; unreadable: number };
  become(mood: Mood): void;
  close(): Promise<void>;
}

interface Fixtures {
  readonly s3: S3Server;
  readonly site: PictureSite;
  readonly ownShop: RunningShop;
}

async function openSite(s3: S3Server): Promise<PictureSite> {
  let mood: Mood = 'open';
  let asked = { readable: 0, unreadable: 0 };
  const server = await pictureServer((path, response, { headers }) => {
    if (mood === 'gone') {
      response.destroy();
      return;
    }
    const isReadable = mood === 'open' && headers.origin !== undefined;
    asked[isReadable ? 'readable' : 'unreadable'] += 1;
    response.writeHead(200, {
      'Content-Type': `image/${path.split('.').at(-1)}`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...(isReadable && { 'Access-Control-Allow-Origin': headers.origin }),
    });
    response.end(readFileSync(s3.fileOf(path.slice(1))));
  });
  return {
    url: server.url,
    asked() {
      const before = asked;
      asked = { readable: 0, unreadable: 0 };
      return before;
    },
    become(next) {
      mood = next;
    },
    close: server.close,
  };
}

const test = base.extend<Fixtures>({
  withWorker: true,
  // What the worker may not read, and everything once the shop is gone.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/net::ERR_|blocked by CORS policy|fetching the script/]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  s3: async ({}, use) => {
    const s3 = await startS3();
    await use(s3);
    await s3.end();
  },
  site: async ({ s3 }, use) => {
    const site = await openSite(s3);
    await use(site);
    await site.close();
  },
  ownShop: async ({ s3, site }, use) => {
    const shop = await runShopInBucket(s3, { IMAGES_URL: `${site.url}previews` });
    await use(shop);
    await shop.end();
  },
});

/** Waits until every visible picture has loaded; the browser loads a gallery's other pictures later. */
async function seePictures(page: Page): Promise<void> {
  const shown = () =>
    page.locator('main img[src^="/images/"]').evaluateAll(async (pictures) => {
      if (pictures.length === 0) return [];
      const seen = await new Promise<IntersectionObserverEntry[]>((resolve) => {
        const observer = new IntersectionObserver(resolve);
        for (const picture of pictures) observer.observe(picture);
      });
      return seen
        .filter(({ intersectionRatio }) => intersectionRatio > 0)
        .map(({ target }) => target as HTMLImageElement)
        .map(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    });
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(0);
  await expect.poll(async () => (await shown()).every(Boolean)).toBe(true);
}

test('pictures of another site are shown and kept by the worker, also those that it may not read', async ({
  page,
  site,
  ownShop,
}) => {
  const [design] = await makeApi(ownShop).products();
  if (!design) throw new Error('The studio has no design');
  const shop = ownShop.url + paths.shop.path;
  const product = ownShop.url + productPath(design._id);
  await page.addInitScript(notePack);

  await test.step('what the browser loaded before the worker came is shown again', async () => {
    await page.goto(shop);
    await page.evaluate(() => window.packed);
    const { readable, unreadable } = site.asked();
    expect([readable > 0, unreadable > 0], 'loaded by worker and page').toEqual([true, true]);
    // Or the worker would answer with the small pictures that it has stored.
    await page.evaluate((name) => caches.delete(name), cacheNames.pack);
    await page.reload();
    await seePictures(page);
  });

  await test.step('a site that forbids reading is left out', async () => {
    site.become('closed');
    await page.goto(product);
    await seePictures(page);
  });

  await test.step('without both, all are still there', async () => {
    await ownShop.kill();
    site.become('gone');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.clearBrowserCache');
    for (const address of [product, shop]) {
      await page.goto(address);
      await seePictures(page);
    }
  });
});
