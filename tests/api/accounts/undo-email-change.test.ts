import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { cookieNamed } from '#tests/support/cookie-named.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { mailedUndo, queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { resetToken } from '#tests/support/reset-flow.ts';

const email = 'ada@shop.example';
const password = 'cotton and thread';
const hour = 3_600_000;

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  await call(app, 'register', { body: registration({ email, password }) });
  const { answer } = await call(app, 'login', { body: { email, password } });
  return { app, services, token: answer.token };
}

/** Changes the e-mail and returns the token from the link that the previous address received. */
async function move(app: Hono, services: TestServices, token: string, to: string): Promise<string> {
  services.pass(1000);
  await call(app, 'updateUser', { token, body: { email: to, oldPassword: password } });
  return mailedUndo(services);
}

test('sends the old address a link that undoes the change without a sign-in', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'thief@evil.example');
  const elsewhere = await call(app, 'login', { body: { email: 'thief@evil.example', password } });
  services.pass(72 * hour - 1);

  const { answer } = await call(app, 'undoEmailChange', { body: { token: undo } });

  expect(answer).toEqual({ message: messages.profile.emailUndone, email });
  for (const session of [token, elsewhere.answer.token]) {
    expect((await callRefused(app, 'me', { token: session })).status).toBe(401);
  }
  // Whoever changed it knows the password, so the password is void too.
  for (const each of [email, 'thief@evil.example']) {
    const { problem } = await callRefused(app, 'login', { body: { email: each, password } });
    expect(problem.code).toBe('WRONG_CREDENTIALS');
  }
  const reset = await resetToken(app, services, email);
  await call(app, 'resetPassword', { body: { token: reset, password: 'silk and felt' } });
  const again = await call(app, 'login', { body: { email, password: 'silk and felt' } });
  expect(again.answer.email).toBe(email);
});

test('after an undo, no earlier password or code opens the account', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'thief@evil.example');
  const reset = await resetToken(app, services, 'thief@evil.example');

  await call(app, 'undoEmailChange', { body: { token: undo } });

  const { problem } = await callRefused(app, 'resetPassword', {
    body: { token: reset, password: 'silk and felt' },
  });
  expect(problem.code).toBe('CODE_ENDED');
});

test('after an undo, only the device that did it is known, so strangers use up none of its codes', async () => {
  const { app, services, token } = await setUp();
  const rows = () => services.database.read.selectFrom('knownDevices').selectAll().execute();
  const before = await rows();
  const undo = await move(app, services, token, 'thief@evil.example');

  const { headers } = await call(app, 'undoEmailChange', { body: { token: undo } });
  const cookie = cookieNamed('pinwheel-device', headers);
  const after = await rows();
  const strangers = [];
  for (let count = 0; count < 4; count += 1) {
    strangers.push((await send(app, 'sendOtp', { body: { email } })).status);
  }
  const owner = await send(app, 'sendOtp', { body: { email }, headers: { Cookie: cookie } });

  expect([before.length, after.length]).toEqual([1, 1]);
  expect(after[0]?.tokenHash).not.toBe(before[0]?.tokenHash);
  expect(strangers.at(-1)).toBe(429);
  expect(owner.status).toBe(200);
});

test('an account changes its e-mail at most three times in 72 hours', async () => {
  const { app, services, token } = await setUp();
  for (const to of ['one@shop.example', 'two@shop.example', 'three@shop.example']) {
    await move(app, services, token, to);
  }
  const body = { email: 'four@shop.example', oldPassword: password };

  const { status, problem, headers } = await callRefused(app, 'updateUser', { token, body });
  services.pass(Number(headers.get('retry-after')) * 1000);

  const text = `${messages.profile.emailTooOften} Try again in 72 hours.`;
  expect([status, problem.message]).toEqual([429, text]);
  expect((await send(app, 'updateUser', { token, body })).status).toBe(200);
});

test('the link works once, for 72 hours, and not with a made-up token', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'next@shop.example');
  const late = await setUp();
  const lateUndo = await move(late.app, late.services, late.token, 'next@shop.example');
  late.services.pass(72 * hour);

  await call(app, 'undoEmailChange', { body: { token: undo } });
  const refusals = [
    await callRefused(app, 'undoEmailChange', { body: { token: undo } }),
    await callRefused(late.app, 'undoEmailChange', { body: { token: lateUndo } }),
    await callRefused(app, 'undoEmailChange', { body: { token: 'a'.repeat(43) } }),
  ];

  for (const { status, problem } of refusals) {
    expect([status, problem.code]).toEqual([409, 'CODE_ENDED']);
    expect(problem.message).toBe(messages.profile.undoEnded);
  }
});

test('fetching the link, as mail scanners do, undoes nothing', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'next@shop.example');

  for (const method of ['GET', 'HEAD']) {
    await app.request(`/forgot-password?undo-email`, { method });
    const response = await app.request(`/api/users/undo-email-change?token=${undo}`, { method });
    expect(response.status).toBe(405);
  }

  expect((await call(app, 'me', { token })).answer.user.email).toBe('next@shop.example');
  expect((await send(app, 'undoEmailChange', { body: { token: undo } })).status).toBe(200);
});

test('a second change neither prevents nor undoes the undo of the first', async () => {
  const { app, services, token } = await setUp();
  const first = await move(app, services, token, 'thief@evil.example');
  const second = await move(app, services, token, 'more@evil.example');

  // The thief has the mailbox of the second link, so it can only lead back to the thief.
  await call(app, 'undoEmailChange', { body: { token: second } });
  const { answer } = await call(app, 'undoEmailChange', { body: { token: first } });

  expect(answer.email).toBe(email);
});

test('undoing the first change invalidates the links of later ones', async () => {
  const { app, services, token } = await setUp();
  const first = await move(app, services, token, 'thief@evil.example');
  const second = await move(app, services, token, 'more@evil.example');

  await call(app, 'undoEmailChange', { body: { token: first } });

  const { problem } = await callRefused(app, 'undoEmailChange', { body: { token: second } });
  expect(problem.code).toBe('CODE_ENDED');
  const row = await services.database.read
    .selectFrom('accounts')
    .select('email')
    .executeTakeFirstOrThrow();
  expect(row.email).toBe(email);
});

test('nobody else can take the old e-mail while the change can be undone', async () => {
  const { app, services, token } = await setUp();
  await call(app, 'register', { body: registration({ email: 'eve@shop.example', password }) });
  const eve = await call(app, 'login', { body: { email: 'eve@shop.example', password } });
  await move(app, services, token, 'next@shop.example');
  const take = () =>
    send(app, 'updateUser', {
      token: eve.answer.token,
      body: { email: ' ADA@shop.example', oldPassword: password },
    });

  const registered = await callRefused(app, 'register', {
    body: registration({ email, password }),
  });
  const taken = (await take()).status;
  services.pass(72 * hour);

  expect([registered.problem.code, taken]).toEqual(['EMAIL_TAKEN', 409]);
  expect((await take()).status).toBe(200);
});

test('the owner can change back to the old e-mail in the profile', async () => {
  const { app, services, token } = await setUp();
  await move(app, services, token, 'next@shop.example');

  await move(app, services, token, email);

  expect((await call(app, 'me', { token })).answer.user.email).toBe(email);
});

test('the account cannot be deleted while the change can be undone', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'next@shop.example');

  const refused = await callRefused(app, 'deleteAccount', { token, body: { password } });
  const late = await setUp();
  await move(late.app, late.services, late.token, 'next@shop.example');
  late.services.pass(72 * hour);
  await call(late.app, 'deleteAccount', { token: late.token, body: { password } });

  expect([refused.status, refused.problem.code]).toEqual([409, 'CONFLICT']);
  expect(refused.problem.message).toBe(messages.profile.deleteAfterUndo);
  expect((await send(app, 'undoEmailChange', { body: { token: undo } })).status).toBe(200);
  expect(await late.services.database.read.selectFrom('emailUndos').selectAll().execute()).toEqual(
    [],
  );
});

test('stores only a hash of the token, and cleanup deletes expired links', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'next@shop.example');
  const rows = () => services.database.read.selectFrom('emailUndos').selectAll().execute();
  const stored = await rows();
  services.pass(71 * hour);
  await runRetention(services);
  const before = await rows();
  services.pass(hour);
  await runRetention(services);

  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(undo);
  expect([before.length, (await rows()).length]).toEqual([1, 0]);
});

test('mails both addresses, the restored one with a link to set a new password', async () => {
  const { app, services, token } = await setUp();
  const undo = await move(app, services, token, 'next@shop.example');
  await services.database.write((tx) => tx.deleteFrom('mailOutbox').execute());

  await call(app, 'undoEmailChange', { body: { token: undo } });

  const mails = await queuedMails(services);
  const restored = mails.find((mail) => mail.recipient === email);
  const removed = mails.find((mail) => mail.recipient === 'next@shop.example');
  expect(mails).toHaveLength(2);
  expect(restored?.text).toContain('/forgot-password');
  expect(removed?.subject).toContain('no longer has this e-mail');
});

test('counts unknown tokens by address', async () => {
  const { app } = await setUp();
  for (let count = 0; count < 30; count += 1) {
    await send(app, 'undoEmailChange', { body: { token: `token-${count}` } });
  }

  const { status } = await callRefused(app, 'undoEmailChange', { body: { token: 'another' } });

  expect(status).toBe(429);
});
