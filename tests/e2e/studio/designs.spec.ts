import type { Page } from '@playwright/test';
import { productPath } from '#contract/shop/paths.ts';
import { faults } from '#tests/support/scan.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1000 },
  { width: 1440, height: 900 },
];

/** The fields and parts of the page whose content is wider than they are. */
function overfull(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('section, form, fieldset, input')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => part.outerHTML.slice(0, 99)),
    );
}

/** The headings of the parts in the right third of the page. */
function inRightThird(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const { left, width } = main.getBoundingClientRect();
    return [...main.querySelectorAll('section')]
      .filter((part) => part.getBoundingClientRect().left > left + width * 0.65)
      .map((part) => part.querySelector('h2')?.innerText ?? '');
  });
}

async function expectSound(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(sideways, `${name} at ${size.width}`).toBe(0);
    expect(await faults(page), `${name} at ${size.width}`).toEqual([]);
  }
}

/** Does at once what an open shop does each minute: polls the catalogue. */
async function look(shop: Page): Promise<void> {
  await shop.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Description' });

test('a design is created, written, previewed, and published into open shops', async ({
  studioPage: page,
  api,
  browser,
  shop,
}) => {
  const title = newTitle('Moth Parade');
  const id = addDraft(api, 'Untitled');
  const visitor = await browser.newPage();
  await visitor.goto(`${shop.url}/shop`);
  await visitor.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // From the second visit on, a page is answered from the device's replica.
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`/studio/designs/${id}`);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('12.5');
  await page.getByLabel('Clementine Fox').check();
  await page.getByRole('group', { name: 'Categories' }).getByRole('checkbox').first().check();
  await editor(page).click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Soft moths');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(' by night');
  await page.getByLabel('Width').fill('12');
  await page.getByLabel('Height').fill('8.5');
  await page.getByLabel('Also sold to fabric shops').uncheck();
  await page.getByRole('switch', { name: 'Discount' }).click();
  await page.getByLabel('Discounted price').fill('9.50');
  await page.getByLabel('Starts', { exact: true }).fill('2036-11-27T00:00');
  await page.getByLabel('Ends', { exact: true }).fill('2036-12-31T23:59');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expectSound(page, 'design-editor');
  // The widest of the sizes.
  expect(await overfull(page)).toEqual([]);
  expect(await inRightThird(page)).toEqual(['Designers and categories', 'Audience', 'Keywords']);

  await page.getByRole('button', { name: 'Save and preview' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('12 × 8.5 in')).toBeVisible();
  await expect(page.locator('strong', { hasText: 'Soft moths' })).toBeVisible();
  await expect(page.getByText('This design isn’t sold to fabric shops.')).toBeVisible();
  await expectSound(page, 'design-preview');
  await page.getByRole('link', { name: 'Read the terms' }).click();
  await expect(page).toHaveURL(/preview$/);
  expect((await page.request.get(`${shop.url}/api/products/${id}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Back to editing' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View in the shop' })).toHaveAttribute(
    'href',
    productPath(id),
  );
  await expect.poll(async () => (await api.products()).some(({ _id }) => _id === id)).toBe(true);

  const card = visitor.getByRole('link', { name: title });
  await expect(async () => {
    await look(visitor);
    await expect(card.first()).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('Retired', { exact: true })).toBeVisible();
  await expect(async () => {
    await look(visitor);
    await expect(card).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await visitor.close();
});
