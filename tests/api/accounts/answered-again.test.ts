import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { expect, it, test } from 'vitest';
import { type CallName, calls } from '#contract/shop/calls.ts';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { createApp } from '#server/app.ts';
import { callRefused, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { openShopWorld, sendShop, tokenFor } from '#tests/support/shop-world.ts';
import { sendStudio } from '#tests/support/studio-call.ts';
import { openStudioWorld } from '#tests/support/studio-world.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

const repeatable = (table: Readonly<Record<string, Call>>) =>
  Object.entries(table)
    .filter(([, call]) => call.isRepeatable)
    .map(([name]) => name);

async function seen(response: Response) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { status: response.status, cookies, answer: await response.json() };
}

it.each(repeatable(calls) as CallName[])(
  'a %s whose answer was lost is answered again',
  async (name) => {
    const { app, right, addDesign, addBuyer } = await openShopWorld();
    const buyer = await addBuyer('approved', await addDesign());
    const request = await right[name]?.(buyer, buyer);
    // Another password than before, so that a second change would be refused.
    const changesPassword = name === 'updateUser' || name === 'changeColleague';
    const body = changesPassword ? { ...request?.body, password: 'silk and felt' } : request?.body;
    const headers = {
      Authorization: `Bearer ${tokenFor(name, buyer)}`,
      'Idempotency-Key': randomUUID(),
    };
    const ask = () => sendShop(app, name, { ...request, ...(body && { body }) }, headers);

    const first = await seen(await ask());
    expect(first.status).toBe(200);
    expect(await seen(await ask())).toEqual(first);
  },
);

it.each(repeatable(studioCalls) as StudioCallName[])(
  'a %s of staff whose answer was lost is answered again',
  async (name) => {
    const { app, cookie, right, services } = await openStudioWorld();
    const request = await right[name]();
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': randomUUID() };
    const ask = () => sendStudio(app, name, { cookie, ...request, headers });

    const first = await seen(await ask());
    expect(first.status).toBe(200);
    const before = await wholeDatabase(services);
    expect(await seen(await ask())).toEqual(first);
    expect(await wholeDatabase(services)).toEqual(before);
  },
);

async function registering() {
  const services = await makeServices();
  const app: Hono = createApp(services);
  return { services, app, key: randomUUID(), body: registration() };
}

test('a sign-up sent twice at once makes one account, and both hear so', async () => {
  const { app, services, key, body } = await registering();
  const both = await Promise.all([
    send(app, 'register', { key, body }),
    send(app, 'register', { key, body }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const mails = await queuedMails(services);
  const accounts = await services.database.read.selectFrom('accounts').select('id').execute();
  expect([accounts.length, mails.length]).toEqual([1, 1]);
});

test('a key of one sign-up is refused for another, such as with another password', async () => {
  const { app, key, body } = await registering();
  await send(app, 'register', { key, body });
  const changed = { ...body, password: 'silk and felt' };
  const { problem } = await callRefused(app, 'register', { key, body: changed });
  expect(problem.code).toBe('KEY_REUSED');
});

test('a sign-up with another key is refused, as one without', async () => {
  const { app, key, body } = await registering();
  await send(app, 'register', { key, body });
  for (const other of [randomUUID(), undefined]) {
    const again = await callRefused(app, 'register', { ...(other && { key: other }), body });
    expect(again.problem.code).toBe('EMAIL_TAKEN');
  }
});

test('what is stored of an answer can’t be read without its key', async () => {
  const { app, services, key, body } = await registering();
  await send(app, 'register', { key, body });
  const rows = await services.database.read.selectFrom('idempotencyAnswers').selectAll().execute();
  expect(rows).toHaveLength(1);
  const stored = JSON.stringify(rows);
  for (const secret of [key, 'message', body.email]) expect(stored).not.toContain(secret);
});
