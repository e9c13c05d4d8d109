import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { createApp } from '#server/app.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode } from '#tests/support/reset-flow.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { slowPasswords } from '#tests/support/slow-passwords.ts';

const email = 'ada@shop.example';
const password = 'cotton and thread';
const other = 'linen and wool';

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  const app = createApp(services);
  await call(app, 'register', { body: registration({ email, password }) });
  const { answer } = await call(app, 'login', { body: { email, password } });
  passwords.work.length = 0;
  await services.database.write((tx) => tx.deleteFrom('mailOutbox').execute());
  return { app, services, passwords, token: answer.token, accountId: answer._id };
}

test('changes any part of the profile and leaves the rest alone (S27, T04)', async () => {
  const { app, token } = await setUp();

  const names = await call(app, 'updateUser', { token, body: { firstName: 'Augusta' } });
  const licence = await call(app, 'updateUser', { token, body: { licenseType: 'FABRIC_SHOP' } });
  const link = { businessVerificationLink: 'shop.example/ada' };
  await call(app, 'updateUser', { token, body: { lastName: 'King', ...link } });
  const moved = await call(app, 'updateUser', {
    token,
    body: { email: 'Gus@shop.example', oldPassword: password },
  });
  const secret = await call(app, 'updateUser', {
    token,
    body: { oldPassword: password, password: other },
  });

  const { answer } = await call(app, 'me', { token });
  expect(answer.user).toMatchObject({
    firstName: 'Augusta',
    lastName: 'King',
    licenseType: 'FABRIC_SHOP',
    businessVerificationLink: 'https://shop.example/ada',
    email: 'Gus@shop.example',
    status: 'pending',
  });
  expect([names, licence, moved, secret].map((each) => each.answer.message)).toEqual([
    'Profile Updated Successfully',
    'License information updated successfully',
    'Email Updated Successfully',
    'Password Updated Successfully',
  ]);
});

test('accepts only the fields of a profile', async () => {
  const { app, services, token, accountId } = await setUp();
  const victim = await signUp(services, { status: 'pending' });
  const extra = {
    status: 'approved',
    approved: true,
    hasCustomsNews: false,
    hasFilesNews: true,
    hasCartNews: true,
    newsConsent: 'none',
    role: 'studio',
    isDemo: 1,
    id: victim.id,
    _id: victim.id,
    accountId: victim.id,
    emailKey: 'x@shop.example',
    passwordHash: 'plain:x',
    avatarUrl: 'https://elsewhere.example/x.png',
    createdAt: '1999-01-01T00:00:00.000Z',
    deletedAt: '1999-01-01T00:00:00.000Z',
  };
  const rows = () =>
    services.database.read.selectFrom('accounts').selectAll().orderBy('id').execute();
  const before = await rows();

  await call(app, 'updateUser', { token, body: { firstName: 'Augusta', ...extra } });
  const nothing = await callRefused(app, 'updateUser', { token, body: extra as never });

  const after = await rows();
  expect(after).toEqual(
    before.map((row) => (row.id === accountId ? { ...row, firstName: 'Augusta' } : row)),
  );
  expect([nothing.status, nothing.problem.message]).toEqual([422, messages.invalid.nothing]);
});

test('ignores prototype properties in a body', async () => {
  const { app, token } = await setUp();

  const response = await app.request('/api/users/update', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: '{"__proto__":{"status":"approved","email":"eve@shop.example"},"firstName":"Eve"}',
  });

  expect(response.status).toBe(200);
  const { answer } = await call(app, 'me', { token });
  expect(answer.user).toMatchObject({ firstName: 'Eve', email, status: 'pending' });
});

test('changes the e-mail at once, and informs only the old address', async () => {
  const { app, services, token } = await setUp();

  await call(app, 'updateUser', {
    token,
    body: { email: 'gus@shop.example', oldPassword: password },
  });

  const old = await callRefused(app, 'login', { body: { email, password } });
  const fresh = await call(app, 'login', { body: { email: 'GUS@shop.example', password } });
  expect(old.problem.code).toBe('WRONG_CREDENTIALS');
  expect(fresh.answer.email).toBe('gus@shop.example');
  const mails = await queuedMails(services);
  expect(mails.map((mail) => mail.recipient)).toEqual([email]);
  expect(mails[0]?.subject).toContain('a new e-mail');
});

test('saves a different spelling of the same e-mail without informing anyone', async () => {
  const { app, services, token } = await setUp();

  await call(app, 'updateUser', {
    token,
    body: { email: 'Ada@Shop.Example', oldPassword: password },
  });

  const { answer } = await call(app, 'me', { token });
  expect(answer.user.email).toBe('Ada@Shop.Example');
  expect(await queuedMails(services)).toEqual([]);
});

test.each(['eve@shop.example', ' EVE@Shop.example', 'ｅve@shop.example'])(
  'refuses %j, which is taken, and changes nothing',
  async (taken) => {
    const { app, services, token } = await setUp();
    await signUp(services, { email: 'eve@shop.example' });

    const { status, problem } = await callRefused(app, 'updateUser', {
      token,
      body: { firstName: 'Augusta', email: taken, oldPassword: password, password: other },
    });

    expect([status, problem.code]).toEqual([409, 'EMAIL_TAKEN']);
    const { answer } = await call(app, 'me', { token });
    expect(answer.user).toMatchObject({ firstName: 'Ada', email });
    expect((await call(app, 'login', { body: { email, password } })).status).toBe(200);
    expect(await queuedMails(services)).toEqual([]);
  },
);

test('gives an e-mail to one of two accounts that request it at once', async () => {
  const { app, services, token } = await setUp();
  const eve = await signUp(services);
  await setPassword(services, eve.id, password);
  const body = { email: 'wanted@shop.example', oldPassword: password };

  const answers = await Promise.all(
    [token, eve.token].map((each) => send(app, 'updateUser', { token: each, body })),
  );

  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const refused = await answers.find((answer) => answer.status === 409)?.json();
  expect(refused.fields).toEqual({ email: 'An account with this e-mail already exists.' });
});

test('an e-mail change invalidates the codes sent to the old address', async () => {
  const { app, services, token } = await setUp();
  const asked = await askForCode(app, services, email);

  await call(app, 'updateUser', {
    token,
    body: { email: 'gus@shop.example', oldPassword: password },
  });

  const { problem } = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(asked.code), token: asked.token },
  });
  expect(problem.code).toBe('CODE_ENDED');
});

test('a new password ends the other sessions, not this one, and informs the owner', async () => {
  const { app, services, token } = await setUp();
  const elsewhere = await call(app, 'login', { body: { email, password } });

  await call(app, 'updateUser', { token, body: { oldPassword: password, password: other } });

  expect((await send(app, 'me', { token })).status).toBe(200);
  expect((await send(app, 'me', { token: elsewhere.answer.token })).status).toBe(401);
  const old = await callRefused(app, 'login', { body: { email, password } });
  expect(old.problem.code).toBe('WRONG_CREDENTIALS');
  expect((await queuedMails(services)).map((mail) => mail.recipient)).toEqual([email]);
});

test('reports a wrong old password at its field, and signs nobody out', async () => {
  const { app, token, passwords } = await setUp();

  const { status, problem } = await callRefused(app, 'updateUser', {
    token,
    body: { oldPassword: 'not the one', password: other, firstName: 'Augusta' },
  });

  expect([status, problem.code]).toEqual([422, 'WRONG_PASSWORD']);
  expect(problem.fields).toEqual({ oldPassword: messages.profile.wrongPassword });
  expect(passwords.work).toEqual(['matches']);
  const { answer } = await call(app, 'me', { token });
  expect(answer.user.firstName).toBe('Ada');
});

test('changing the e-mail requires the password, with the error at its field', async () => {
  const { app, services, token } = await setUp();

  const body = { email: 'gus@shop.example', oldPassword: 'not the one' };
  const { status, problem } = await callRefused(app, 'updateUser', { token, body });

  expect([status, problem.code]).toEqual([422, 'WRONG_PASSWORD']);
  expect(problem.fields).toEqual({ oldPassword: messages.profile.wrongPassword });
  expect((await call(app, 'me', { token })).answer.user.email).toBe(email);
  expect(await queuedMails(services)).toEqual([]);
});

test('does not change the e-mail if the password changes during the comparison', async () => {
  const { services, token } = await setUp();
  const passwordHash = await services.passwords.hash(other);
  const passwords = slowPasswords(services.passwords, () =>
    services.database.write((tx) => tx.updateTable('accounts').set({ passwordHash }).execute()),
  );

  const { problem } = await callRefused(createApp({ ...services, passwords }), 'updateUser', {
    token,
    body: { email: 'gus@shop.example', oldPassword: password },
  });

  expect(problem.code).toBe('WRONG_PASSWORD');
});

test.each([
  ['another e-mail without the password', { email: 'gus@shop.example' }, 'oldPassword'],
  [
    'another e-mail with an empty password',
    { email: 'gus@shop.example', oldPassword: '' },
    'oldPassword',
  ],
  ['a password without the old one', { password: other }, 'oldPassword'],
  ['an empty old password', { oldPassword: '', password: other }, 'oldPassword'],
  ['an old password without another', { oldPassword: password }, 'password'],
  ['a short password', { oldPassword: password, password: 'short' }, 'password'],
  ['a common password', { oldPassword: password, password: 'Qwerty123' }, 'password'],
  ['a blank name', { firstName: '  ' }, 'firstName'],
  ['half an e-mail', { email: 'ada@shop', oldPassword: password }, 'email'],
  ['an unknown licence type', { licenseType: 'OTHER' as never }, 'licenseType'],
  ['an endless answer', { businessVerificationLink: 'x'.repeat(301) }, 'businessVerificationLink'],
])('refuses %s with a message at its field', async (_, body, field) => {
  const { app, token, passwords } = await setUp();

  const { status, problem } = await callRefused(app, 'updateUser', { token, body });

  expect(status).toBe(422);
  expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  expect(passwords.work).toEqual([]);
});

test('counts guesses at the old password before hashing', async () => {
  const { app, token, passwords } = await setUp();
  const body = { oldPassword: 'not the one', password: other };
  for (let count = 0; count < 10; count += 1) await send(app, 'updateUser', { token, body });
  passwords.work.length = 0;

  const { status } = await callRefused(app, 'updateUser', {
    token,
    body: { oldPassword: password, password: other },
  });

  expect(status).toBe(429);
  expect(passwords.work).toEqual([]);
});

test('the licence call changes type and link by the same rules as the profile call (S29, T04)', async () => {
  const { app, token } = await setUp();
  const body = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@fabricfox' } as const;

  const { answer } = await call(app, 'updateLicence', { token, body });
  const byLicence = await call(app, 'me', { token });
  await call(app, 'updateUser', { token, body: { businessVerificationLink: '@other' } });
  await call(app, 'updateUser', { token, body });
  const byProfile = await call(app, 'me', { token });

  expect(answer).toEqual({ message: 'License information updated successfully' });
  expect(byLicence.answer.user).toMatchObject({
    licenseType: 'FABRIC_SHOP',
    businessVerificationLink: 'https://www.instagram.com/fabricfox',
    status: 'pending',
  });
  expect(byProfile).toEqual(byLicence);
});

test.each([
  [{ licenseType: 'FABRIC_SHOP' }, 'businessVerificationLink'],
  [{ businessVerificationLink: '@fabricfox' }, 'licenseType'],
  [{ licenseType: 'FABRIC_SHOP', businessVerificationLink: ' ' }, 'businessVerificationLink'],
  [{ licenseType: '', businessVerificationLink: '@fabricfox' }, 'licenseType'],
])('the licence call refuses %j', async (body, field) => {
  const { app, token } = await setUp();

  const { status, problem } = await callRefused(app, 'updateLicence', {
    token,
    body: body as never,
  });

  expect(status).toBe(422);
  expect(Object.keys(problem.fields ?? {})).toEqual([field]);
});

test('licences of orders stay as they were at purchase', async () => {
  const { app, services, token, accountId } = await setUp();
  const productId = await addProduct(services);
  await addOrder(services, { accountId, productIds: [productId] });
  const before = await call(app, 'orders', { token, query: {} });

  const body = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@fabricfox' } as const;
  await call(app, 'updateLicence', { token, body });

  const after = await call(app, 'orders', { token, query: {} });
  expect(after.answer.orders[0]?.items[0]?.licenseType).toBe('SMALL_BUSINESS');
  expect(after.answer).toEqual(before.answer);
});
