import type { Page } from '@playwright/test';
import { namedColors } from '#contract/catalogue/named-colors.ts';
import { paths, productPath, searchPath } from '#contract/shop/paths.ts';
import { shiftsOf, watchShifts } from '#tests/support/layout-shifts.ts';
import { expect, test } from '#tests/support/offline-test.ts';
import { plainPicture } from '#tests/support/pictures.ts';

test.use({ isReturning: true });

const chipsOf = (page: Page) => page.getByRole('list', { name: 'Chosen filters' });

/** Pastes a picture, as from a screenshot. */
async function paste(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'red.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    },
    [...picture],
  );
}

test('designs are found by filters, colour and words with the plug pulled too', async ({
  phone,
}) => {
  test.slow();
  const [design] = await phone.api.products();
  const page = await phone.visit('/shop');

  await test.step('each filter is a chip that moves nothing and can be taken off', async () => {
    const { designers } = await phone.api.call('filterOptions');
    const [designer = ''] = designers;
    const [red] = namedColors;
    const chips = chipsOf(page);
    await watchShifts(page);
    await page.goto(
      `${phone.url}/shop?designer=${encodeURIComponent(designer)}&minPrice=1&color=${red?.color}&sort=a-z`,
    );
    await expect(chips.getByRole('button')).toHaveText([
      designer,
      'Red',
      'From $1.00',
      'Name: A to Z',
      'Clear all',
    ]);
    await expect(page.getByLabel('Sort by')).toBeInViewport({ ratio: 1 });
    expect(await shiftsOf(page)).toEqual([]);

    await phone.lose('offline');
    await chips.getByRole('button', { name: `Remove ${designer}` }).click();
    await expect(page).toHaveURL(`${phone.url}/shop?minPrice=1&color=${red?.color}&sort=a-z`);
    await expect(chips.getByRole('button', { name: 'Remove Red' })).toBeFocused();
    await chips.getByRole('button', { name: 'Remove Red' }).click();
    await expect(page).toHaveURL(`${phone.url}/shop?minPrice=1&sort=a-z`);
    await expect(
      page.getByRole('region', { name: 'Results' }).getByRole('article'),
    ).not.toHaveCount(0);
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(`${phone.url}/shop?sort=newest`);
    await expect(chips).toBeHidden();
  });
  await test.step('the shop and the results of a search can be narrowed by words, with the number of designs of each', async () => {
    for (const path of [paths.shop.path, searchPath('fox')]) {
      await page.goto(phone.url + path);
      await page.getByRole('button', { name: 'Filters' }).click();
      const drawer = page.getByRole('dialog', { name: 'Filters' });
      const word = drawer.getByRole('group', { name: 'Motif' }).getByRole('checkbox').nth(1);
      await word.check();
      await expect(page).toHaveURL(/[?&]motif=/);
      const show = drawer.getByRole('button', { name: /^Show \d+ design/ });
      await expect(async () => {
        const left = Number.parseInt((await show.textContent())?.replace('Show ', '') ?? '', 10);
        await expect(word).toHaveAccessibleName(new RegExp(` ${left} designs?$`), { timeout: 500 });
      }).toPass();
      await show.click();
      await chipsOf(page).getByRole('button').first().click();
      await expect(page).not.toHaveURL(/motif=/);
    }
  });
  await phone.regain();

  await test.step('a colour matched from a pasted picture or a photo finds designs, a design what goes with it, and Back its place', async () => {
    await page.goto(phone.url + paths.search.path);
    await page.getByRole('button', { name: 'Match a photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Match a colour' });
    const photo = dialog.getByLabel('Take or choose a photo');
    await expect(photo).toBeEnabled();
    await phone.lose('killed');
    // The page asks by itself whether the shop is back; nothing it sends has the photo or its colour.
    const sent: string[] = [];
    page.on('request', (request) => {
      const isAsking = request.method() === 'GET' && !request.url().includes('23355c');
      if (!isAsking) sent.push(`${request.method()} ${request.url()}`);
    });
    await paste(page, await plainPicture('#c8323c'));
    await expect(dialog.getByText('#c8323c')).toBeVisible();
    const navy = { name: 'navy.png', mimeType: 'image/png', buffer: await plainPicture('#23355c') };
    await dialog.getByLabel('Another photo').setInputFiles(navy);
    await expect(dialog.getByText('#23355c')).toBeVisible();
    await dialog.getByRole('img').press('ArrowRight');
    expect(sent).toEqual([]);

    await dialog.getByRole('button', { name: 'Show designs in this colour' }).click();
    await expect(page).toHaveURL(/color=23355c/);
    await expect(page.getByLabel('Sort by')).toHaveValue('closest-color');
    // The first cards are there before all others.
    const found = Number.parseInt((await page.getByText(/^\d+ designs$/).textContent()) ?? '', 10);
    await expect(page.getByRole('article')).toHaveCount(found);
    const last = page.getByRole('article').last().getByRole('link').first();
    await last.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(200);
    await last.click();

    await expect(page.getByRole('heading', { name: 'Goes well with' })).toBeVisible();
    const colors = page.getByRole('region', { name: 'Its colours' }).getByRole('link');
    await expect(colors.first()).toHaveAccessibleName(
      /^Designs in this colour: (near )?[a-z ]+, about \d+% of this one$/,
    );

    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
    await expect(last).toBeInViewport();
  });

  await test.step('suggestions come while typing, and a custom request for what can’t be found', async () => {
    const typed = design?.title.split(' ')[0] ?? '';
    await page.goto(phone.url + paths.shop.path);
    await page.getByRole('banner').getByRole('searchbox').pressSequentially(typed);
    const link = page
      .locator('[data-suggestions]')
      .getByRole('link', { name: design?.title ?? '' });
    await expect(link).toBeVisible();
    await link.click();
    await expect(page).toHaveURL(phone.url + productPath(design?._id ?? ''));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(design?.title ?? '');

    await page.goto(phone.url + searchPath('qxzeppelin'));
    await expect(page.getByRole('heading', { name: 'No products found.' })).toBeVisible();
    await page.getByRole('button', { name: 'Request a custom design' }).click();
    await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue(
      'I searched for “qxzeppelin” and found nothing.',
    );
  });
});
