import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { yearInWords } from '#contract/shop/licence-year.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { makeOwnQuote, makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, notifications, openShop, resize } from '#tests/support/open-shop.tsx';
import { ordered, unpaid } from '#tests/support/ordered.ts';
import { faults } from '#tests/support/sound-screen.ts';

const ask = page.getByRole('button', { name: 'Ask for a yearly licence' });
const part = page.getByRole('region', { name: /yearly licence/i });
const year = { startsOn: '2098-12-01', endsOn: '2099-11-30' };
const running = { startsOn: '2026-02-01', endsOn: '2099-01-31' };

test('visitors read on the licence page what a yearly licence covers and needs', async () => {
  await openShop({ path: paths.licence.path });
  await expect.element(part).toMatchTextContent('without a limit of items sold');
  await expect.element(part).toMatchTextContent('You need an approved account to ask for one.');
  await expect
    .element(part.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', paths.signIn.path);
  await expect.element(ask).toHaveLength(0);
});

test('who isn’t approved yet reads when they can ask', async () => {
  const user = newUser({ status: 'pending', approved: false });
  await openShop({ path: paths.licence.path, user });
  await expect.element(part).toMatchTextContent('You can ask for one once the studio has approved');
  await expect.element(ask).toHaveLength(0);
});

test('an approved buyer asks in My orders and comes to the request, also when it was sent before', async () => {
  const request = makeOwnRequest({ wants: 'yearly_licence', description: 'Bags, 900 a year.' });
  const shop = await openShop({
    path: paths.myOrders.path,
    user: newUser(),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [request] });
      handlers.askYearlyLicence = () => ({ requestId: request._id, isNew: false });
    },
  });
  await ask.click();
  await part.getByLabelText('What do you make?').fill('Bags, 900 a year.');
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }
  await part.getByRole('button', { name: 'Send' }).click();

  await expect
    .element(notifications.getByText('You have asked already.', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Request for a yearly licence of');
  expect(shop.bodiesOf('askYearlyLicence')).toEqual([{ description: 'Bags, 900 a year.' }]);
});

test('who has one reads when the next begins', async () => {
  const user = newUser({ yearlyLicence: { endsOn: year.endsOn, wantsReminder: true } });
  await openShop({ path: paths.myOrders.path, user });
  await expect
    .element(page.getByText('so the next begins on December 1, 2099.', { exact: false }))
    .toBeVisible();
});

test('its quote says the year instead of what a drawing needs', async () => {
  const request = makeOwnRequest({
    wants: 'yearly_licence',
    state: 'quoted',
    quote: makeOwnQuote({ ...year, included: 'All your designs.' }),
    due: { part: 'whole', amount: 120 },
  });
  await openShop({
    path: ownRequestPath(request._id),
    user: newUser(),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [request] });
    },
  });
  const quote = page.getByRole('region', { name: 'Quote' });
  await expect.element(quote).toMatchTextContent(yearInWords(year));
  await expect.element(quote).toMatchTextContent('What it covers');
  await expect.element(quote).not.toMatchTextContent('Rounds of changes');
  await expect.element(quote).not.toMatchTextContent('This year has begun');
  await expect.element(page.getByRole('link', { name: /Accept and pay/ })).toBeVisible();
});

test('a quote whose year has begun says so before it is accepted', async () => {
  const request = makeOwnRequest({
    wants: 'yearly_licence',
    state: 'quoted',
    quote: makeOwnQuote({ startsOn: '2026-02-01', endsOn: '2099-01-31' }),
    due: { part: 'whole', amount: 120 },
  });
  await openShop({
    path: ownRequestPath(request._id),
    user: newUser(),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [request] });
    },
  });
  await expect
    .element(page.getByText('This year has begun.', { exact: false }))
    .toMatchTextContent('it still ends on January 31, 2099');
});

test('while it runs, nothing is said to be covered that isn’t paid', async () => {
  const order = unpaid('Fox nap');
  await openShop({
    path: `${paths.myOrders.path}?order=${order._id}`,
    user: newUser({ yearlyLicence: { ...running, wantsReminder: true } }),
    orders: [order],
  });
  const details = page.getByRole('dialog');
  await expect.element(details).toMatchTextContent('Licence: Small business');
  await expect.element(details).not.toMatchTextContent('your yearly licence');
});

test('while it runs, meters and licences say so instead of counting down, and afterwards as before', async () => {
  const order = ordered(['Fox nap'], {}, { counted: { sold: 95, entries: 1, recent: [] } });
  const meter = page.getByRole('listitem').filter({ hasText: 'Fox nap' });
  const next = page.getByRole('button', { name: /^Add the next 100/ });
  const shop = await openShop({
    path: `${paths.myOrders.path}?order=${order._id}`,
    user: newUser({ yearlyLicence: { ...running, wantsReminder: true } }),
    orders: [order],
  });
  const open = async (yearlyLicence: { startsOn?: string; endsOn: string }) => {
    shop.account.user = newUser({ yearlyLicence: { ...yearlyLicence, wantsReminder: true } });
    await shop.reload();
  };
  const details = page.getByRole('dialog');
  await expect
    .element(details)
    .toMatchTextContent('Covered by your yearly licence until January 31, 2099.');
  await expect
    .element(details)
    .toMatchTextContent('Until January 31, 2099, your yearly licence covers it without a limit');
  await expect.element(details).toMatchTextContent('95 sold');
  await expect.element(details).not.toMatchTextContent('95 of 100 sold');
  await expect.element(next).toHaveLength(0);
  expect(await faults()).toEqual([]);

  for (const other of [{ endsOn: '2026-01-31' }, year]) {
    await open(other);
    await expect.element(meter.first()).toMatchTextContent('95 of 100 sold');
    await expect.element(page.getByText('Only 5 left.').first()).toBeVisible();
    await expect.element(next.first()).toBeVisible();
  }
});
