import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import type { Product } from '#contract/shop/product.ts';
import { expect } from './shop-test.ts';

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** Fills in a custom request on Home and sends it; it is stored if the shop can't be reached. */
export async function askForCustom(
  page: Page,
  description: string,
  pictures: readonly Buffer[] = [pixel],
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Request a Custom Design' });
  await dialog.getByLabel('Name').fill('Hazel Button');
  await dialog.getByLabel('Email').fill('hazel@shop.example');
  await dialog.getByLabel('Design type').selectOption('Exclusive');
  await dialog.getByLabel('Description').fill(description);
  await dialog
    .getByLabel('Reference images')
    .setInputFiles(
      pictures.map((buffer, place) => ({ name: `${place}.png`, mimeType: 'image/png', buffer })),
    );
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(messages.custom.queued)).toBeVisible();
}

/** On Shop: adds two designs to the cart, wishlists one in between, and removes one that the shop has in the cart. */
export async function changeSets(
  page: Page,
  [gone, first, wished, second]: readonly [Product, Product, Product, Product],
): Promise<void> {
  const add = ({ title }: Product) => page.getByRole('button', { name: `Add ${title} to cart` });
  await add(first).click();
  await page.getByRole('button', { name: `Save ${wished.title} to wishlist` }).click();
  await expect(
    page.getByRole('link', { name: `${wished.title} is in your wishlist` }),
  ).toBeVisible();
  await add(second).click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Cart, / })
    .click();
  await page.getByRole('button', { name: `Remove ${gone.title}` }).click();
  await expect(page.getByRole('heading', { name: gone.title })).toHaveCount(0);
}

/** The ids in this account's outbox on the device: its ops in order, and its custom requests. */
export function waitingOps(
  page: Page,
  accountId: string,
): Promise<{ readonly line: string[]; readonly requests: string[] }> {
  return page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const rows = async (store: string) =>
      (await done(database.transaction(store).objectStore(store).getAll())) as {
        opId: string;
        seq: number;
      }[];
    const line = (await rows('outbox')).sort((a, b) => a.seq - b.seq);
    const requests = await rows('requests');
    database.close();
    return { line: line.map(({ opId }) => opId), requests: requests.map(({ opId }) => opId) };
  }, `pinwheel-account-${accountId}`);
}

/** From another tab: blocks all changes of the outbox, as on a disk that hangs, until that tab ends. */
export function blockOutbox(page: Page, accountId: string): Promise<void> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const stores = ['outbox', 'requests'];
    const transaction = opening.result.transaction(stores, 'readwrite');
    await new Promise<void>((resolve) => {
      const hold = () => {
        const asked = transaction.objectStore('outbox').count();
        asked.onsuccess = () => {
          resolve();
          hold();
        };
      };
      hold();
    });
  }, `pinwheel-account-${accountId}`);
}
