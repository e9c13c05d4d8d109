import { expect, test } from 'vitest';
import { decideAccount } from '#server/accounts/decide-account.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';

const day = 86_400_000;

async function setUp() {
  const services = await makeServices();
  return { app: createApp(services), services, buyer: await signUp(services) };
}

test('returns success and the user (S28, O02)', async () => {
  const { app, buyer } = await setUp();

  const { answer } = await call(app, 'me', { token: buyer.token });

  expect(answer).toEqual({
    success: true,
    user: {
      _id: buyer.id,
      firstName: 'Ada',
      lastName: 'Sewell',
      email: buyer.email,
      licenseType: 'SMALL_BUSINESS',
      businessVerificationLink: 'https://www.instagram.com/adasews',
      avatar: null,
      status: 'approved',
      approved: true,
      hasCustomsNews: false,
      hasFilesNews: true,
      hasCartNews: true,
      newsConsent: 'none',
    },
  });
});

test('tells a pending owner that the account is pending', async () => {
  const { app, services } = await setUp();
  const waiting = await signUp(services, { status: 'pending' });

  const { answer } = await call(app, 'me', { token: waiting.token });

  expect(answer.user).toMatchObject({ status: 'pending', approved: false });
});

test('identifies a caller by the bearer token alone (R06)', async () => {
  const { app, buyer } = await setUp();
  const { token } = buyer;
  const headersOf: Record<string, string>[] = [
    {},
    { Authorization: token },
    { Authorization: `Basic ${token}` },
    { Authorization: 'Bearer ' },
    { Authorization: `Bearer ${token.slice(1)}` },
    { Authorization: `Bearer ${token}x` },
    { Cookie: `token=${token}` },
  ];

  const refused = await Promise.all(
    headersOf.map((headers) => callRefused(app, 'me', { headers })),
  );
  const { answer } = await call(app, 'me', { headers: { Authorization: `Bearer ${token}` } });

  expect(refused.map(({ problem }) => problem.code)).toEqual(headersOf.map(() => 'NOT_SIGNED_IN'));
  expect(answer.user._id).toBe(buyer.id);
});

test('sign-out ends this session at once and no other', async () => {
  const { app, services, buyer } = await setUp();
  const other = await signUp(services);

  await call(app, 'logout', { token: buyer.token });

  const { status } = await callRefused(app, 'me', { token: buyer.token });
  expect(status).toBe(401);
  expect((await call(app, 'me', { token: other.token })).status).toBe(200);
});

test('a session ends after 30 idle days', async () => {
  const { app, services, buyer } = await setUp();
  services.pass(30 * day + 1);

  const { problem } = await callRefused(app, 'me', { token: buyer.token });

  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('a session in use ends after 90 days', async () => {
  const { app, services, buyer } = await setUp();
  for (let count = 0; count < 4; count += 1) {
    services.pass(22 * day);
    await call(app, 'me', { token: buyer.token });
  }
  services.pass(3 * day);

  const { problem } = await callRefused(app, 'me', { token: buyer.token });

  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('rejecting an account ends its sessions at once and informs its owner', async () => {
  const { app, services, buyer } = await setUp();

  const isChanged = await makeChange(services, (change) =>
    decideAccount(change, services.env, buyer.id, 'rejected'),
  );

  expect(isChanged).toBe(true);
  expect((await callRefused(app, 'me', { token: buyer.token })).status).toBe(401);
  const mails = await queuedMails(services);
  expect(mails.map((mail) => mail.recipient)).toEqual([buyer.email]);
});

test('approving keeps the sessions, and repeating a decision sends no mail', async () => {
  const { app, services } = await setUp();
  const waiting = await signUp(services, { status: 'pending' });
  const approve = () =>
    makeChange(services, (change) => decideAccount(change, services.env, waiting.id, 'approved'));

  expect([await approve(), await approve()]).toEqual([true, false]);

  const { answer } = await call(app, 'me', { token: waiting.token });
  expect(answer.user.approved).toBe(true);
  const mails = await queuedMails(services);
  expect(mails).toHaveLength(1);
});

test('a session of a rejected account is invalid', async () => {
  const { app, services } = await setUp();
  const rejected = await signUp(services, { status: 'rejected' });

  const { problem } = await callRefused(app, 'me', { token: rejected.token });

  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('a session of a demo account is invalid in production', async () => {
  const live = await makeServices({
    settings: { NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' },
  });
  const practising = await makeServices();
  const inProduction = await signUp(live, { isDemo: true });
  const buyer = await signUp(live);
  const inPractice = await signUp(practising, { isDemo: true });

  const { problem } = await callRefused(createApp(live), 'me', { token: inProduction.token });

  expect(problem.code).toBe('NOT_SIGNED_IN');
  expect((await call(createApp(live), 'me', { token: buyer.token })).status).toBe(200);
  expect((await call(createApp(practising), 'me', { token: inPractice.token })).status).toBe(200);
});
