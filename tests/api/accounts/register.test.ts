import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { createApp } from '#server/app.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  return { app: createApp(services), services, passwords };
}

function accountsOf(services: TestServices) {
  return services.database.read.selectFrom('accounts').selectAll().execute();
}

test('creates a pending account and returns a message (S22)', async () => {
  const { app, services } = await setUp();

  const { answer } = await call(app, 'register', { body: registration() });

  expect(answer.message).toBe(messages.signUp.done);
  const [account] = await accountsOf(services);
  expect(account).toMatchObject({
    email: 'Ada@Shop.example',
    emailKey: 'ada@shop.example',
    firstName: 'Ada',
    lastName: 'Sewell',
    licenseType: 'SMALL_BUSINESS',
    businessVerificationLink: 'https://www.instagram.com/adasews',
    status: 'pending',
    isDemo: 0,
  });
});

test('accepts no confirmation, status, role or id from a body (S22)', async () => {
  const { app, services } = await setUp();
  const extra = {
    confirmPassword: 'something else',
    status: 'approved',
    approved: true,
    hasCustomsNews: false,
    hasFilesNews: true,
    hasCartNews: true,
    newsConsent: 'none',
    role: 'studio',
    isDemo: 1,
    id: 'a'.repeat(24),
    _id: 'a'.repeat(24),
    avatarUrl: 'https://elsewhere.example/x.png',
    createdAt: '1999-01-01T00:00:00.000Z',
  };

  await call(app, 'register', { body: { ...registration(), ...extra } });

  const [account] = await accountsOf(services);
  expect(account).toMatchObject({ status: 'pending', isDemo: 0, avatarUrl: null });
  expect(account?.id).not.toBe(extra.id);
  expect(account?.createdAt).toBe(services.clock().toISOString());
});

test('ignores prototype properties in a body', async () => {
  const { app, services } = await setUp();
  const text = JSON.stringify(registration()).replace('{', '{"__proto__":{"status":"approved"},');

  const response = await app.request('/api/users/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: text,
  });

  expect(response.status).toBe(200);
  expect((await accountsOf(services))[0]?.status).toBe('pending');
  expect(Reflect.get({}, 'status')).toBeUndefined();
});

test('queues a welcome mail with the account', async () => {
  const { app, services } = await setUp();

  await call(app, 'register', { body: registration() });

  const mails = await queuedMails(services);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'Ada@Shop.example', sentAt: null });
});

test.each(['ada@shop.example', ' ADA@SHOP.EXAMPLE ', 'Ada@Shop.example'])(
  'refuses %j if Ada@Shop.example has an account',
  async (email) => {
    const { app, services } = await setUp();
    await call(app, 'register', { body: registration() });

    const { status, problem } = await callRefused(app, 'register', {
      body: registration({ email, firstName: 'Eve' }),
    });

    expect(status).toBe(409);
    expect(problem.code).toBe('EMAIL_TAKEN');
    const accounts = await accountsOf(services);
    expect(accounts.map((account) => account.firstName)).toEqual(['Ada']);
  },
);

test('does the same work for a taken e-mail as for a free one', async () => {
  const { app, passwords } = await setUp();
  await call(app, 'register', { body: registration() });
  await callRefused(app, 'register', { body: registration() });

  expect(passwords.work).toEqual(['hash', 'hash']);
});

test('lets one of twenty simultaneous registrations with the same e-mail win', async () => {
  const { services } = await setUp();
  const app = createApp({ ...services, limitFactor: 100 });

  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await send(app, 'register', { body: registration() });
      return response.status;
    }),
  );

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  expect(await accountsOf(services)).toHaveLength(1);
});

test.each(['password', 'Password1', 'QWERTY123', '12345678'])(
  'refuses the common password %s before hashing it',
  async (password) => {
    const { app, services, passwords } = await setUp();

    const { status, problem } = await callRefused(app, 'register', {
      body: registration({ password }),
    });

    expect(status).toBe(422);
    expect(problem.fields).toEqual({ password: messages.invalid.password });
    expect(passwords.work).toEqual([]);
    expect(await accountsOf(services)).toEqual([]);
  },
);

test.each([
  ['a password of 129 characters', { password: 'x'.repeat(limits.passwordMax + 1) }, 'password'],
  ['a password of 5 characters', { password: 'short' }, 'password'],
  ['no e-mail', { email: '' }, 'email'],
  ['half an e-mail', { email: 'ada@shop' }, 'email'],
  ['a blank name', { firstName: '   ' }, 'firstName'],
  ['a name over two lines', { lastName: 'Se\nwell' }, 'lastName'],
  ['an endless answer', { businessVerificationLink: 'x'.repeat(301) }, 'businessVerificationLink'],
  ['no link', { businessVerificationLink: '' }, 'businessVerificationLink'],
])('refuses %s with a message at its field', async (_, changes, field) => {
  const { app, services, passwords } = await setUp();

  const { status, problem } = await callRefused(app, 'register', { body: registration(changes) });

  expect(status).toBe(422);
  expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  expect(problem.message).not.toBe('');
  expect(passwords.work).toEqual([]);
  expect(await accountsOf(services)).toEqual([]);
});

test('counts attempts by e-mail before hashing, however it is written', async () => {
  const { app, passwords } = await setUp();
  const writings = [
    'ada@shop.example',
    'ADA@shop.example',
    'Ada@Shop.Example',
    ' ada@shop.example',
  ];
  for (const email of [...writings, 'ada@SHOP.example']) {
    await send(app, 'register', { body: registration({ email }) });
  }
  const before = passwords.work.length;

  const { status, headers } = await callRefused(app, 'register', { body: registration() });

  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(passwords.work).toHaveLength(before);
});

test('stores a password only as an argon2id hash', async () => {
  const services = await makeServices({ passwords: argonPasswords() });
  const app = createApp(services);

  await call(app, 'register', { body: registration() });

  const [account] = await accountsOf(services);
  expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/);
  expect(JSON.stringify(account)).not.toContain('cotton');
});
