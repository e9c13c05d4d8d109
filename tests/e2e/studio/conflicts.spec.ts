import type { Page } from '@playwright/test';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { goOn } from '#tests/support/go-on.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { addDraft } from '#tests/support/studio-design.ts';
import { test as base, expect, signInToStudio } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** A shop of its own: what is published here would change the texts and terms of other journeys. */
const test = base.extend<{ readonly theirPage: Page }, { readonly shop: RunningShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const shop = await runShop();
      await use(shop);
      await shop.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A colleague's. */
  theirPage: async ({ browser, api, shop }, use) => {
    const page = await browser.newPage({ baseURL: shop.url });
    const email = await signInToStudio(page, api, shop.url);
    api.sql("UPDATE studioAccounts SET name = 'Ben' WHERE email = ?", email);
    await use(page);
    await page.close();
  },
});

/** What two people save at once. */
interface Shared {
  /** Below /studio. */
  readonly path: string;
  /** Types or chooses a value. */
  readonly change: (page: Page, value: string) => Promise<unknown>;
  readonly save: (page: Page) => Promise<unknown>;
  readonly values: readonly [theirs: string, mine: string];
  /** What is shown of each value; by default all of it. */
  readonly shown?: readonly [theirs: string, mine: string];
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
const type = (label: string) => (page: Page, value: string) =>
  page.getByRole('textbox', { name: label, exact: true }).first().fill(value);
const enter = (page: Page) => page.keyboard.press('Enter');

const line = 'A rather long line about fern fronds, and how to sew a hem with them.\n\n';
/** Longer than what a conflict shows of a value. */
const long = (word: string) => `${word}\n\n${line.repeat(12).trim()}`;
const longer: Shared['values'] = [long('Theirs'), long('Mine')];

const short: Shared['values'] = ['Theirs', 'Mine'];
const numbers: Shared['values'] = ['40', '60'];

/** Texts and settings of the shop. */
const texts: Readonly<Record<string, Shared>> = {
  shop: { path: '/settings', change: type('Name'), save: press('Save'), values: short },
  opening: { path: '/texts/hero', change: type('Text'), save: press('Publish'), values: short },
  setting: {
    path: '/settings',
    // Saved by the choice.
    change: (page, value) => page.getByLabel('Hold prices for').selectOption(value),
    save: async () => {},
    values: ['6 hours', '7 days'],
  },
  terms: {
    path: '/texts/terms',
    change: type('Section text'),
    async save(page) {
      await press('Publish')(page);
      await press('Publish as a correction')(page);
    },
    values: longer,
  },
  searchWords: {
    path: '/search-words',
    change: type('One group per line'),
    save: press('Save'),
    values: ['fern, frond\ntoadstool, theirs', 'fern, frond\ntoadstool, mine'],
    shown: ['toadstool, theirs 1 in both', 'toadstool, mine 1 in both'],
  },
  mail: {
    path: '/texts/mails',
    async change(page, value) {
      await page.locator('summary', { hasText: 'Welcome' }).click();
      await page.locator('details[open]').getByRole('textbox', { name: 'Text' }).fill(value);
    },
    save: press('Publish'),
    values: longer,
  },
  licence: {
    path: '/licences/FABRIC_SHOP/new',
    change: type('You may'),
    async save(page) {
      await press('Publish…')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    },
    values: short,
  },
};

/** Coupons, collections and designs. */
function addRows(api: ShopApi): Readonly<Record<string, Shared>> {
  const title = 'Foxes in a wood';
  const design = addDraft(api, title);
  const coupon = api.sql('SELECT id FROM coupons WHERE code = ?', addCoupon(api))[0]?.id;
  const collection = 'c'.repeat(24);
  api.sql(
    `INSERT INTO collections (id, slug, name, description, isPublished, position)
     VALUES (?, 'wood', 'In the wood', '', 0, 0)`,
    collection,
  );
  return {
    coupon: {
      path: `/coupons/${coupon}`,
      change: type('Total uses'),
      save: press('Save'),
      values: numbers,
    },
    collection: {
      path: `/collections/${collection}`,
      change: type('Description'),
      save: press('Save'),
      values: longer,
    },
    category: {
      path: '/categories',
      async change(page, value) {
        await page
          .getByRole('button', { name: /^Rename / })
          .first()
          .click();
        await type('Name')(page, value);
      },
      save: enter,
      values: short,
    },
    picture: {
      path: '/front',
      change: type('What picture 1 shows'),
      save: enter,
      values: short,
    },
    design: {
      path: `/designs/${design}`,
      change: type('Description'),
      save: press('Save'),
      values: longer,
    },
    price: {
      path: `/designs?search=${encodeURIComponent(title)}`,
      async change(page, value) {
        await page
          .getByRole('button', { name: /^Price of / })
          .first()
          .click();
        await page.getByRole('textbox', { name: /^Price of / }).fill(value);
      },
      save: enter,
      values: numbers,
    },
  };
}

test.use({ expectedErrors: [/409 \(Conflict\)/] });

async function expectChoices(
  [page, theirPage]: readonly [Page, Page],
  everything: Readonly<Record<string, Shared>>,
): Promise<void> {
  for (const [name, { path, change, save, values, shown = values }] of Object.entries(everything)) {
    await test.step(name, async () => {
      const [theirs, mine] = values;
      for (const each of [page, theirPage]) await goOn(each, `/studio${path}`);
      const saved = theirPage.waitForResponse(
        (response) => response.request().method() !== 'GET' && response.ok(),
      );
      await change(theirPage, theirs);
      await save(theirPage);
      await saved;

      await change(page, mine);
      await save(page);

      const conflict = page.getByRole('region', { name: 'Changed by two people' });
      await expect(conflict).toContainText('Ben changed this too.');
      for (const value of shown) {
        await expect(conflict).toContainText(value.replaceAll(/\s+/g, ' '));
      }
      await expectSoundScreen(page);
      await conflict.getByRole('button', { name: /^Use theirs/ }).click();
      await expect(conflict).toHaveCount(0);
      if (name === 'price') return;
      // Leaves nothing unsaved behind.
      await goOn(page, '/studio/texts');
      await goOn(theirPage, '/studio/texts');
    });
  }
}

test('of a text that two people save, both can be read, and one chosen', async ({
  studioPage,
  theirPage,
}) => {
  await expectChoices([studioPage, theirPage], texts);
});

test('of any other value that two people save, both can be read, and one chosen', async ({
  studioPage,
  theirPage,
  api,
}) => {
  await expectChoices([studioPage, theirPage], addRows(api));
});

test('their value is the one in force, even if they save another meanwhile', async ({
  studioPage: page,
  theirPage,
  api,
}) => {
  const conflict = page.getByRole('region', { name: 'Changed by two people' });
  for (const [path, label, save] of [
    ['/texts/hero', 'Text', 'Publish'],
    [`/designs/${addDraft(api, 'Foxes in a wood')}`, 'Description', 'Save'],
  ] as const) {
    const text = page.getByRole('textbox', { name: label, exact: true });
    const saveTheirs = async (value: string) => {
      const saved = theirPage.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.ok(),
      );
      await type(label)(theirPage, value);
      await press(save)(theirPage);
      await saved;
    };
    for (const each of [page, theirPage]) await goOn(each, `/studio${path}`);
    await expect(text).toBeVisible();
    await saveTheirs('Their first');
    await text.fill('My text');
    await press(save)(page);
    await expect(conflict).toContainText('Their first');

    await saveTheirs('Their second');
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );

    await expect(conflict).toContainText('Their second');
    await conflict.getByRole('button', { name: /^Use theirs/ }).click();
    const value = () =>
      text.evaluate((field) => ('value' in field ? field.value : field.textContent));
    await expect.poll(value).toBe('Their second');
  }
});

test('of a long text, the choices are in sight on a phone, and all of it can be read', async ({
  studioPage: page,
  theirPage,
  api,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const path = `/studio/designs/${addDraft(api, 'Foxes in a wood')}`;
  const [theirs, mine] = longer;
  for (const each of [page, theirPage]) await goOn(each, path);
  for (const [each, text] of [
    [theirPage, theirs],
    [page, mine],
  ] as const) {
    await type('Description')(each, text);
    const answered = each.waitForResponse((response) => response.request().method() === 'PUT');
    await press('Save')(each);
    await answered;
  }
  const conflict = page.getByRole('group', { name: 'Description' });
  const own = conflict.getByRole('definition').first();
  const height = async () => (await own.boundingBox())?.height ?? 0;

  await expect(conflict.getByRole('button', { name: 'Use theirs' })).toBeInViewport({ ratio: 1 });
  await expect(conflict.getByRole('button', { name: 'Keep mine' })).toBeInViewport({ ratio: 1 });
  await expect(conflict.getByText('Ben changed this too.')).toBeInViewport({ ratio: 1 });
  const folded = await height();
  await conflict.getByRole('button', { name: 'Show all of mine: Description' }).click();
  await expect.poll(height).toBeGreaterThan(3 * folded);
  await conflict.getByRole('button', { name: 'Show less of mine: Description' }).click();
  await expect.poll(height).toBe(folded);
});
