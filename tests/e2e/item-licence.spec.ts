import { dayInWords } from '#contract/shop/day-in-words.ts';
import { readCard } from '#contract/shop/licence-card.ts';
import { itemLicencePath, orderPath, paths } from '#contract/shop/paths.ts';
import { amount, buy, expect, signIn, test } from '#tests/support/buying-test.ts';
import { changeDocuments, cutCall } from '#tests/support/page-calls.ts';

test.use({ timezoneId: 'America/New_York' });

test('shows the licence of a bought design to its holder', async ({ page, api, shop, studio }) => {
  const buyer = await api.newBuyer({ licenseType: 'FABRIC_SHOP' });
  const design = await studio.newDesign();
  const order = await buy(api, shop.url, buyer, design);
  api.sql('UPDATE orders SET createdAt = ? WHERE id = ?', '2026-03-05T01:07:00.000Z', order._id);
  await signIn(page, buyer);
  // The receipt's link opens the order, whose item links to its licence.
  await page.goto(orderPath(order._id));
  const dialog = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await dialog.getByRole('link', { name: `View licence: ${design.title}` }).click();
  const item = order.items[0];
  await expect(page).toHaveURL(itemLicencePath(order._id, item?._id ?? ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(design.title);
  await expect(amount(page, 'Licensed to')).toHaveText('Hazel Button');
  await expect(amount(page, 'Licence type')).toHaveText('Fabric shop');
  await expect(amount(page, 'Order')).toHaveText(order.orderNumber);
  // The day that its signed card has, which is the shop's, wherever this page is read.
  const signedOn = readCard(item?.licenceCard ?? '')?.facts.on ?? 'no card';
  await expect(amount(page, 'Date')).toHaveText(dayInWords(signedOn));
  await expect(amount(page, 'Licence text')).toHaveText(`Version ${item?.licenceTextVersion}`);
  const { licenceTexts } = await api.call('licenceTexts');
  const text = licenceTexts.find(({ licenseType }) => licenseType === 'FABRIC_SHOP');
  await expect(page.getByRole('region', { name: 'How many items it covers' })).toContainText(
    text?.goods ?? 'a text',
  );
  const allowed = page.getByRole('region', { name: 'You may' }).getByRole('listitem');
  await expect(allowed).toHaveText([...(text?.allows ?? [])]);

  await page.goBack();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(paths.myOrders.path);
});

test('names its licensors, and prints on one page', async ({ page, api, customer: { order } }) => {
  await test.step('names the designers as licensors, or the studio before it has named any', async () => {
    const { name, designers } = await api.call('shopSettings');
    const path = itemLicencePath(order._id, order.items[0]?._id ?? '');
    const foot = page.getByText('Granted by');
    await page.goto(path);
    const names = designers.map((designer) => designer.name).join(' and ');
    await expect(foot).toContainText(`Granted by ${names} of ${name} under`);

    await changeDocuments(page, (html) => html.replace(/"designers":\[[^\]]*\]/, '"designers":[]'));
    await page.goto(path);
    await expect(foot).toContainText(`Granted by ${name} under`);
  });
  await page.unrouteAll();

  await test.step('prints on one page, without the frame', async () => {
    await page.goto(itemLicencePath(order._id, order.items[0]?._id ?? ''));
    await expect(amount(page, 'Licensed to')).toBeVisible();
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const part of ['banner', 'contentinfo', 'complementary', 'button'] as const) {
      await expect(page.getByRole(part), part).toHaveCount(0);
    }
  });
});

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('comes from the saved orders', async ({ page, customer: { order } }) => {
    await page.goto(paths.orderSuccess.path);
    await expect(page.getByRole('link', { name: /^View licence/ })).toBeVisible();
    const mend = await cutCall(page, 'orders');
    await page.getByRole('link', { name: /^View licence/ }).click();
    await expect(amount(page, 'Order')).toHaveText(order.orderNumber);
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toContainText(
      'The shop can’t be reached.',
    );
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeHidden();
  });
});

test("refuses the licence of an unpaid item, a refunded one, and another account's", async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const [paid, refunded] = [
    await buy(api, shop.url, buyer, await studio.newDesign()),
    await buy(api, shop.url, buyer, await studio.newDesign()),
  ];
  const strangers = await buy(api, shop.url, await api.newBuyer(), await studio.newDesign());
  const unpaid = await buy(api, shop.url, buyer, await studio.newDesign());
  api.sql('UPDATE orders SET state = ? WHERE id = ?', 'review', unpaid._id);
  api.sql(
    'UPDATE orderItems SET revokedAt = ? WHERE orderId = ?',
    new Date().toISOString(),
    refunded._id,
  );
  await signIn(page, buyer);
  for (const [order, heading] of [
    [unpaid, 'This licence starts when the order is paid'],
    [refunded, 'This licence has ended'],
    [strangers, 'This licence isn’t in your account'],
    [paid, paid.items[0]?.productName ?? ''],
  ] as const) {
    await page.goto(itemLicencePath(order._id, order.items[0]?._id ?? ''));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await page.goto(orderPath(refunded._id));
  const dialog = page.getByRole('dialog', { name: `Order ${refunded.orderNumber}` });
  await expect(dialog).toContainText('Revoked');
  await expect(dialog.getByRole('link', { name: /^View licence/ })).toHaveCount(0);
});

test('asks a visitor to sign in and then shows the order', async ({ page, api, shop, studio }) => {
  const buyer = await api.newBuyer();
  const order = await buy(api, shop.url, buyer, await studio.newDesign());
  await page.goto(orderPath(order._id));
  await expect(page).toHaveURL(paths.signIn.path);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: `Order ${order.orderNumber}` })).toBeVisible();
});

test('says so if the order belongs to another account', async ({ page, api, shop, studio }) => {
  const order = await buy(api, shop.url, await api.newBuyer(), await studio.newDesign());
  const buyer = await api.newBuyer();
  await buy(api, shop.url, buyer, await studio.newDesign());
  await signIn(page, buyer);
  await page.goto(orderPath(order._id));
  await expect(page.getByText(/^This order isn’t in this account/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
