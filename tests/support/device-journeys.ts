import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { productPath } from '#contract/shop/paths.ts';
import { expect, toast } from '#tests/support/buying-test.ts';
import { dumpStorage } from '#tests/support/dump-storage.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

/** Three designs that every journey can use. */
export async function someDesigns(api: ShopApi) {
  const [fox, moon, fern] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!fox || !moon || !fern) throw new Error('The studio has no three designs');
  return [fox, moon, fern] as const;
}

/** @param says the final text of the toast: a refusal replaces "Item added to cart" at once. */
export async function addFromPage(
  page: Page,
  productId: string,
  says = 'Item added to cart',
): Promise<void> {
  await page.goto(productPath(productId));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, says)).toBeVisible();
}

const refusal = 'This design is not here.';

/** Adds a design after `refuseAdds`. */
export function addRefused(page: Page, productId: string): Promise<void> {
  return addFromPage(page, productId, refusal);
}

/** Makes the server refuse every add to the cart. */
export async function refuseAdds(page: Page): Promise<void> {
  await page.route(`**${callPath('cartAdd')}`, (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'NOT_FOUND', message: refusal },
    }),
  );
}

/** Ids in the account's cart on the server, in order. */
export async function serverCart(api: ShopApi, { token }: Buyer): Promise<readonly string[]> {
  return (await api.call('cart', { token })).items.map((item) => item.productId);
}

/** The `Idempotency-Key` of every add that a page sends from now on. */
export function watchAdds(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(callPath('cartAdd'))) {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return keys;
}

/** Everything that this origin stores in the browser, as one text. */
export async function everythingKept(page: Page): Promise<string> {
  return (await dumpStorage(page)).map(({ text }) => text).join('\n');
}
