import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { paths } from '#contract/shop/paths.ts';
import { acceptTerms, amount, download, expect, pay } from '#tests/support/buying-test.ts';
import { chooseFiles } from '#tests/support/choose-files.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { test } from '#tests/support/studio-page.ts';

/** A drawing with detail, as a studio saves it. */
async function draw(name: string, color: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1400">
    <pattern id="dots" width="12.5%" height="12.5%"><circle cx="60" cy="60" r="40" fill="#fff8ea"/></pattern>
    <rect width="100%" height="100%" fill="${color}"/><rect width="100%" height="100%" fill="url(#dots)"/>
  </svg>`;
  const buffer = await sharp(Buffer.from(svg)).withMetadata({ density: 350 }).png().toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** The newest mail to an address whose text matches, with its lines unfolded. */
async function mailTo(shop: RunningShop, email: string, text: RegExp): Promise<string> {
  const read = () =>
    shop
      .mails()
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .filter((mail) => mail.includes(`To: ${email}`) && text.test(mail))
      .at(-1) ?? '';
  await expect.poll(read).not.toBe('');
  return read();
}

function linkIn(mail: string): string {
  return /\/custom-request#token=[\w-]{43}/.exec(mail)?.[0] ?? '';
}

/** The buyer's telephone. */
async function openTelephone(browser: Browser, baseURL: string): Promise<Page> {
  const telephone = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  return telephone.newPage();
}

test('a custom design is asked for, quoted, paid in two parts, drawn, changed and downloaded', async ({
  studioPage: studio,
  browser,
  api,
  shop,
}) => {
  test.setTimeout(180_000);
  const wish = `Foxes in wellies ${randomUUID().slice(0, 8)}`;
  const email = `olive-${randomUUID().slice(0, 8)}@shop.example`;
  const buyer = await openTelephone(browser, shop.url);
  const main = buyer.getByRole('main');
  const row = studio.getByRole('row').filter({ hasText: 'Olive Thimble' });
  const drawn = await draw('Foxes.png', '#c2215f');
  const redrawn = await draw('Foxes in red wellies.png', '#1c7470');

  await test.step('a visitor sends a request, and the studio sees it on its board', async () => {
    await buyer.goto(paths.home.path);
    await buyer.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
    const form = buyer.getByRole('dialog', { name: 'Request a Custom Design' });
    await form.getByLabel('Name').fill('Olive Thimble');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Design type').selectOption('Exclusive');
    await form.getByLabel('Description').fill(`${wish}\n\nWith lanterns, please.`);
    await form.getByLabel('Reference images').setInputFiles(await draw('Idea.png', '#ffd166'));
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form).toHaveCount(0);

    await studio.goto('/studio/customs');
    await expect(row).toContainText('Received');
  });

  await test.step('the studio sends a quote with a deposit', async () => {
    await row.getByRole('link', { name: 'Olive Thimble' }).click();
    await studio.getByRole('button', { name: 'Write a quote' }).click();
    await studio.getByLabel('Price in dollars').fill('120');
    await studio.getByLabel('Deposit in dollars').fill('40');
    await studio.getByLabel('What is included').fill('A seamless pattern as a PNG at 350 DPI.');
    await studio.getByRole('button', { name: 'Send the quote' }).click();
    await expect(studio.getByText('The buyer can accept the quote and pay.')).toBeVisible();
  });

  await test.step('the buyer opens it by the mailed link, opens an account with its address and is approved', async () => {
    await buyer.goto(linkIn(await mailTo(shop, email, /A quote from/)));
    await expect(main).toContainText('The studio has sent you a quote.');
    await main.getByRole('link', { name: 'Sign in to pay' }).click();
    await main.getByRole('link', { name: 'Sign up' }).click();
    await buyer.getByLabel('First name').fill('Olive');
    await buyer.getByLabel('Last name').fill('Thimble');
    await buyer.getByLabel('Email').fill(email);
    await buyer.getByLabel('License type').selectOption('FABRIC_SHOP');
    await buyer.getByLabel('Business verification link').fill('@olivesews');
    await buyer.getByLabel('Password', { exact: true }).fill('paper-pinwheel-42');
    await buyer.getByLabel('Confirm password', { exact: true }).fill('paper-pinwheel-42');
    await main.getByRole('button', { name: 'Sign up' }).click();
    await expect(buyer).not.toHaveURL(paths.signUp.path);
    await expect(buyer.getByRole('heading', { level: 1, name: wish })).toBeVisible();
    await expect(main).toContainText('once the studio has approved your account');

    await studio.goto('/studio/buyers');
    await studio
      .getByRole('row')
      .filter({ hasText: email })
      .getByRole('link', { name: 'Olive Thimble' })
      .click();
    await studio.getByRole('button', { name: 'Approve' }).click();
    await expect(studio.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });

  await test.step('the buyer accepts the quote and pays the deposit', async () => {
    await buyer.goto(paths.myAccount.path);
    await buyer.getByRole('link', { name: 'Custom requests' }).first().click();
    await expect(main.getByRole('link', { name: wish })).toBeVisible();
    await main.getByRole('link', { name: wish }).click();
    await expect(main.getByRole('link', { name: 'Accept and pay · $40.00' })).toBeVisible();
    await main.getByRole('link', { name: 'Accept and pay · $40.00' }).click();
    await acceptTerms(buyer);
    await buyer.getByRole('button', { name: 'Create Order · $40.00' }).click();
    await pay(buyer);
    await expect(buyer).toHaveURL(paths.orderSuccess.path);
    await expect(main).toContainText('A custom design. The files come here once you have accepted');
  });

  await test.step('the studio draws, adds a picture and a file, and delivers', async () => {
    await studio.goto('/studio/customs');
    await row.getByRole('link', { name: 'Olive Thimble' }).click();
    await studio.getByRole('button', { name: 'Start drawing' }).click();
    await studio.getByRole('link', { name: 'Add pictures and files in the editor' }).click();
    await addDrawing(studio, drawn);
    await deliver(studio, 'Foxes as you wished.');
  });

  await test.step('the buyer looks at the preview and asks for changes with a mark', async () => {
    const mail = await mailTo(shop, email, /ready to look at/);
    await buyer.goto(/\/dashboard\/my-requests\/\w{24}/.exec(mail)?.[0] ?? '');
    const preview = main.getByRole('img', { name: 'Your design, 1' });
    await expect(preview).toBeVisible();
    await expect(main).toContainText('You can ask for changes in 2 more rounds.');
    await main.getByRole('button', { name: 'Ask for changes' }).click();
    await preview.click({ position: { x: 90, y: 60 } });
    await main.getByLabel('Mark 1', { exact: true }).fill('Red wellies here.');
    await main.getByLabel('About the whole design').fill('Lovely so far.');
    await main.getByRole('button', { name: 'Send changes' }).click();
    await expect(main).toContainText('The studio draws your changes next.');
  });

  await test.step('the studio sees the mark and delivers again', async () => {
    await studio.goto('/studio/customs');
    await row.getByRole('link', { name: 'Olive Thimble' }).click();
    await expect(studio.getByRole('region', { name: 'The design' })).toContainText(
      'Red wellies here.',
    );
    await studio.getByRole('button', { name: 'Start drawing' }).click();
    await studio.getByRole('link', { name: 'Add pictures and files in the editor' }).click();
    await studio.getByRole('button', { name: 'Delete Foxes.png' }).first().click();
    await studio.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await chooseFiles(studio, 'Choose pictures', redrawn);
    await expect(
      studio.getByRole('list', { name: 'Pictures in the shop’s order' }).getByRole('listitem'),
    ).toContainText(redrawn.name);
    await deliver(studio, 'With red wellies.');
  });

  await test.step('the buyer accepts the design, pays the rest and downloads the file', async () => {
    await buyer.reload();
    await expect(main).toContainText('You can ask for changes in 1 more round.');
    await main.getByRole('button', { name: 'Accept' }).click();
    await buyer.getByRole('button', { name: 'Accept the design' }).click();
    await expect(main).toContainText('Your design is finished.');
    await main.getByRole('link', { name: 'Pay the rest · $80.00' }).click();
    await acceptTerms(buyer);
    await buyer.getByRole('button', { name: 'Create Order · $80.00' }).click();
    await pay(buyer);
    await expect(buyer).toHaveURL(paths.orderSuccess.path);
    await buyer.goto(paths.myOrders.path);
    await main.getByRole('button', { name: /^Details and downloads/ }).click();
    const saved = await download(buyer, buyer.getByRole('button', { name: /^Download Now/ }));
    expect(saved.bytes.equals(drawn.buffer)).toBe(true);
  });

  await test.step('its licence names the buyer and the design', async () => {
    await buyer.getByRole('link', { name: /^View licence/ }).click();
    await expect(amount(buyer, 'Licensed to')).toContainText('Olive Thimble');
    await studio.reload();
    await expect(studio.getByText('The buyer has accepted the design.')).toBeVisible();
  });
  expect(api.sql('SELECT state FROM customRequests WHERE email = ?', email)).toEqual([
    { state: 'accepted' },
  ]);
  await buyer.context().close();
});

async function addDrawing(studio: Page, drawing: Awaited<ReturnType<typeof draw>>): Promise<void> {
  await chooseFiles(studio, 'Choose pictures', drawing);
  await chooseFiles(studio, 'Choose files', drawing);
  for (const list of ['Pictures in the shop’s order', 'Files that buyers download']) {
    const item = studio.getByRole('list', { name: list }).getByRole('listitem');
    await expect(item).toContainText(drawing.name);
  }
}

/** From the editor, with a note. */
async function deliver(studio: Page, note: string): Promise<void> {
  await studio.goBack();
  await studio.getByRole('button', { name: 'Deliver…' }).click();
  await studio.getByLabel('Note to the buyer').fill(note);
  await studio.getByRole('button', { name: 'Deliver', exact: true }).click();
  await expect(studio.getByText('The buyer looks at the design.')).toBeVisible();
}
