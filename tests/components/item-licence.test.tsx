import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exclusiveMeaning } from '#contract/shop/exclusive.ts';
import { cardText } from '#contract/shop/licence-card.ts';
import { factsBytes } from '#contract/shop/licence-facts.ts';
import type { Order } from '#contract/shop/order.ts';
import { itemLicencePath, orderPath, ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, openShop, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { ordered, refunded, unpaid } from '#tests/support/ordered.ts';
import { lose } from '#tests/support/shop-at-fetch.ts';

const text = firstTexts.FABRIC_SHOP;
const bought = (title: string, part: Partial<Order> = {}) =>
  ordered([title], part, { licenceTextVersion: firstTexts.SMALL_BUSINESS.version });
const licencePath = ({ _id, items }: Order) => itemLicencePath(_id, items[0]?._id ?? '');

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const foot = page.getByText(/^Granted by/);
const dialogOf = ({ orderNumber }: Order) =>
  page.getByRole('dialog', { name: `Order ${orderNumber}` });
const licenceLink = page.getByRole('link', { name: /^View licence/ });

test('shows the licence of a bought design to its holder', async () => {
  const design = 'Fox nap';
  // In the shop's time zone; here it is still the day before.
  const on = '2026-03-05';
  const facts = factsBytes({
    v: 1,
    id: 'b'.repeat(24),
    key: 'decade00',
    design,
    kind: 'FABRIC_SHOP',
    to: 'Hazel Button',
    company: 'Foxglove & Sons',
    order: 'PW-1',
    on,
    goods: 100,
    text: text.version,
  });
  const order = ordered(
    [design],
    { createdAt: `${on}T01:07:00.000Z` },
    {
      licenseType: 'FABRIC_SHOP',
      licenceTextVersion: text.version,
      licenceCard: cardText(facts, new Uint8Array(64)),
    },
  );
  // The account has another name since.
  const user = newUser({ firstName: 'Olive', licenseType: 'FABRIC_SHOP' });
  // The receipt's link opens the order, whose item links to its licence.
  await openShop({ path: orderPath(order._id), user, orders: [order] });
  const dialog = dialogOf(order);
  await dialog.getByRole('link', { name: `View licence: ${design}` }).click();
  await expect.element(heading).toHaveTextContent(design);
  expect(shownUrl()).toBe(licencePath(order));
  for (const [term, value] of [
    ['Licensed to', 'Hazel Button'],
    ['Company', 'Foxglove & Sons'],
    ['Licence type', 'Fabric shop'],
    ['Order', order.orderNumber],
    ['Date', 'March 5, 2026'],
    ['Licence text', `Version ${text.version}`],
  ] as const) {
    expect(factOf(main, term), term).toBe(value);
  }
  await expect
    .element(page.getByRole('region', { name: 'How many items it covers' }))
    .toMatchTextContent(text.goods);
  const allowed = page.getByRole('region', { name: 'You may' }).getByRole('listitem');
  expect(textsOf(allowed)).toEqual(text.allows);

  history.back();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(shownUrl).toBe(paths.myOrders.path);
});

test.each([
  [['Clementine Fox', 'Juniper Moon'], 'Clementine Fox and Juniper Moon of Pinwheel'],
  [[], 'Pinwheel'],
])(
  'names the designers as licensors, or the studio before it has named any: $0',
  async (names, grantor) => {
    const order = bought('Fox nap');
    await openShop({
      path: licencePath(order),
      user: newUser(),
      orders: [order],
      prepare({ handlers, settings }) {
        const designers = names.map((name, index) => ({ name, email: `${index}@shop.example` }));
        handlers.shopSettings = () => ({ ...settings, designers });
      },
    });
    await expect.element(foot).toMatchTextContent(`Granted by ${grantor} under`);
  },
);

test.each([
  ['Owls (Exclusive)', true],
  ['Owls (Non-Exclusive)', false],
])('says whether the licence of a custom design is exclusive: %s', async (name, isSole) => {
  const commission = { requestId: 'f'.repeat(24), part: 'whole', isReleased: true } as const;
  const card = factsBytes({
    ...{ v: 1, id: 'b'.repeat(24), key: 'decade00', kind: 'SMALL_BUSINESS', design: name },
    ...{ to: 'Hazel Button', order: 'PW-1', on: '2026-03-05', goods: 100, text: '1' },
    ...(isSole && { exclusive: true }),
  });
  const licenceCard = cardText(card, new Uint8Array(64));
  const order = ordered([name], { commission }, { licenceCard });
  await openShop({ path: licencePath(order), user: newUser(), orders: [order] });
  await expect.element(heading).toHaveTextContent(name);
  expect(factOf(main, 'Licence type')).toBe(`${isSole ? 'Exclusive, ' : ''}Small business`);
  await expect.element(page.getByText(exclusiveMeaning)).toHaveLength(isSole ? 1 : 0);
  const shown = page.getByRole('region', { name: 'Licence card' });
  await expect.element(shown.getByText('licensed to nobody else')).toHaveLength(isSole ? 1 : 0);

  await page.getByRole('link', { name: /Back to order/ }).click();
  const toRequest = dialogOf(order).getByRole('link', { name: 'Open the custom request' });
  await expect.element(toRequest).toHaveAttribute('href', ownRequestPath(commission.requestId));
});

test('comes from the saved orders while the shop cannot be reached', async () => {
  const order = bought('Fox nap');
  const shop = await openShop({ path: paths.orderSuccess.path, user: newUser(), orders: [order] });
  await expect.element(licenceLink).toBeVisible();
  shop.handlers.orders = lose;
  await licenceLink.click();
  await expect.poll(() => factOf(main, 'Order')).toBe(order.orderNumber);
  const saved = page.getByRole('status').filter({ hasText: 'Saved' });
  await expect.element(saved).toMatchTextContent('The shop can’t be reached.');
  delete shop.handlers.orders;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(saved).toHaveLength(0);
});

test("refuses the licence of an unpaid item, a refunded one, and another account's", async () => {
  const paid = bought('Fox nap');
  const ended = refunded(bought('Moon phases'));
  const inReview = { ...unpaid('Night owls'), paymentState: 'review' as const };
  const orders = [inReview, ended, paid];
  const shop = await openShop({ path: paths.terms.path, user: newUser(), orders });
  for (const [order, title] of [
    [inReview, 'This licence starts when the order is paid'],
    [ended, 'This licence has ended'],
    [bought('Paper cranes'), 'This licence isn’t in your account'],
    [paid, 'Fox nap'],
  ] as const) {
    await shop.goto(licencePath(order));
    await expect.element(heading).toHaveTextContent(title);
  }
  await shop.goto(orderPath(ended._id));
  await expect.element(dialogOf(ended)).toMatchTextContent('Its licence has ended.');
  await expect.element(licenceLink).toHaveLength(0);
});

test('asks a visitor to sign in and then shows the order', async () => {
  const order = bought('Fox nap');
  const user = newUser();
  await openShop({
    path: orderPath(order._id),
    orders: [order],
    prepare({ account }) {
      account.user = user;
    },
  });
  await expect.poll(shownUrl).toBe(paths.signIn.path);
  await page.getByLabelText('Email').fill(user.email);
  await page.getByLabelText('Password', { exact: true }).fill('paper-pinwheel-42');
  await main.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(dialogOf(order)).toBeVisible();
});

test('says so if the order belongs to another account', async () => {
  const path = orderPath(bought('Moon phases')._id);
  await openShop({ path, user: newUser(), orders: [bought('Fox nap')] });
  await expect.element(page.getByText(/^This order isn’t in this account/)).toBeVisible();
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
});
