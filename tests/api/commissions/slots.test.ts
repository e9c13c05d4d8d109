import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { createApp } from '#server/app.ts';
import { passTime } from '#server/commissions/silence.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call } from '#tests/support/call.ts';
import { created, refused, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  services = await makeServices({ limitFactor: 1_000_000 });
  app = createApp(services);
  ({ cookie } = await joinStudio(app, services));
  await setStatus(services, 'On');
});

const allow = async (slots: number | null) =>
  (await callStudio(app, 'setCommissionRules', { cookie, body: { slots, silence: 'person' } }))
    .answer;
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
