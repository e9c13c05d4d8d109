import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { User } from '#contract/shop/account.ts';
import { zipDigestHeader } from '#contract/shop/bought-zip.ts';
import type { Order } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { zipDigest } from '#features/orders/zip-digest.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, notifications, openShop, resize } from '#tests/support/open-shop.tsx';
import { ordered, refunded, unpaid } from '#tests/support/ordered.ts';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';

const path = paths.myOrders.path;
const details = page.getByRole('dialog');
const download = page.getByRole('button', { name: /^Download/ });
const again = page.getByRole('button', { name: 'Try again' });
const cardOf = ({ orderNumber }: Order) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${orderNumber}` }) });
const detailsButton = (card: Locator) =>
  card.getByRole('button', { name: /^(Details|View details)/ });

/** The hue of a text's colour, in degrees. */
function hue(text: string): number {
  const color = getComputedStyle(page.getByText(text, { exact: true }).first().element()).color;
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

test('lists orders, opens their details and finds one, with and without the shop (A06, B16, L08, L09, L10, O10, P14, S19, U08)', async () => {
  const user = newUser();
  const titles = ['Fox nap', 'Paper cranes', 'Plain stripes', 'Small boats'];
  const order = ordered(titles, {
    createdAt: '2026-03-05T01:07:00.000Z',
    totalPrice: 33.5,
    customerEmail: user.email,
    customerDetails: { name: 'Hazel Button', email: user.email, country: 'Norway', city: 'Bergen' },
  });
  const pair = ordered(['Moon phases', 'Night owls']);
  const shop = await openShop({ path: paths.dashboard.path, user, orders: [pair, order] });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('My orders');
  const card = cardOf(order);
  for (const text of ['3/4/2026', '$33.50', 'Completed', '+2 more item(s)']) {
    await expect.element(card).toMatchTextContent(text);
  }
  await expect.element(card.getByRole('listitem')).toHaveLength(2);
  const asked = shop.sent.filter(({ name }) => name === 'orders');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.map(({ query }) => query)).toEqual(asked.map(() => ({})));

  await detailsButton(card).click();
  await expect
    .element(page.getByRole('dialog', { name: `Order ${order.orderNumber}` }))
    .toBeVisible();
  for (const [term, text] of [
    ['Date', 'March 4, 2026 8:07 PM'],
    ['Total', '$33.50'],
    ['Paid with', 'PayPal'],
    ['Name', 'Hazel Button'],
    ['Email', user.email],
    ['Place', 'Bergen, Norway'],
  ] as const) {
    expect(factOf(details, term), term).toBe(text);
  }
  for (const name of titles) {
    await expect.element(details.getByRole('heading', { name })).toBeVisible();
  }
  await expect.element(details.getByText('Licence: Small business')).toHaveLength(4);
  await expect.element(details.getByRole('button', { name: /^Download Now/ })).toHaveLength(4);
  await userEvent.keyboard('{Escape}');
  await expect.element(details).toHaveLength(0);
  await expect.element(card.getByRole('button', { name: /^Details/ })).toHaveFocus();

  // A note about more items only where there are more.
  const other = cardOf(pair);
  await expect.element(other.getByRole('listitem')).toHaveLength(2);
  await expect.element(other).not.toMatchTextContent('more item(s)');

  const box = page.getByRole('searchbox', { name: 'Search your orders' });
  await box.fill('MOON PHASES');
  await expect.element(card).toHaveLength(0);
  await expect.element(other).toBeVisible();
  await expect.element(page.getByRole('status').getByText('1 order matches')).toBeVisible();
  shop.setReachable(false);
  await box.fill(order.orderNumber);
  await expect.element(card).toBeVisible();
  await expect.element(other).toHaveLength(0);
  await box.fill('unicorn');
  await expect.element(page.getByText('0 orders match')).toBeVisible();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveFocus();
  await expect.element(other).toBeVisible();
});

test('shows Pending in orange, anything else in green, and what the status lacks in a badge (P14)', async () => {
  const pending = unpaid('Moon phases');
  const returned = refunded(ordered(['Fox nap']));
  const shop = await openShop({ path, user: newUser(), orders: [pending, returned] });
  await expect.element(page.getByText('Pending', { exact: true })).toBeVisible();
  expect(hue('Pending')).toBeGreaterThan(15);
  expect(hue('Pending')).toBeLessThan(50);
  expect(hue('Completed')).toBeGreaterThan(80);
  expect(hue('Completed')).toBeLessThan(180);

  await detailsButton(cardOf(pending)).click();
  await expect.element(details.getByText('Pending')).toBeVisible();
  await expect.element(download).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(details).toHaveLength(0);

  const card = cardOf(returned);
  await expect.element(card).toMatchTextContent('Completed');
  await expect.element(card).toMatchTextContent('Refunded');
  await detailsButton(card).click();
  await expect.element(details).toMatchTextContent('Its licence has ended.');
  await expect.element(download).toHaveLength(0);

  // It can no longer be paid.
  const createdAt = new Date(Date.now() - 25 * 3_600_000).toISOString();
  shop.orders.splice(0, 1, { ...pending, createdAt });
  await shop.goto(path);
  await expect.element(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Pending', { exact: true })).toHaveLength(0);
});

test('links a buyer without orders to the shop (L11)', async () => {
  await openShop({ path, user: newUser() });
  await expect
    .element(page.getByRole('heading', { name: "You haven't placed any orders yet" }))
    .toBeVisible();
  await page.getByRole('link', { name: 'Start Shopping' }).click();
  await expect.poll(() => location.pathname).toBe(paths.shop.path);
});

test('orders that do not load are an error only if none are saved (L12)', async () => {
  const order = ordered(['Fox nap']);
  const shop = await openShop({
    path,
    user: newUser(),
    orders: [order],
    prepare: ({ handlers }) => {
      handlers.orders = lose;
    },
  });
  const error = (text: string) => page.getByRole('heading', { name: `Error: ${text}` });
  await expect.element(error('The shop can’t be reached.')).toBeVisible();
  shop.handlers.orders = () => {
    throw new Refusal('INTERNAL', { message: 'The drawer is stuck.' });
  };
  await again.click();
  await expect.element(error('The drawer is stuck.')).toBeVisible();
  delete shop.handlers.orders;
  await again.click();
  await expect.element(cardOf(order)).toBeVisible();

  shop.handlers.orders = lose;
  await shop.reload();
  await expect.element(cardOf(order)).toBeVisible();
  await expect.element(page.getByRole('status').getByText(/^Saved (less than|\d+ )/)).toBeVisible();
  await expect.element(page.getByText(/^Error:/)).toHaveLength(0);
  delete shop.handlers.orders;
  await again.click();
  await expect.element(page.getByText(/^Saved /)).toHaveLength(0);
});

test('a yearly licence says how many days are left, also without a signal, and keeps its reminder’s choice', async () => {
  // The device's own, which it counts in while it doesn't know the shop's.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const today = Date.parse(dayIn(timeZone, new Date()));
  const inDays = (days: number) => dayIn('UTC', new Date(today + days * 86_400_000));
  const endsOn = inDays(212);
  const user = newUser({ yearlyLicence: { endsOn, wantsReminder: true } });
  const shop = await openShop({
    path,
    user,
    prepare({ handlers, settings }) {
      handlers.shopSettings = () => ({ ...settings, timeZone });
    },
  });
  shop.handlers.yearlyReminder = ({ body }) => {
    shop.account.user = { ...user, yearlyLicence: { endsOn, ...body } };
    return body;
  };
  await resize(360, 800);
  const title = (days: RegExp) => page.getByRole('heading', { name: days });
  const reminder = page.getByRole('checkbox', {
    name: 'Remind me by e-mail 30 days before it ends',
  });
  await expect.element(title(/· 212 days left$/)).toBeVisible();
  await expect.element(reminder).toBeChecked();
  expect(await faults()).toEqual([]);
  await reminder.click();
  await expect.element(reminder).not.toBeChecked();
  await expect.poll(() => shop.bodiesOf('yearlyReminder')).toEqual([{ wantsReminder: false }]);

  shop.setReachable(false);
  await shop.reload();
  await expect.element(title(/· 212 days left$/)).toBeVisible();
  await expect.element(reminder).not.toBeChecked();
  await reminder.click();
  await expect
    .element(notifications.getByText('Your choice couldn’t be saved', { exact: false }))
    .toBeVisible();
  await expect.element(reminder).not.toBeChecked();

  shop.setReachable(true);
  const showLicence = async (yearlyLicence?: User['yearlyLicence']) => {
    shop.account.user = { ...user, yearlyLicence };
    await shop.reload();
  };
  await showLicence({ endsOn: inDays(1), wantsReminder: false });
  await expect.element(title(/· 1 day left$/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Ask for the next one' }))
    .toHaveAttribute('href', '/licence#ask-yearly');
  // The page has such a part.
  expect(document.getElementById('ask-yearly')).not.toBeNull();
  await showLicence({ endsOn: '2026-01-31', wantsReminder: false });
  const ended = page.getByText('Your yearly licence ended on January 31, 2026.', { exact: false });
  await expect.element(ended).toBeVisible();
  await expect.element(reminder).toHaveLength(0);
  await showLicence();
  await expect.element(ended).toHaveLength(0);
  await expect.element(page.getByRole('heading', { name: 'My orders' })).toBeVisible();
  await expect.element(title(/Yearly licence ·/)).toHaveLength(0);
});

test('an order of several designs is one download, and so is all since a day, which says without a signal what is missing', async () => {
  const old = ordered(['Small boats'], { createdAt: '2026-01-20T12:00:00.000Z' });
  const order = ordered(['Fox nap', 'Paper cranes'], { createdAt: '2026-03-05T12:00:00.000Z' });
  const shop = await openShop({ path, user: newUser(), orders: [order, old] });
  const zip = new Blob(['the bytes of a ZIP']);
  const digest = await zipDigest([zip]);
  const asked: string[] = [];
  const { fetch: others } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    if (!pathname.endsWith('/download')) return others(input, init);
    asked.push(pathname);
    const headers = { [zipDigestHeader]: digest, 'Content-Length': String(zip.size) };
    return new Response(zip, { headers });
  };
  await resize(360, 800);
  const everything = page.getByRole('region', { name: 'Download everything' });
  const since = everything.getByLabelText('Bought since');
  await expect.element(since).toHaveValue('2026-01-20');
  await since.fill('2026-04-01');
  await expect.element(everything.getByText('Nothing was bought since then.')).toBeVisible();
  await expect.element(everything.getByRole('button', { name: /^Download/ })).toHaveLength(0);
  for (const [day, text] of [
    ['12026-04-01', 'Choose a day from January 1, 2000 on.'],
    ['1999-12-31', 'Choose a day from January 1, 2000 on.'],
    ['9998-04-01', 'This day is in the future.'],
  ] as const) {
    await since.fill(day);
    await expect.element(everything.getByText(text)).toBeVisible();
    await expect.element(everything.getByRole('button', { name: /^Download/ })).toHaveLength(0);
  }
  await since.fill('2026-02-01');
  const all = everything.getByRole('button', {
    name: 'Download everything since February 1, 2026: all designs',
  });
  const keep = everything.getByRole('switch', { name: /^Keep on this device/ });
  await keep.click();
  await expect.poll(() => asked).toEqual(['/api/orders/since/2026-02-01/download']);
  await expect.element(keep).toBeChecked();
  await expect.element(everything.getByText(/18\sbytes/)).toBeVisible();
  expect(await faults()).toEqual([]);

  await detailsButton(cardOf(order)).click();
  const both = details.getByRole('button', { name: /^Download all 2 designs: Order / });
  await expect.element(both).toBeVisible();
  shop.setReachable(false);
  await shop.reload();
  await expect.element(since).toHaveValue('2026-02-01');
  await since.fill('2026-01-10');
  await everything.getByRole('button', { name: 'Since February 1, 2026' }).click();
  await expect.element(since).toHaveValue('2026-02-01');
  await expect.element(keep).toBeChecked();
  await expect.element(all).toBeVisible();
  await detailsButton(cardOf(order)).click();
  await expect
    .element(details.getByText('Not on this device. Connect to download it.'))
    .toBeVisible();
});

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
const nothing = { version: 1, company: '', address: '', taxId: '' };

test('a receipt’s company is changed in its order, and its new version is what is downloaded', async () => {
  const receiptNumber = 'R-2026-000001';
  const order = ordered(['Fox nap'], {
    receiptNumber,
    receipt: { ...nothing, openUntil: inAMonth },
  });
  const shop = await openShop({ path, user: newUser(), orders: [order] });
  await detailsButton(cardOf(order)).click();
  const change = details.getByRole('button', { name: 'Change company, address or tax ID' });
  await change.click();
  await expect.element(details.getByLabelText('Company')).toHaveFocus();
  await details.getByLabelText('Company').fill('Hazel Ltd');
  shop.handlers.changeReceipt = lose;
  await details.getByRole('button', { name: 'Update receipt' }).click();
  await expect
    .element(notifications)
    .toMatchTextContent('so it isn’t known whether the receipt was changed.');
  delete shop.handlers.changeReceipt;
  shop.handlers.orders = lose;
  await details.getByRole('button', { name: 'Update receipt' }).click();

  await expect.element(notifications).toMatchTextContent('Your receipt is updated.');
  await expect.element(change).toHaveFocus();
  expect(shop.bodiesOf('changeReceipt').at(-1)).toEqual({
    company: 'Hazel Ltd',
    address: '',
    taxId: '',
  });
  await change.click();
  await expect.element(details.getByLabelText('Company')).toHaveValue('Hazel Ltd');
});

test('a receipt that can’t be changed any more offers no change', async () => {
  const openUntil = new Date(Date.now() - 1000).toISOString();
  const order = ordered(['Fox nap'], {
    receiptNumber: 'R-2026-000001',
    receipt: { ...nothing, openUntil },
  });
  await openShop({ path, user: newUser(), orders: [order] });
  await detailsButton(cardOf(order)).click();

  await expect.element(details.getByRole('button', { name: /Receipt \(PDF\)/ })).toBeVisible();
  await expect.element(details.getByRole('button', { name: /^Change/ })).toHaveLength(0);
});

test('the versions of a receipt before its change are opened too', async () => {
  const receiptNumber = 'R-2026-000001';
  const earlier = [{ version: 1, createdAt: '2026-03-02T12:00:00.000Z' }];
  const order = ordered(['Fox nap'], {
    receiptNumber,
    receipt: { ...nothing, version: 2, openUntil: inAMonth, earlier },
  });
  await openShop({ path, user: newUser(), orders: [order] });
  // No shop answers with the file, which the page says.
  vi.spyOn(window, 'alert').mockReturnValue();
  const asked = vi.spyOn(globalThis, 'fetch');
  await detailsButton(cardOf(order)).click();
  await details
    .getByRole('button', { name: /^Receipt version 1 of March 2, 2026 \(PDF\)/ })
    .click();

  const urls = () =>
    asked.mock.calls.map(([input]) => (input instanceof Request ? input.url : input));
  await expect
    .poll(urls)
    .toContainEqual(expect.stringMatching(/papers\/R-2026-000001\/(a4|letter)\/1$/));
});
