import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { endResets } from '#server/accounts/reset-steps.ts';
import { createApp } from '#server/app.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { ownerOf } from '#server/platform/sign-in/person.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { slowPasswords } from '#tests/support/slow-passwords.ts';

const email = 'ada@shop.example';
const password = 'cotton and thread';
const other = 'linen and wool';
const minute = 60_000;

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  const app = createApp(services);
  await call(app, 'register', { body: registration({ email, password }) });
  return { app, services, passwords };
}

test('sets the password with the token from a right code (S26, O16)', async () => {
  const { app, services } = await setUp();
  const token = await resetToken(app, services, email);

  const { answer } = await call(app, 'resetPassword', { body: { token, password: other } });

  expect(answer).toEqual({ message: messages.reset.done });
  const old = await callRefused(app, 'login', { body: { email, password } });
  const { status } = await call(app, 'login', { body: { email, password: other } });
  expect(old.problem.code).toBe('WRONG_CREDENTIALS');
  expect(status).toBe(200);
});

test('ends every session and signs nobody in', async () => {
  const { app, services } = await setUp();
  const tokens = [];
  for (let count = 0; count < 3; count += 1) {
    tokens.push((await call(app, 'login', { body: { email, password } })).answer.token);
  }
  await choosePush(app, tokens[0] ?? '', 'priceDrops', 'lost phone');
  const token = await resetToken(app, services, email);

  await call(app, 'resetPassword', { body: { token, password: other } });

  for (const session of tokens) {
    expect((await callRefused(app, 'me', { token: session })).status).toBe(401);
  }
  const { read } = services.database;
  expect(await read.selectFrom('sessions').selectAll().execute()).toEqual([]);
  // Nor is a browser that the account no longer uses notified.
  expect(await read.selectFrom('pushDevices').selectAll().execute()).toEqual([]);
});

test.each(['pending', 'approved', 'rejected'] as const)(
  'leaves a %s account as it is',
  async (status) => {
    const { app, services } = await setUp();
    await services.database.write((tx) => tx.updateTable('accounts').set({ status }).execute());
    const token = await resetToken(app, services, email);

    await call(app, 'resetPassword', { body: { token, password: other } });

    const accounts = await services.database.read.selectFrom('accounts').select('status').execute();
    expect(accounts).toEqual([{ status }]);
  },
);

test('informs the owner by mail', async () => {
  const { app, services } = await setUp();
  const token = await resetToken(app, services, email);

  await call(app, 'resetPassword', { body: { token, password: other } });

  const mails = await queuedMails(services);
  const notice = mails.filter((mail) => mail.subject.endsWith('password was changed'));
  expect(notice.map((mail) => mail.recipient)).toEqual([email]);
  expect(notice[0]?.text).not.toContain(other);
});

test('a token sets one password, even if used many times at once', async () => {
  const { app, services, passwords } = await setUp();
  const token = await resetToken(app, services, email);
  passwords.work.length = 0;

  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const body = { token, password: `${other} ${place}` };
      return (await send(app, 'resetPassword', { body })).status;
    }),
  );

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  expect(passwords.work).toEqual(['hash']);
});

test('a token still works after hashing its password failed', async () => {
  const { app, services, passwords } = await setUp();
  const token = await resetToken(app, services, email);
  const busy = createApp({
    ...services,
    passwords: { ...passwords, hash: () => Promise.reject(new Problem('UNAVAILABLE', 'busy')) },
  });
  const body = { token, password: other };

  const { status } = await callRefused(busy, 'resetPassword', { body });

  expect(status).toBe(503);
  expect((await call(app, 'resetPassword', { body })).status).toBe(200);
});

test('a token still works after the database was away once its password was hashed', async () => {
  const { app, services, passwords } = await setUp();
  const token = await resetToken(app, services, email);
  const { database } = services;
  let isAway = false;
  const cutOff = createApp({
    ...services,
    passwords: {
      ...passwords,
      hash(text) {
        isAway = true;
        return passwords.hash(text);
      },
    },
    database: {
      ...database,
      write(work, owner) {
        if (!isAway) return database.write(work, owner);
        isAway = false;
        return Promise.reject(new DatabaseUnavailable(new Error('cut off')));
      },
    },
  });
  const body = { token, password: other };

  const { status } = await callRefused(cutOff, 'resetPassword', { body });

  expect(status).toBe(503);
  expect((await call(app, 'resetPassword', { body })).status).toBe(200);
});

test('a reset that ends while its password is being hashed sets none', async () => {
  const { app, services, passwords } = await setUp();
  const { id } = await services.database.read
    .selectFrom('accounts')
    .select('id')
    .executeTakeFirstOrThrow();
  const token = await resetToken(app, services, email);
  const slow = createApp({
    ...services,
    passwords: {
      ...passwords,
      async hash(text) {
        await services.database.write((tx) => endResets(tx, ownerOf(id)));
        return passwords.hash(text);
      },
    },
  });

  const { problem } = await callRefused(slow, 'resetPassword', {
    body: { token, password: other },
  });

  expect(problem.code).toBe('CODE_ENDED');
});

test('a token of an earlier step, or an unknown one, sets no password and causes no hashing', async () => {
  const { app, services, passwords } = await setUp();
  const { token } = await askForCode(app, services, email);
  passwords.work.length = 0;

  for (const tried of [token, 'a'.repeat(22)]) {
    const body = { token: tried, password: other };
    const { status, problem } = await callRefused(app, 'resetPassword', { body });
    expect([status, problem.code]).toEqual([409, 'CODE_ENDED']);
  }

  expect(passwords.work).toEqual([]);
});

test('a token that sets a password does not verify a code', async () => {
  const { app, services } = await setUp();
  const token = await resetToken(app, services, email);

  const { problem } = await callRefused(app, 'verifyOtp', { body: { otp: 1, token } });

  expect(problem.code).toBe('CODE_ENDED');
});

test('a token is valid for 15 minutes', async () => {
  const { app, services } = await setUp();
  const token = await resetToken(app, services, email);
  services.pass(15 * minute + 1);

  const { problem } = await callRefused(app, 'resetPassword', {
    body: { token, password: other },
  });

  expect(problem.code).toBe('CODE_ENDED');
});

test('refuses a common password before hashing, and the token stays valid', async () => {
  const { app, services, passwords } = await setUp();
  const token = await resetToken(app, services, email);
  passwords.work.length = 0;

  const common = await callRefused(app, 'resetPassword', {
    body: { token, password: 'qwerty123' },
  });
  const short = await callRefused(app, 'resetPassword', { body: { token, password: 'short' } });
  const { status } = await call(app, 'resetPassword', { body: { token, password: other } });

  expect(common.problem.fields).toEqual({ password: messages.invalid.password });
  expect(short.problem.fields).toEqual({ password: messages.reset.passwordMin });
  expect(status).toBe(200);
  expect(passwords.work).toEqual(['hash']);
});

test('counts attempts with unknown tokens by address, before hashing', async () => {
  const { app, passwords } = await setUp();
  for (let count = 0; count < 30; count += 1) {
    await send(app, 'resetPassword', { body: { token: 'a'.repeat(22), password: other } });
  }
  passwords.work.length = 0;

  const { status } = await callRefused(app, 'resetPassword', {
    body: { token: 'b'.repeat(22), password: other },
  });

  expect(status).toBe(429);
  expect(passwords.work).toEqual([]);
});

test('a reset ends every other reset of the account', async () => {
  const { app, services } = await setUp();
  const first = await resetToken(app, services, email);
  const second = await resetToken(app, services, email);

  await call(app, 'resetPassword', { body: { token: second, password: other } });
  const { problem } = await callRefused(app, 'resetPassword', {
    body: { token: first, password: 'silk and felt' },
  });

  expect(problem.code).toBe('CODE_ENDED');
});

test.each([
  ['sign-in', 'login', { email, password }],
  ['password change', 'updateUser', { oldPassword: password, password: 'silk and felt' }],
  ['deletion', 'deleteAccount', { password }],
] as const)('a %s that is still comparing the old password fails', async (_, name, body) => {
  const { app, services, passwords } = await setUp();
  const session = await call(app, 'login', { body: { email, password } });
  const token = await resetToken(app, services, email);
  const slow = slowPasswords(passwords, () =>
    call(app, 'resetPassword', { body: { token, password: other } }),
  );
  const slowApp = createApp({ ...services, passwords: slow });

  const { problem } = await callRefused(slowApp, name, {
    token: session.answer.token,
    body: body as never,
  });

  expect(problem.code).toMatch(/^WRONG_/);
  expect(await services.database.read.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect((await call(app, 'login', { body: { email, password: other } })).status).toBe(200);
});
