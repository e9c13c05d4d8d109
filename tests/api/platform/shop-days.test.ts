import { expect, test } from 'vitest';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { readCard } from '#contract/shop/licence-card.ts';
import { checkCard } from '#features/legal/check-card.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { revokeItem } from '#server/orders/revoke-item.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { dayStart } from '#server/platform/day-start.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';

/** Days that people read begin when the shop's do. The tests' clock stands at 9:00 UTC on 1 March 2026. */

const west = { TIME_ZONE: 'Pacific/Pago_Pago' };
const lastOfFebruary = '2026-02-28';

test('receipt, licence card and revocation have the shop’s day', async () => {
  const { shop, itemIds } = await openRefundShop([700], { settings: west });
  const { app, services, buyer } = shop;
  const { token } = buyer;
  const [order] = (await call(app, 'orders', { token, query: {} })).answer.orders;
  const card = order?.items[0]?.licenceCard ?? '';
  await makeAuditedChange(services, 'a'.repeat(24), (change) =>
    revokeItem(change, services.env, { orderId: order?._id ?? '', itemId: itemIds[0] ?? '' }, true),
  );
  await services.catalogue.refresh();
  const register = (await call(app, 'licenceRegister', {})).answer;

  const [receipt] = await shop.mailsTo(buyer.email);
  expect(receipt?.text).toContain(dayInWords(lastOfFebruary));
  expect(readCard(card)?.facts.on).toBe(lastOfFebruary);
  expect(await checkCard(card, register)).toMatchObject({ status: 'revoked', on: lastOfFebruary });
});

test('new terms and licence texts are named by the shop’s day', async () => {
  const { app, cookie } = await shopWithOwner({ settings: west });
  const params = { section: 'terms' } as const;
  const { versions } = (await callStudio(app, 'contentVersions', { cookie, params })).answer;
  const lead = Reflect.get(versions[0]?.content ?? {}, 'lead') as string;
  const body = { base: { lead }, changes: { lead: `${lead} New.` }, isCorrection: false };
  await callStudio(app, 'publishTerms', { cookie, body });

  const { termsVersion } = (await callStudio(app, 'settings', { cookie })).answer;
  expect(termsVersion).toBe(lastOfFebruary);
});

test('accounts are listed with the shop’s day', async () => {
  const services = await makeServices({ settings: west });
  await signUp(services, { email: 'ada@shop.example' });

  expect(await runCommand(services, ['accounts'])).toContain(`${lastOfFebruary}  ada@shop.example`);
});

test.each([
  ['America/Los_Angeles', '2026-12-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  ['UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('a coupon of the terminal has whole days in %s', async (timeZone, startsAt, endsAt) => {
  const services = await makeServices({ settings: { TIME_ZONE: timeZone } });
  const days = ['--from', '2026-12-01', '--until', '2026-12-31'];

  await runCommand(services, ['coupon', 'DECEMBER', '--percent', '5', ...days]);

  const row = await services.database.read
    .selectFrom('coupons')
    .select(['startsAt', 'endsAt'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ startsAt, endsAt });
});

test('a day begins with its first instant, also where clocks change at midnight', () => {
  expect(dayStart('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(dayStart('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  // In Havana, the 8th of March 2026 begins at 1:00.
  expect(dayStart('2026-03-08', 'America/Havana')).toBe('2026-03-08T05:00:00.000Z');
});

test('devices learn the time zone, and a change of it', async () => {
  const { services, app, cookie } = await shopWithOwner({ settings: west });
  const zone = async () => {
    await services.catalogue.refresh();
    return (await call(app, 'shopSettings', {})).answer.timeZone;
  };

  expect(await zone()).toBe(west.TIME_ZONE);
  const body = { from: west.TIME_ZONE, timeZone: 'Asia/Tokyo' };
  await callStudio(app, 'setTimeZone', { cookie, body });
  expect(await zone()).toBe('Asia/Tokyo');
});
