import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

/** The content type of each small picture stored for offline screens. */
function packedTypes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('pinwheel-pack')).matchAll();
    return kept.map(({ headers }) => headers.get('Content-Type') ?? '');
  });
}

/** A captive portal that lets calls through and answers every picture with its own page. */
async function answerPictures(phone: Phone): Promise<Page> {
  const page = await phone.open();
  await page
    .context()
    .route('**/images/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Buy minutes</h1>' }),
    );
  return page;
}

test("does not store a portal's page as a picture, and loads the pictures on the next visit", async ({
  phone,
}) => {
  const page = await answerPictures(phone);
  await phone.visit(paths.shop.path);
  expect(await packedTypes(page)).toEqual([]);

  await page.context().unrouteAll();
  await phone.visit(paths.shop.path);
  const kept = await packedTypes(page);
  expect(kept.length).toBeGreaterThan(0);
  expect(new Set(kept)).toEqual(new Set(['image/webp']));
});
