import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { paths } from '#contract/shop/paths.ts';
import { sha256 } from '#tests/support/bought-bytes.ts';
import { cartLink, createOrder, download, pay, toast } from '#tests/support/buying-test.ts';
import { chooseFiles } from '#tests/support/choose-files.ts';
import { inviteByCommand } from '#tests/support/invite.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { codesOf } from '#tests/support/studio-person.ts';

/** The whole first day of a studio, in the browser alone: everything is read from a screen. */

const test = base.extend<{ readonly ownShop: RunningShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  ownShop: async ({}, use) => {
    const shop = await runShop({ DEMO: 'off' }, async () => {});
    await use(shop);
    await shop.end();
  },
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
  // Anyone asked to sign in was signed out before.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/status of 401/]),
});

const ida = { email: 'ida@fern.example', password: 'needle and bobbin' };
const olive = { email: 'olive@thimble.example', password: 'paper-pinwheel-42' };

/** Dots on noise, barely compressed: a drawing as a studio saves it, with a realistic file size. */
async function draw(file: string, side: number, color: string): Promise<string> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const dots = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <pattern id="dots" width="12.5%" height="12.5%">
      <circle cx="${side / 16}" cy="${side / 16}" r="${side / 25}" fill="#fff8ea"/>
    </pattern>
    <rect width="100%" height="100%" fill="${color}" opacity="0.9"/>
    <rect width="100%" height="100%" fill="url(#dots)"/>
  </svg>`;
  await sharp(randomBytes(side * side * 3), { raw })
    .composite([{ input: Buffer.from(dots) }])
    .removeAlpha()
    .withMetadata({ density: 350 })
    .png({ compressionLevel: 0 })
    .toFile(file);
  return file;
}

/** Pixels; its file of 9 MB has many parts. `npm run trials` raises it to 4600, 63 MB. */
const largeSide = Number(process.env.ORIGINAL_SIDE ?? 1700);
const designs = [
  { title: 'Poppy Dots', color: '#c2215f', price: '12.50', side: largeSide },
  { title: 'Fern Dots', color: '#1c7470', price: '8', side: 800 },
  { title: 'Moon Dots', color: '#3b3a6d', price: '9', side: 800 },
] as const;
const [poppies] = designs;

const menu = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name });

async function comeIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(ida.email);
  const key = await page.locator('code').innerText();
  const code = codesOf(key.replaceAll(' ', ''), () => new Date());
  await page.getByRole('textbox', { name: 'Password' }).fill(ida.password);
  await page.getByLabel('Authenticator code').fill(code());
  await page.getByRole('button', { name: 'Set up your account' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(ida.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ida.password);
  // The current code has been used; the next one already works.
  await page.getByLabel('Authenticator code').fill(code(1));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function setUpBrand(page: Page): Promise<void> {
  await expect(page.getByText('Welcome! First, set up your shop')).toBeVisible();
  await page.getByLabel('Name').fill('Fern & Bobbin');
  await page.getByLabel('First designer', { exact: true }).fill('Ida Fern');
  await page.getByLabel('E-mail of the first designer').fill(ida.email);
  await page.getByRole('button', { name: 'Remove the second designer' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The shop shows it')).toBeVisible();
}

/** Adds a design and publishes it as soon as the screen says that nothing is missing. */
async function publish(
  page: Page,
  { title, price }: (typeof designs)[number],
  file: string,
): Promise<void> {
  await menu(page, 'Designs').click();
  await page.getByRole('link', { name: 'New design' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await chooseFiles(page, 'Choose pictures', file);
  await chooseFiles(page, 'Choose files', file);
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  await page.getByLabel('Ida Fern').check();
  const category = page.getByLabel('Dots', { exact: true });
  if (title === poppies.title) {
    await page.getByLabel('New category').fill('Dots');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(category).toBeChecked();
  } else await category.check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('Before it can be published:')).toHaveCount(0, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
}

/** The buyer's own browser, separate from the studio's. */
async function otherBrowser(browser: Browser, url: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, serviceWorkers: 'block' });
}

async function signUp(page: Page): Promise<void> {
  await page.goto(paths.signUp.path);
  await page.getByLabel('First name').fill('Olive');
  await page.getByLabel('Last name').fill('Thimble');
  await page.getByLabel('Email').fill(olive.email);
  await page.getByLabel('License type').selectOption('SMALL_BUSINESS');
  await page.getByLabel('Business verification link').fill('@olivesews');
  await page.getByLabel('Password', { exact: true }).fill(olive.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(olive.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
}

async function approve(page: Page): Promise<void> {
  await menu(page, 'Buyers').click();
  await page.getByRole('link', { name: 'Olive Thimble' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Olive Thimble is approved and has been e-mailed.')).toBeVisible();
}

async function buyPoppies(page: Page): Promise<void> {
  await page.goto(paths.shop.path);
  await page.getByRole('main').getByRole('link', { name: poppies.title, exact: true }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page, 1).click();
  await page.getByRole('link', { name: 'Proceed' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olive Thimble');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(olive.email);
  await createOrder(page);
  await pay(page);
  await expect(toast(page, 'Payment successful!')).toBeVisible();
}

/** Refunds the only order and returns its number. */
async function refund(page: Page): Promise<string> {
  await menu(page, 'Orders').click();
  const link = page.getByRole('link', { name: /^PW-/ });
  const orderNumber = await link.innerText();
  await link.click();
  await page.getByRole('button', { name: 'Refund $12.50…' }).click();
  await page.getByRole('button', { name: 'Refund $12.50', exact: true }).click();
  await expect(page.getByText('$12.50 refunded. The buyer has been e-mailed.')).toBeVisible();
  return orderNumber;
}

/** The rows of the exported orders, keyed by column name. */
async function exportOrders(page: Page): Promise<Record<string, string>[]> {
  await menu(page, 'Data').click();
  const { bytes } = await download(page, page.getByRole('button', { name: /^Orders as CSV/ }));
  return parse(bytes, { bom: true, columns: true });
}

test('from an empty folder to the first sale, its refund and the books', async ({
  page,
  browser,
  ownShop,
}, info) => {
  const files = await Promise.all(
    designs.map(({ title, side, color }) => draw(info.outputPath(`${title}.png`), side, color)),
  );
  const [large = ''] = files;
  const original = await readFile(large);
  // Barely compressed: three bytes per pixel.
  expect(original.length).toBeGreaterThan(2.9 * largeSide ** 2);
  const elsewhere = await otherBrowser(browser, ownShop.url);
  const buyer = await elsewhere.newPage();

  await test.step('the studio comes in', () => comeIn(page, inviteByCommand(ownShop, ida.email)));
  await test.step('sets up its brand', () => setUpBrand(page));
  for (const [place, design] of designs.entries()) {
    await test.step(`publishes ${design.title}`, () => publish(page, design, files[place] ?? ''));
  }
  await test.step('a buyer registers', () => signUp(buyer));
  await test.step('is approved', () => approve(page));
  await test.step('buys', () => buyPoppies(buyer));
  await test.step('has the very file', async () => {
    const button = buyer.getByRole('button', { name: `Download Now: ${poppies.title}` });
    const saved = await download(buyer, button);
    expect(saved.name).toBe('Poppy Dots.png');
    expect(sha256(saved.bytes)).toBe(sha256(original));
  });
  const orderNumber = await test.step('the studio gives it back', () => refund(page));
  await test.step('and exports what was sold', async () => {
    expect(await exportOrders(page)).toMatchObject([
      {
        Order: orderNumber,
        Status: 'paid',
        'E-mail': olive.email,
        Designs: poppies.title,
        Total: '12.50',
        Refunded: '12.50',
        'Net before fee': '0.00',
      },
    ]);
  });
  await test.step('the buyer sees it', async () => {
    await buyer.goto(paths.myOrders.path);
    await expect(buyer.getByRole('main').getByText('Refunded').first()).toBeVisible();
  });
  await elsewhere.close();
});
