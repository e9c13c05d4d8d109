import type { Locator, Page } from '@playwright/test';
import { productPath } from '#contract/shop/paths.ts';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

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

test('a design is opened from a search, left with unsaved changes, and its price edited in the list', async ({
  studioPage: page,
  api,
}) => {
  await test.step('a design opens from a searched list that was just loaded', async () => {
    const title = newTitle('Quick');
    addDraft(api, title);
    await page.goto(`/studio/designs?search=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: title }).click();

    await expect(page.getByLabel('Title')).toHaveValue(title);
  });

  await test.step('a page with unsaved changes asks before it is left', async () => {
    const id = addDraft(api, newTitle('Half Written'));
    await goOn(page, '/studio/designs');
    await goOn(page, `/studio/designs/${id}`);
    await page.getByLabel('Title').fill('Nearly done');

    await page
      .getByRole('navigation', { name: 'Studio' })
      .getByRole('link', { name: 'Designs' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(dialog).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Nearly done');

    await page
      .getByRole('navigation', { name: 'Studio' })
      .getByRole('link', { name: 'Designs' })
      .click();
    await dialog.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Designs' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Nearly done' })).toBeVisible();
  });

  await test.step('prices are edited in the list by keyboard, and refused ones stay for correction', async () => {
    const title = newTitle('Priced');
    const id = addDraft(api, title);
    api.sql(
      'UPDATE products SET price = 1200, salePrice = 800, discountedPrice = 800 WHERE id = ?',
      id,
    );
    const search = page.getByLabel('Search');
    const shown = await valuesOf(search);
    await search.fill(`${title} `);
    await expect(page).toHaveURL(/search=Priced/);
    await expect(page.getByText('1 design', { exact: true })).toBeVisible();
    // A space that is typed between two words stays, and the text is never gone meanwhile.
    await expect(search).toHaveValue(`${title} `);
    expect(await shown()).toEqual(new Set([`${title} `]));

    const price = page.getByRole('button', { name: `Price of ${title}` });
    await price.focus();
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: `Price of ${title}` });
    await input.fill('twelve');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter a price in dollars, such as 12.50.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(price).toBeFocused();

    await page.keyboard.press('Enter');
    await input.fill('$15.50');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('button', { name: `Price of ${title}: $15.50. Edit` }),
    ).toBeFocused();
    expect(api.sql('SELECT price FROM products WHERE id = ?', id)).toEqual([{ price: 1550 }]);
  });
});

test.describe('changes that are refused', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test('two tabs, many designs, a bare draft and categories are changed', async ({
    studioPage: page,
    api,
  }) => {
    await test.step('two tabs change different fields, and both changes stay', async () => {
      const id = addDraft(api, newTitle('Two Tabs'));
      const other = await page.context().newPage();
      for (const tab of [page, other]) {
        await tab.goto(`/studio/designs/${id}`);
        await expect(tab.getByLabel('Title')).toBeVisible();
      }
      await other.getByLabel('SKU').fill(`OTHER-${id}`);
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

      await page.getByLabel('Title').fill('Mine');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
      await expect(page.getByLabel('SKU')).toHaveValue(`OTHER-${id}`);
      const [row] = api.sql('SELECT title, sku FROM products WHERE id = ?', id);
      expect(row).toEqual({ title: 'Mine', sku: `OTHER-${id}` });
    });

    await test.step('several designs are changed at once, and each refusal names its design', async () => {
      const word = newTitle('Batch');
      const drafts = [1, 2].map((each) => addDraft(api, `${word} ${each}`));
      api.sql(
        'UPDATE products SET price = 900, designers = \'["Juniper Moon"]\' WHERE id = ?',
        String(drafts[0]),
      );
      api.sql(
        'INSERT INTO productCategories SELECT ?, id, 0 FROM categories LIMIT 1',
        String(drafts[0]),
      );
      await goOn(page, `/studio/designs?search=${encodeURIComponent(word)}`);
      await page.getByLabel('Select all on this page').check();
      await expect(page.getByText('2 designs selected')).toBeVisible();
      await expectSound(page, 'designs');

      await page.getByRole('button', { name: 'Change…' }).click();
      const choice = page.getByLabel('What to change');
      await choice.selectOption('Discount');
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.getByRole('button', { name: 'Change…' }).click();
      await choice.selectOption('Publish');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Change 1 design' }).click();
      await expect(page.getByText('1 design changed, 1 not')).toBeVisible();
      await expect(page.getByRole('row', { name: `${word} 1` })).toContainText('Published');
      await expect(page.getByRole('row', { name: `${word} 2` })).toContainText(
        'It can’t be published yet.',
      );

      for (let each = 3; each <= 51; each += 1) addDraft(api, `${word} ${each}`);
      await goOn(page, `/studio/designs?search=${encodeURIComponent(word)}`);
      await page.getByLabel('Select all on this page').check();
      await expect(page.getByText('50 designs selected')).toBeVisible();
      await page.getByRole('button', { name: 'Select all 51 results' }).click();
      await page.getByRole('button', { name: 'Change…' }).click();
      await choice.selectOption('Mark as favourites');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Change 51 designs' }).click();
      await expect(page.getByText('51 designs changed.')).toBeVisible();
    });

    await test.step('lists what is missing before a draft is published', async () => {
      await goOn(page, '/studio/designs/new');
      const [heading, card] = await Promise.all([
        page.getByRole('heading', { name: 'New design' }).boundingBox(),
        page.getByRole('region', { name: 'Name your design' }).boundingBox(),
      ]);
      expect(card?.x, 'the form starts below the heading').toBe(heading?.x);
      await page.getByLabel('Title').fill('Bare');
      await page.getByRole('link', { name: 'Orders' }).click();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await page.getByRole('button', { name: 'Create draft' }).click();
      await expect(page.getByText('Before it can be published:')).toBeVisible();
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('It can’t be published yet.')).toBeVisible();
      await expect(page.getByText('Choose who designed it.').first()).toBeVisible();
    });

    await test.step('a category is added and renamed, and its name is unique', async () => {
      const name = newTitle('Treats');
      await goOn(page, '/studio/categories');
      await page.getByLabel('New category').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Rename ${name}` }).click();
      await page.getByLabel('Name', { exact: true }).fill(`${name} too`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Rename ${name} too` })).toBeVisible();
      await page.getByLabel('New category').fill(`${name} TOO`);
      await page.keyboard.press('Enter');
      await expect(page.getByText('A category with this name already exists.')).toBeVisible();
      await expectSound(page, 'categories');
    });
  });
});

test('a draft without anything can be previewed', async ({ studioPage: page, api }) => {
  const title = newTitle('Bare');
  const id = addDraft(api, title);
  for (const table of ['productFiles', 'productImages']) {
    api.sql(`DELETE FROM ${table} WHERE productId = ?`, id);
  }

  await page.goto(`/studio/designs/${id}/preview`);

  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.getByText('No picture yet')).toBeVisible();
  await expect(page.getByText('It has no file to download yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  await expectSoundScreen(page);
});

/** Records each text that a field shows from now on, also for a moment: React writes it to the attribute, too. */
async function valuesOf(field: Locator): Promise<() => Promise<ReadonlySet<string>>> {
  const seen = await field.evaluateHandle((input: HTMLInputElement) => {
    const values: string[] = [];
    const note = () => values.push(input.value);
    new MutationObserver(note).observe(input, { attributes: true, attributeFilter: ['value'] });
    return values;
  });
  return async () => new Set(await seen.jsonValue());
}
