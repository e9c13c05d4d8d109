import type { Page } from '@playwright/test';
import { addDraft } from '#tests/support/add-draft.ts';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';

/** Links, buttons and fields smaller than a thumb, or than a mouse needs. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = matchMedia('(pointer: coarse)').matches ? 44 : 32;
    const targets = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, select, summary, input:not([type="file"], [type="hidden"]))',
    );
    return [...targets].flatMap((target) => {
      // A row's link takes presses in all of its cell.
      const isStretched = getComputedStyle(target, '::after').inset === '0px';
      const area = target.closest(isStretched ? 'td' : 'label') ?? target;
      const { width, height } = area.getBoundingClientRect();
      const isSmall = width > 1 && height < least - 0.5;
      return isSmall ? [`${target.innerText || target.ariaLabel}: ${height} px high`] : [];
    });
  });
}

/** Scans what is open on a phone and on a desktop. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(sideways, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    expect(await faults(page), `at ${width} px`).toEqual([]);
  }
}

test('lists hold the longest texts, at a thumb’s size and at a mouse’s', async ({
  studioPage: page,
  api,
  browser,
  shop,
}) => {
  const title = newTitle('Woodland foxes who dance by lantern light '.repeat(3)).slice(-120);
  addDraft(api, title);
  const { user, email } = await api.newBuyer({ status: 'pending' });
  const long = `${'clementine-'.repeat(6)}${email}`.slice(-100);
  api.sql(
    "UPDATE accounts SET email = ?1, emailKey = ?1, lastName = 'von Hohenzollern-Sigmaringen' WHERE id = ?2",
    long,
    user._id,
  );
  const phone = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    storageState: await page.context().storageState(),
  });
  const thumbs = await phone.newPage();

  for (const path of ['designs', 'buyers', 'categories']) {
    await goOn(page, `/studio/${path}`);
    await goOn(thumbs, `/studio/${path}`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectSound(page);
    expect(await smallTargets(page), `${path} with a mouse`).toEqual([]);
    await expect(thumbs.getByRole('row').nth(1)).toBeVisible();
    expect(await smallTargets(thumbs), `${path} with a thumb`).toEqual([]);
  }
  addDraft(api, newTitle('Foxes'));
  await goOn(page, '/studio/designs');
  await page
    .getByRole('button', { name: /^Price of / })
    .first()
    .click();
  const design = page.getByRole('row').nth(1).getByRole('cell').first();
  for (const width of [705, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(sideways, `beside an open price at ${width} px`).toBe(0);
    expect((await design.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(195);
  }
  await phone.close();
});

test('dialogs of the team, the own account, buyers and bulk changes are accessible, and previews of texts', async ({
  studioPage: page,
  api,
}) => {
  const word = newTitle('Dialogs');
  addDraft(api, word);
  const { user } = await api.newBuyer({ status: 'pending' });
  await page.goto('/studio/team');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('Owner');
  await expectSound(page);
  await page.getByRole('dialog').getByLabel('Role').selectOption('Editor');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeFocused();

  await goOn(page, '/studio/account');
  await page.getByRole('button', { name: 'Make new codes…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
  await goOn(page, '/studio/notifications');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectSound(page);

  await goOn(page, `/studio/buyers/${user._id}`);
  await page.getByRole('button', { name: 'Reject…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
  for (const section of ['services', 'footer', 'mails', 'look', 'terms']) {
    await goOn(page, '/studio/texts');
    await goOn(page, `/studio/texts/${section}`);
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
    expect(await faults(page), section).toEqual([]);
  }
  await page.getByRole('textbox').first().fill('Please read this first.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await goOn(page, `/studio/designs?search=${encodeURIComponent(word)}`);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('What to change').selectOption({ label: 'Mark as favourites' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('button', { name: 'Change 1 design' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Change 1 design' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 design restored.')).toBeVisible();
  await expectSound(page);

  await goOn(page, '/studio/licences/FABRIC_SHOP/new');
  await page.getByRole('textbox', { name: 'You may' }).fill('Sew.');
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSound(page);
});
