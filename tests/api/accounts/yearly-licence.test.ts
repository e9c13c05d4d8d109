import { expect, test } from 'vitest';
import { buyerMessages } from '#contract/studio/buyers.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { remindOfYearlyLicences } from '#server/accounts/yearly-reminders.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

const day = 86_400_000;

async function setUp() {
  const { services, app, cookie } = await shopWithOwner({ limitFactor: 1000 });
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const params = { buyerId: ada.id };
  const inDays = (days: number) => utcDay(new Date(services.clock().getTime() + days * day));
  const set = async (from: string | null, endsOn: string | null) =>
    (await callStudio(app, 'setYearlyLicence', { cookie, params, body: { from, endsOn } })).answer;
  const refused = async (from: string | null, endsOn: string | null) =>
    (await studioRefused(app, 'setYearlyLicence', { cookie, params, body: { from, endsOn } }))
      .problem;
  const seen = async () =>
    (await call(app, 'me', { token: ada.token })).answer.user.yearlyLicence ?? null;
  const choose = (wantsReminder: boolean) =>
    call(app, 'yearlyReminder', { token: ada.token, body: { wantsReminder } });
  const mails = () => queuedMails(services, { subject: /yearly licence/ });
  const lines = async () =>
    (await callStudio(app, 'auditLines', { cookie, query: { kind: 'buyers' } })).answer.items.map(
      ({ actor, action, before, after }) => ({ actor, action, before, after }),
    );
  return { services, app, cookie, ada, params, inDays, set, refused, seen, choose, mails, lines };
}

test('is recorded, changed and removed by the studio, and seen by its buyer', async () => {
  const { ada, app, inDays, set, seen, choose, lines } = await setUp();
  const [first, second] = [inDays(100), inDays(465)];

  expect((await set(null, first)).yearlyLicence).toEqual({ endsOn: first, wantsReminder: true });
  expect(await seen()).toEqual({ endsOn: first, wantsReminder: true });
  await choose(false);
  await set(first, second);
  await set(second, second);
  expect(await seen()).toEqual({ endsOn: second, wantsReminder: false });
  const { answer } = await call(app, 'myData', { token: ada.token });
  expect(answer.account.yearlyLicence).toEqual({ endsOn: second, wantsReminder: false });
  expect((await set(second, null)).yearlyLicence).toBeNull();
  expect(await seen()).toBeNull();

  const line = (action: string, before: string | null, after: string | null) => ({
    actor: studioEmail,
    action: `yearly_licence.${action}`,
    before: { endsOn: before },
    after: { endsOn: after },
  });
  expect(await lines()).toEqual([
    line('removed', second, null),
    line('changed', first, second),
    line('recorded', null, first),
  ]);
});

test('is refused on a day that is over or too far ahead, and keeps the one it had', async () => {
  const { services, inDays, set, refused, seen } = await setUp();
  const known = inDays(100);
  await set(null, known);
  const years = Number(known.slice(0, 4)) + 6;

  const textOf = async (endsOn: string) => (await refused(known, endsOn)).fields?.endsOn;
  expect(await textOf(inDays(-1))).toBe(buyerMessages.dayOver);
  expect(await textOf(`${years}-12-31`)).toBe(buyerMessages.tooLate);
  expect(await textOf('2027-02-30')).toBe(buyerMessages.notADay);
  expect(await textOf('next year')).toBe(buyerMessages.notADay);
  expect((await seen())?.endsOn).toBe(known);
  await set(known, inDays(0));
  services.pass(day);
  expect((await seen())?.endsOn).toBe(inDays(-1));
});

test('tells the second of two staff members who changed it', async () => {
  const { inDays, set, refused, seen } = await setUp();
  await set(null, inDays(100));

  const problem = await refused(null, inDays(200));

  expect(problem).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(problem.fields?.endsOn).toContain(studioEmail);
  expect((await seen())?.endsOn).toBe(inDays(100));
});

test('has no reminder to choose if there is none', async () => {
  const { app, ada } = await setUp();

  const body = { wantsReminder: false };
  const { problem } = await callRefused(app, 'yearlyReminder', { token: ada.token, body });

  expect(problem).toMatchObject({ code: 'NOT_FOUND', message: 'You have no yearly licence.' });
});

test('its buyer is reminded once, from 30 days before its end', async () => {
  const { services, ada, inDays, set, mails } = await setUp();
  await set(null, inDays(31));

  await remindOfYearlyLicences(services);
  expect(await mails()).toEqual([]);
  services.pass(day);
  await Promise.all([remindOfYearlyLicences(services), remindOfYearlyLicences(services)]);
  services.pass(day);
  await remindOfYearlyLicences(services);

  expect(await mails()).toMatchObject([{ recipient: ada.email, accountId: ada.id }]);
  const [mail] = await mails();
  expect(mail?.text).toContain('(30 days left)');
  expect(mail?.text).toContain('/my-orders');
});

test('its buyer is reminded again after a renewal', async () => {
  const { services, inDays, set, mails } = await setUp();
  const [first, second] = [inDays(10), inDays(375)];
  await set(null, first);
  await remindOfYearlyLicences(services);

  await set(first, second);
  await remindOfYearlyLicences(services);
  expect(await mails()).toHaveLength(1);
  services.pass(350 * day);
  await remindOfYearlyLicences(services);

  expect(await mails()).toHaveLength(2);
});

test.each(['switched off', 'over', 'of a rejected buyer'])(
  'nobody is reminded of one that is %s',
  async (what) => {
    const { services, ada, inDays, set, choose, mails } = await setUp();
    await set(null, inDays(10));
    if (what === 'switched off') await choose(false);
    if (what === 'over') services.pass(11 * day);
    if (what === 'of a rejected buyer') {
      await services.database.write((tx) =>
        tx.updateTable('accounts').set({ status: 'rejected' }).where('id', '=', ada.id).execute(),
      );
    }

    await remindOfYearlyLicences(services);

    expect(await mails()).toEqual([]);
  },
);

test('is deleted with the account', async () => {
  const { services, app, ada, inDays, set } = await setUp();
  const password = 'cotton and thread';
  await setPassword(services, ada.id, password);
  await set(null, inDays(10));

  await call(app, 'deleteAccount', { token: ada.token, body: { password } });

  const rows = await services.database.read.selectFrom('yearlyLicences').selectAll().execute();
  expect(rows).toEqual([]);
});
