import type { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CommissionRules, commissionMessages } from '#contract/studio/commissions.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { passTime } from '#server/commissions/silence.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import { created, mailsOut, refused, setStatus } from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { choosePush, sendPushes } from '#tests/support/pushes.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const day = 86_400_000;

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({ limitFactor: 1_000_000 }));
  await setStatus(services, 'On');
});

const rules = async () => (await callStudio(app, 'customsState', { cookie })).answer.rules;
const allow = async (slots: number | null) =>
  (
    await callStudio(app, 'setCommissionRules', {
      cookie,
      body: changedBody<Partial<CommissionRules>>(await rules(), { slots }),
    })
  ).answer;
const turn = async (status: 'On' | 'Off') =>
  (await callStudio(app, 'setCustomsState', { cookie, body: { status } })).answer;
const status = async () => (await callStudio(app, 'customsState', { cookie })).answer.status;
const end = (id: string) =>
  makeChange(services, (change) => transition(change, id, 'withdraw', 'buyer'));

test('custom requests close when as many are open as may be, and open again when one ends', async () => {
  expect(await allow(2)).toMatchObject({ rules: { slots: 2 }, open: 0, status: 'On' });
  const first = await created(app);
  expect(await status()).toBe('On');
  await created(app);

  expect(await status()).toBe('Off');
  await services.catalogue.refresh();
  expect((await call(app, 'customStatus', {})).answer.status).toBe('Off');
  expect(await refused(app)).toMatchObject({ code: 'CUSTOMS_CLOSED' });

  await end(first.data._id);
  expect(await status()).toBe('On');
  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items.map(({ action }) => action).slice(0, 2)).toEqual([
    'commissions.opened',
    'commissions.closed',
  ]);
});

test('they open again once the request of the last slot is deleted, however that happens', async () => {
  await addRequest(services);
  await allow(1);
  await services.database.write((tx) => tx.deleteFrom('customRequests').execute());

  await passTime(services);

  expect(await status()).toBe('On');
});

describe('subscribers hear of an opening', () => {
  const withdraw = async () => end((await created(app)).data._id);
  const news = async () => {
    while (await announceOpening(services));
    const pushed = await sendPushes(services);
    const mails = await mailsOut(services);
    return [mails.filter(({ subject }) => subject.includes('again')).length, pushed.length];
  };

  beforeEach(async () => {
    const { token } = await signUp(services);
    await call(app, 'customsNews', { token, body: { isWanted: true } });
    await choosePush(app, token, 'customs', 'phone');
    await allow(1);
  });

  test('once a day, however often a request comes and goes', async () => {
    await withdraw();
    expect(await news()).toEqual([1, 1]);
    services.pass(day / 2);
    await withdraw();
    await withdraw();
    expect([await status(), await news()]).toEqual(['On', [0, 0]]);

    services.pass(day / 2 - 1);
    expect(await news()).toEqual([0, 0]);
    services.pass(1);
    expect(await news()).toEqual([1, 1]);
    await withdraw();
    services.pass(day - 1);
    expect(await news()).toEqual([0, 0]);
  });

  test('at once if a person opens', async () => {
    await withdraw();
    await news();
    await turn('Off');
    await turn('On');

    expect(await news()).toEqual([1, 1]);
  });

  test('not at all if none is free any more by then', async () => {
    await withdraw();
    await news();
    await withdraw();
    await created(app);
    services.pass(2 * day);

    expect(await news()).toEqual([0, 0]);
  });
});

test('what the studio closed by hand stays closed', async () => {
  await allow(1);
  const { data } = await created(app);
  await turn('Off');
  await end(data._id);
  expect(await status()).toBe('Off');

  await turn('On');
  await turn('Off');
  await allow(null);
  expect(await status()).toBe('Off');
});

test('they can’t be opened by hand while no more may be open, but by raising the number', async () => {
  await addRequest(services);
  await allow(1);
  expect(await status()).toBe('Off');

  const body = { status: 'On' } as const;
  const { status: code, problem } = await studioRefused(app, 'setCustomsState', { cookie, body });
  expect([code, problem.message]).toEqual([409, commissionMessages.full(1)]);

  expect((await allow(2)).status).toBe('On');
});

test('of two requests for the last slot at once, one is refused', async () => {
  await allow(1);

  const answers = await Promise.all(
    [created(app), created(app)].map((each) =>
      each.then(
        () => 'taken',
        (error: Error) => (error.message.includes('CUSTOMS_CLOSED') ? 'closed' : error.message),
      ),
    ),
  );

  expect(answers.toSorted()).toEqual(['closed', 'taken']);
});

test('keeps the rule that a colleague changed, and refuses to overwrite the same one unseen', async () => {
  const colleague = await joinStudio(app, services, 'ben@studio.example');
  const silence = { base: { silence: 'person' }, changes: { silence: 'accepted' } } as const;
  await callStudio(app, 'setCommissionRules', { cookie: colleague.cookie, body: silence });
  expect((await allow(20)).rules).toEqual({ slots: 20, silence: 'accepted' });

  const body = { base: { slots: null }, changes: { slots: 5 } };
  const { problem } = await studioRefused(app, 'setCommissionRules', {
    cookie: colleague.cookie,
    body,
  });
  expect(problem.code).toBe('CHANGED_MEANWHILE');
  expect(Object.keys(problem.fields ?? {})).toEqual(['slots']);
  expect(await rules()).toEqual({ slots: 20, silence: 'accepted' });
});
