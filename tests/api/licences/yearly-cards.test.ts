import { expect, test } from 'vitest';
import { sinceZipPath } from '#contract/shop/bought-zip.ts';
import { readCard, shortCard } from '#contract/shop/licence-card.ts';
import { dayAfter, yearFrom, yearlyCovers, yearName } from '#contract/shop/licence-year.ts';
import { quoteMessages } from '#contract/shop/quote.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { checkCard } from '#features/legal/check-card.ts';
import { remindOfYearlyLicences } from '#server/accounts/yearly-reminders.ts';
import { signMissingCards } from '#server/licences/cards/sign-missing-cards.ts';
import { call } from '#tests/support/call.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { unpackZip } from '#tests/support/unpack-zip.ts';
import { openYearlyShop } from '#tests/support/yearly-shop.ts';

/** The signed cards of yearly licences, one for each year that is paid. */

const day = 86_400_000;

type Shop = Awaited<ReturnType<typeof openYearlyShop>>;

async function itemOf({ app, token }: Shop, orderId: string) {
  const { orders } = (await call(app, 'orders', { query: {}, token })).answer;
  const order = orders.find(({ _id }) => _id === orderId);
  return { order, item: order?.items[0] };
}

async function cardOf(it: Shop, orderId: string): Promise<string> {
  return (await itemOf(it, orderId)).item?.licenceCard ?? '';
}

async function check({ app, services }: Shop, card: string) {
  await services.catalogue.refresh();
  return checkCard(card, (await call(app, 'licenceRegister', {})).answer);
}

test('a paid year has a valid card with its days, at once, and the receipt says where', async () => {
  const it = await openYearlyShop();
  await signMissingCards(it.services);
  const startsOn = it.inDays(3);
  const { orderId } = await it.buy(startsOn);

  const { order, item } = await itemOf(it, orderId);
  const card = item?.licenceCard ?? '';

  const account = (await call(it.app, 'me', { token: it.token })).answer.user;
  expect(await check(it, card)).toEqual({
    status: 'valid',
    facts: {
      v: 1,
      id: item?._id,
      key: expect.stringMatching(/^[0-9a-f]{8}$/),
      kind: account.licenseType,
      to: `${account.firstName} ${account.lastName}`,
      order: order?.orderNumber,
      on: utcDay(it.services.clock()),
      text: item?.licenceTextVersion,
      from: startsOn,
      until: yearFrom(startsOn),
    },
  });
  expect(order?.commission?.isReleased).toBe(true);
  const [receipt] = await it.shop.mailsTo(customer.email);
  expect(receipt?.text).toContain(
    'Its licence card, for marketplaces and print shops, is in My orders.',
  );
});

test('a year that was paid before there were such cards gets one in the background', async () => {
  const it = await openYearlyShop();
  await signMissingCards(it.services);
  const { orderId } = await it.buy(it.inDays(0));
  await it.services.database.write((tx) => tx.deleteFrom('licenceCards').execute());
  expect(await cardOf(it, orderId)).toBe('');

  await signMissingCards(it.services);

  expect((await check(it, await cardOf(it, orderId))).status).toBe('valid');
});

test('a card with another last day isn’t genuine, in either form', async () => {
  const it = await openYearlyShop();
  await signMissingCards(it.services);
  const { orderId } = await it.buy(it.inDays(0));
  const card = await cardOf(it, orderId);
  const read = readCard(card);
  if (!read || !('until' in read.facts)) throw new Error('no card of a year');
  const { until } = read.facts;
  const later = dayAfter(until);

  const json = Buffer.from(card, 'base64url').toString('latin1');
  const long = Buffer.from(json.replace(until, later), 'latin1').toString('base64url');
  const short = shortCard({ ...read, facts: { ...read.facts, until: later } });

  expect(readCard(long)?.facts).toMatchObject({ until: later });
  expect(await check(it, long)).toEqual({ status: 'not-genuine' });
  // Its short form would need another signature, so none is made of it.
  expect(short).toBe(card);
  const bytes = Buffer.from(shortCard(read), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { status } = await check(it, changed.toString('base64url'));
    expect(status, `byte ${at}`).not.toBe('valid');
  }
});

test('of three years whose middle one is returned, the others stay as they are', async () => {
  const it = await openYearlyShop();
  await signMissingCards(it.services);
  const first = it.inDays(-360);
  const second = dayAfter(yearFrom(first));
  const third = dayAfter(yearFrom(second));
  const orders = [await it.buy(first), await it.buy(second), await it.buy(third)];
  const cards: string[] = [];
  for (const { orderId } of orders) cards.push(await cardOf(it, orderId));
  expect(await it.seen()).toMatchObject({ startsOn: first, endsOn: yearFrom(third) });

  await it.refund(orders[1]?.orderId ?? '', 300);

  const found = await Promise.all(cards.map((card) => check(it, card)));
  expect(found.map(({ status }) => status)).toEqual(['valid', 'revoked', 'valid']);
  expect(found[1]).toMatchObject({ on: utcDay(it.services.clock()) });
  // The meters and texts read this: the year that runs, not the one after the gap.
  expect(await it.seen()).toMatchObject({ startsOn: first, endsOn: yearFrom(first) });
  await remindOfYearlyLicences(it.services);
  const reminders = (await it.shop.mailsTo(it.shop.buyer.email)).filter(({ subject }) =>
    subject.startsWith('Your yearly licence at'),
  );
  expect(reminders).toHaveLength(1);
  // The gap can be filled.
  const { requestId } = await it.ask();
  const { fields } = await it.quoteRefused(requestId, it.year(dayAfter(yearFrom(third))));
  expect(fields?.startsOn).toBe(quoteMessages.afterPresent(yearFrom(first), second));

  it.shop.pass(10 * day);
  await remindOfYearlyLicences(it.services);
  expect(await it.seen()).toMatchObject({ startsOn: third, endsOn: yearFrom(third) });
});

test('the year between is bought again, and then all three are one', async () => {
  const it = await openYearlyShop();
  const first = it.inDays(-360);
  const second = dayAfter(yearFrom(first));
  const third = dayAfter(yearFrom(second));
  await it.buy(first);
  const { orderId } = await it.buy(second);
  await it.buy(third);
  await it.refund(orderId, 300);

  await it.buy(second);

  expect(await it.seen()).toMatchObject({ startsOn: first, endsOn: yearFrom(third) });
});

test('the ZIP of all that was bought has the licence and the card, and misses no file', async () => {
  const it = await openYearlyShop();
  await signMissingCards(it.services);
  const startsOn = it.inDays(0);
  const { orderId } = await it.buy(startsOn);
  const { orderNumber } = await it.shop.order(orderId);
  const session = { Authorization: `Bearer ${it.token}` };
  const first = await it.app.request(sinceZipPath(it.inDays(-1)), { headers: session });
  const zip = await it.app.request(first.headers.get('location') ?? '', { headers: session });

  const entries = new Map(unpackZip(Buffer.from(await zip.arrayBuffer())));

  const folder = yearName({ startsOn, endsOn: yearFrom(startsOn) });
  expect([...entries.keys()]).toEqual([
    `${folder}/Licence ${orderNumber}.txt`,
    `${folder}/Licence card ${orderNumber}.svg`,
  ]);
  const text = entries.get(`${folder}/Licence ${orderNumber}.txt`)?.toString() ?? '';
  expect(text).toContain(`How many items it covers\r\n${yearlyCovers}`);
  expect(text).toContain('/licence#y=');
  expect(text).not.toContain('100 items');
});
