import type { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ownRequestPath,
  requestPicturePath,
  requestTokenHeader,
} from '#contract/shop/own-paths.ts';
import { linkMessages } from '#contract/shop/own-request.ts';
import { createApp } from '#server/app.ts';
import { tellBuyer } from '#server/commissions/tell-buyer.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { created, fields, mailsOut, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { registration } from '#tests/support/registration.ts';
import { requestToken } from '#tests/support/request-token.ts';
import { askForCode } from '#tests/support/reset-flow.ts';
import { signUp } from '#tests/support/sign-up.ts';

let services: TestServices;
let app: Hono;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  await setStatus(services, 'On');
});

/** The mails to an address that went out since the last call. */
async function mailsTo(email: string) {
  return (await mailsOut(services)).filter(({ recipient }) => recipient === email);
}

/** The token of the link in a mail. */
const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const linked = (token: string) => call(app, 'linkedRequest', { body: { token } });

test('a visitor gets a link that opens the request without an account, and can withdraw it', async () => {
  const { data } = await created(app, { images: [await picture('jpeg')] });
  const [mail] = await mailsTo(fields.email);
  const token = tokenIn(mail?.text ?? '');

  const { answer } = await linked(token);

  expect(answer).toMatchObject({ _id: data._id, state: 'received', ...fields });
  const path = requestPicturePath(answer.pictures[0]?._id ?? '');
  const withToken = (given: string) =>
    app.request(path, { headers: { [requestTokenHeader]: given } });
  expect((await withToken(token)).status).toBe(200);
  expect((await withToken(await requestToken(services, fields.email))).status).toBe(404);
  const withdrawn = await call(app, 'withdrawLinked', { body: { token } });
  expect(withdrawn.answer.state).toBe('withdrawn');
  expect((await call(app, 'withdrawLinked', { body: { token } })).answer).toEqual(withdrawn.answer);
});

test('the mail to a typed address says nothing that its sender typed, and stops at three a day', async () => {
  const typed = {
    ...fields,
    name: 'WIN A PRIZE',
    description: 'Buy at http://spam.example <b>now</b>',
  };
  for (let sent = 0; sent < 5; sent += 1) await created(app, { fields: typed });
  const [first, ...others] = await mailsTo(fields.email);

  expect(others).toHaveLength(2);
  for (const text of [first?.subject, first?.text, first?.html]) {
    expect(text).not.toMatch(/PRIZE|spam|Buy at|<b>/);
  }
  // In another spelling it is the same mailbox.
  await created(app, { fields: { ...typed, email: fields.email.toUpperCase() } });
  expect(await mailsTo(fields.email.toUpperCase())).toEqual([]);
  services.pass(86_400_000);
  await created(app, { fields: typed });
  expect(await mailsTo(fields.email)).toHaveLength(1);
});

test('a link is stored as a hash, and ends after half a year', async () => {
  const token = await requestToken(services, fields.email);
  const rows = await services.database.read.selectFrom('requestLinks').selectAll().execute();

  expect(JSON.stringify(rows)).not.toContain(token);
  services.pass(180 * 86_400_000);
  const { status, problem } = await callRefused(app, 'linkedRequest', { body: { token } });
  expect([status, problem.message]).toEqual([404, linkMessages.ended]);
});

describe('an account', () => {
  test('owns the requests with its address once it has opened the link', async () => {
    const { token: session, email } = await signUp(services, { email: fields.email });
    const first = await created(app);
    const second = await created(app);
    const [mail] = await mailsTo(email);
    const list = async () =>
      (await call(app, 'ownRequests', { token: session })).answer.requests.map(({ _id }) => _id);
    expect(await list()).toEqual([]);

    const { answer } = await call(app, 'claimRequest', {
      token: session,
      body: { token: tokenIn(mail?.text ?? '') },
    });

    expect(answer._id).toBe(first.data._id);
    expect((await list()).toSorted()).toEqual([first.data._id, second.data._id].toSorted());
    // Also what is sent later without signing in.
    const third = await created(app);
    expect(await list()).toContain(third.data._id);
  });

  test('owns them once a code that was mailed there was entered', async () => {
    const password = 'cotton and thread';
    await call(app, 'register', { body: registration({ email: fields.email, password }) });
    const { answer } = await call(app, 'login', { body: { email: fields.email, password } });
    const { data } = await created(app);
    const list = async () =>
      (await call(app, 'ownRequests', { token: answer.token })).answer.requests;
    expect(await list()).toEqual([]);

    const { token, code } = await askForCode(app, services, fields.email);
    await call(app, 'verifyOtp', { body: { token, otp: Number(code) } });

    expect((await list()).map(({ _id }) => _id)).toEqual([data._id]);
  });

  test('gets nothing by a link to a request with another address', async () => {
    const { token: session } = await signUp(services, { email: 'other@shop.example' });
    const token = await requestToken(services, fields.email);

    const { status, problem } = await callRefused(app, 'claimRequest', {
      token: session,
      body: { token },
    });

    expect([status, problem.message]).toEqual([403, linkMessages.elsewhere]);
    expect((await call(app, 'ownRequests', { token: session })).answer.requests).toEqual([]);
  });

  test('doesn’t get a request that another account sent with its address', async () => {
    const sender = await signUp(services);
    const { token: session } = await signUp(services, { email: fields.email });
    await created(app, { token: sender.token });
    const [mail] = await mailsTo(fields.email);

    const token = tokenIn(mail?.text ?? '');
    expect(
      (await callRefused(app, 'claimRequest', { token: session, body: { token } })).status,
    ).toBe(403);
    expect((await linked(token)).answer.state).toBe('received');
    expect((await call(app, 'ownRequests', { token: sender.token })).answer.requests).toHaveLength(
      1,
    );
  });

  test('with a confirmed address gets a copy of what it sent', async () => {
    const account = await signUp(services, { email: fields.email });
    const token = await requestToken(services, fields.email);
    await call(app, 'claimRequest', { token: account.token, body: { token } });

    const { data } = await created(app, { token: account.token });
    const [mail] = await mailsTo(fields.email);

    expect(mail?.text).toContain('With lanterns, please.');
    expect(mail?.text).toContain(ownRequestPath(data._id));
    expect(mail?.text).not.toContain('#token=');
  });
});

test('a buyer hears of the studio’s moves, with what was said and a link', async () => {
  const account = await signUp(services);
  const move = (id: string, name: 'decline' | 'withdraw') =>
    makeChange(services, async (change) => {
      const who = name === 'decline' ? ({ staffId: 'a'.repeat(24) } as const) : 'buyer';
      const note = 'I am <fully> booked.';
      const request = await transition(change, id, name, who, note);
      await tellBuyer(change, services.env, request, note);
    });
  await move(await addRequest(services), 'decline');
  const [visitors] = await mailsTo(fields.email);
  expect(visitors?.text).toContain('I am <fully> booked.');
  expect(visitors?.html).toContain('I am &lt;fully&gt; booked.');
  expect((await linked(tokenIn(visitors?.text ?? ''))).answer.state).toBe('declined');

  const id = await addRequest(services, { accountId: account.id });
  await move(id, 'decline');
  const [own] = await mailsTo(fields.email);
  expect(own?.text).toContain(ownRequestPath(id));

  await move(await addRequest(services), 'withdraw');
  expect(await mailsTo(fields.email)).toEqual([]);
});
