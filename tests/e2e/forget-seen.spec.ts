import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { sharedAnswerKeys } from '#offline/catalogue/shared-answers.ts';
import { logOut, signInByForm } from '../support/buying-test.ts';
import { type FoundMark, findStored } from '../support/dump-storage.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

/** More designs than a phone stores pictures of. */
const designs = 130;
/** The oldest one, which is in no listing opened here. */
const seenId = `c0${(designs - 1).toString(16).padStart(22, '0')}`;
const seenTitle = `Copy ${designs - 1}`;
const words = ['zebrafinch', 'moonmoth'] as const;

test.use({ designs, isReturning: true });

/** Opens a search and a design in one tab, and another search in a second one, which stays open. */
async function lookAround(page: Page, { url }: Phone): Promise<Page> {
  await search(page, url, words[0]);
  await page.goto(url + productPath(seenId));
  await expect(page.getByRole('heading', { level: 1, name: seenTitle })).toBeVisible();
  const other = await page.context().newPage();
  await search(other, url, words[1]);
  await other.goto(url + paths.terms.path);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const seen = async () => [...(await tracesIn(page)), ...(await tracesIn(other))];
  await expect.poll(seen).toEqual(expect.arrayContaining([...words, seenId]));
  return other;
}

async function search(page: Page, url: string, word: string): Promise<void> {
  await page.goto(`${url}${paths.search.path}?query=${word}`);
  await expect(page.getByText(word).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The search texts and the design that can still be found; in the replica, which everybody has, only texts count. */
async function tracesIn(page: Page): Promise<string[]> {
  const found = await findStored(page, [...words, seenId]);
  const isTrace = ({ place, mark }: FoundMark) =>
    place !== 'page' && !(mark === seenId && isReplica(place));
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

test('no storage shows what was viewed, in any tab, after a press, another sign-in or a log-out', {
  tag: ['@C12', '@P03', '@P18'],
}, async ({ phone }) => {
  test.slow();
  const first = await phone.api.newBuyer();
  const page = await phone.visit(paths.home.path, first);

  await test.step('“Clear browsing history” deletes it and says what was deleted', async () => {
    const other = await lookAround(page, phone);
    await page.bringToFront();
    // In landscape, the phone loads a larger size of the same picture.
    const upright = page.viewportSize();
    await page.setViewportSize({ width: 844, height: 390 });
    await expect
      .poll(async () => {
        const { pictures, files } = await seenPictures(page);
        return files - pictures;
      })
      .toBeGreaterThan(0);
    await page.goto(`${phone.url}${paths.myAccount.path}#app`);
    const section = page.getByRole('region', { name: 'App and offline storage' });
    const { pictures } = await seenPictures(page);
    await section.getByRole('button', { name: 'Clear browsing history' }).click();
    await expect(section.getByText(/^Deleted: /)).toHaveText(
      `Deleted: 2 searches and ${pictures} pictures.`,
    );
    for (const tab of [page, other]) await expect.poll(() => tracesIn(tab)).toEqual([]);
    expect(await ownAnswers(page)).toEqual([]);
    await section.getByRole('button', { name: 'Clear browsing history' }).click();
    await expect(
      section.getByText(/^(There was nothing to delete|Deleted: \d+ pictures?)\.$/),
    ).toBeVisible();
    if (upright) await page.setViewportSize(upright);
    await other.close();
  });

  await test.step('after a session ended, the next person to sign in finds nothing', async () => {
    const other = await lookAround(page, phone);
    await phone.api.call('logout', { token: first.token });
    await page.goto(phone.url + paths.signIn.path);
    // Either tab may be the one that notices.
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    // The owner may come back before anybody else does.
    await expect.poll(() => tracesIn(page)).toContain(words[0]);
    await signInByForm(page, await phone.api.newBuyer());
    for (const tab of [page, other]) await expect.poll(() => tracesIn(tab)).toEqual([]);
    await expect.poll(() => ownAnswers(page)).toEqual([]);
    await other.close();
  });

  await test.step('after signing out, there is nothing to find', async () => {
    const other = await lookAround(page, phone);
    // Both tabs show the design when its viewer leaves.
    await other.goto(phone.url + productPath(seenId));
    await expect(other.getByRole('heading', { level: 1, name: seenTitle })).toBeVisible();
    await page.bringToFront();
    await logOut(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    for (const tab of [page, other]) await expect.poll(() => tracesIn(tab)).toEqual([]);
    expect(await ownAnswers(page)).toEqual([]);
  });
});
