import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { sharedAnswerKeys } from '#offline/catalogue/shared-answers.ts';
import { logOut, signInByForm } from '../support/buying-test.ts';
import { type FoundMark, findStored } from '../support/dump-storage.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';
import type { Buyer } from '../support/shop-api.ts';

/** More designs than a phone stores pictures of. */
const designs = 130;

interface Copy {
  readonly id: string;
  readonly title: string;
}

const copyAt = (place: number): Copy => ({
  id: `c0${place.toString(16).padStart(22, '0')}`,
  title: `Copy ${place}`,
});

/** The oldest two, which are in no listing opened here. */
const [oldest, nextOldest] = [copyAt(designs - 1), copyAt(designs - 2)];
const words = ['zebrafinch', 'moonmoth'] as const;

test.use({ designs });

/** Opens a search and a design in one tab, and another search in a second one, which stays open. */
async function lookAround(page: Page, { url }: Phone): Promise<Page> {
  await search(page, url, words[0]);
  await page.goto(url + productPath(oldest.id));
  await expect(page.getByRole('heading', { level: 1, name: oldest.title })).toBeVisible();
  const other = await page.context().newPage();
  await search(other, url, words[1]);
  await other.goto(url + paths.terms.path);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const seen = async () => [...(await tracesIn(page)), ...(await tracesIn(other))];
  await expect.poll(seen).toEqual(expect.arrayContaining([...words, oldest.id]));
  return other;
}

/** The second tab has served its purpose once nothing is left to find. */
async function expectForgotten(page: Page, other: Page): Promise<void> {
  for (const tab of [page, other]) await expect.poll(() => tracesIn(tab)).toEqual([]);
  await other.close();
}

async function search(page: Page, url: string, word: string): Promise<void> {
  await page.goto(`${url}${paths.search.path}?query=${word}`);
  await expect(page.getByText(word).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The search texts and the design that can still be found; in the replica, which everybody has, only texts count. */
async function tracesIn(page: Page): Promise<string[]> {
  const found = await findStored(page, [...words, oldest.id]);
  const isTrace = ({ place, mark }: FoundMark) =>
    place !== 'page' && !(mark === oldest.id && isReplica(place));
  return [...new Set(found.filter(isTrace).map(({ mark }) => mark))];
}

const isReplica = (place: string) =>
  place.startsWith('database pinwheel-catalogue/') && !place.endsWith('/answers');

/** Keys of saved answers that not every device has. */
async function ownAnswers(page: Page): Promise<string[]> {
  const keys = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('pinwheel-catalogue');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const answers = opening.result.transaction('answers').objectStore('answers');
          const reading = answers.getAllKeys();
          reading.onsuccess = () => resolve(reading.result.map(String));
          reading.onerror = () => reject(reading.error);
          opening.result.close();
        };
      }),
  );
  return keys.filter((key) => !sharedAnswerKeys().has(key));
}

/** The pictures that were viewed, each once, and the files of all their sizes. */
function seenPictures(page: Page): Promise<{ readonly pictures: number; readonly files: number }> {
  return page.evaluate(async () => {
    const seen = await (await caches.open('pinwheel-images')).keys();
    const pictures = new Set(seen.map(({ url }) => url.split('/').at(-2))).size;
    return { pictures, files: seen.length };
  });
}

/** The caches with a picture in any size. */
function cachesWith(page: Page, hash: string): Promise<readonly string[]> {
  return page.evaluate(async (part) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      if (kept.some(({ url }) => url.includes(part))) found.push(name);
    }
    return found.sort();
  }, hash);
}

/** A signed-in buyer wants a design and sees it in the wishlist and on its own screen. Returns where its pictures are. */
async function wishAndSee(
  page: Page,
  { api, url }: Phone,
  { token }: Buyer,
  { id, title }: Copy,
): Promise<() => Promise<readonly string[]>> {
  await api.call('wishlistAdd', { token, body: { productId: id } });
  for (const path of [paths.myWishlist.path, productPath(id)]) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  const { product } = await api.call('product', { params: { id } });
  const [hash = ''] = product.images[0]?.url.match(/[0-9a-f]{64}/) ?? [];
  expect(hash).not.toBe('');
  const found = () => cachesWith(page, hash);
  await expect.poll(found).toEqual(['pinwheel-images', 'pinwheel-pack']);
  return found;
}

test('a phone forgets what one buyer viewed before anybody else can find it', async ({ phone }) => {
  test.slow();
  const { api, url } = phone;
  const first = await api.newBuyer();
  const page = await phone.visit(paths.home.path, first);
  const signIn = page.getByRole('heading', { level: 1, name: 'Sign in' });

  await test.step('a press deletes it, and says what it was', async () => {
    const other = await lookAround(page, phone);
    await page.bringToFront();
    // In landscape, the phone loads a larger size of the same picture.
    await page.setViewportSize({ width: 844, height: 390 });
    await expect
      .poll(async () => {
        const { pictures, files } = await seenPictures(page);
        return files - pictures;
      })
      .toBeGreaterThan(0);
    await page.goto(`${url}${paths.myAccount.path}#app`);
    const section = page.getByRole('region', { name: 'App and offline storage' });
    const { pictures } = await seenPictures(page);
    await section.getByRole('button', { name: 'Forget what I looked at' }).click();
    await expect(section.getByText(/^Deleted: /)).toHaveText(
      `Deleted: 2 searches and ${pictures} pictures.`,
    );
    await expectForgotten(page, other);
    expect(await ownAnswers(page)).toEqual([]);
    await section.getByRole('button', { name: 'Forget what I looked at' }).click();
    await expect(
      section.getByText(/^(There was nothing to delete|Deleted: \d+ pictures?)\.$/),
    ).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('whoever signs in after an ended session finds nothing (P03)', async () => {
    const other = await lookAround(page, phone);
    await api.call('logout', { token: first.token });
    await page.goto(url + paths.signIn.path);
    // Either tab may be the one that notices.
    await expect(signIn).toBeVisible();
    // The owner may come back before anybody else does.
    await expect.poll(() => tracesIn(page)).toContain(words[0]);
    await signInByForm(page, await api.newBuyer());
    await expectForgotten(page, other);
    await expect.poll(() => ownAnswers(page)).toEqual([]);
  });

  await test.step('after signing out, no storage shows it, in any tab (C12, P18)', async () => {
    const other = await lookAround(page, phone);
    await page.bringToFront();
    await logOut(page);
    await expect(signIn).toBeVisible();
    await expectForgotten(page, other);
    expect(await ownAnswers(page)).toEqual([]);
  });

  const next = await api.newBuyer();

  await test.step('no picture reveals what they wanted once another has signed in (P18)', async () => {
    const buyer = await api.newBuyer();
    await signInByForm(page, buyer);
    const found = await wishAndSee(page, phone, buyer, oldest);
    await page.goto(url + paths.signIn.path);
    await signInByForm(page, next);
    await expect.poll(found).toEqual([]);
  });

  await test.step('no picture reveals it once they have signed out offline (P18)', async () => {
    const found = await wishAndSee(page, phone, next, nextOldest);
    await phone.lose('offline');
    await logOut(page);
    await expect(signIn).toBeVisible();
    await expect.poll(found).toEqual([]);
  });
});
