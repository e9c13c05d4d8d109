import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { registration } from '#tests/support/registration.ts';

const password = 'cotton and thread';
const email = 'ada@shop.example';

async function setUp(settings: Readonly<Record<string, string>> = {}) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings });
  const app = createApp(services);
  await call(app, 'register', { body: registration({ email, password }) });
  passwords.work.length = 0;
  return { app, services, passwords };
}

async function setAccount(
  services: TestServices,
  change: { readonly status?: 'approved' | 'rejected'; readonly isDemo?: number },
) {
  await services.database.write((tx) => tx.updateTable('accounts').set(change).execute());
}

test("returns a token along with the user's fields (S23, O03)", async () => {
  const { app } = await setUp();

  const { answer } = await call(app, 'login', { body: { email, password } });

  expect(answer).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    _id: expect.any(String),
    firstName: 'Ada',
    lastName: 'Sewell',
    email,
    licenseType: 'SMALL_BUSINESS',
    businessVerificationLink: 'https://www.instagram.com/adasews',
    avatar: null,
    status: 'pending',
    approved: false,
    hasCustomsNews: false,
    hasFilesNews: true,
    hasCartNews: true,
    newsConsent: 'none',
  });
});

test('derives approved from the status (O02)', async () => {
  const { app, services } = await setUp();
  await setAccount(services, { status: 'approved' });

  const { answer } = await call(app, 'login', { body: { email, password } });

  expect(answer).toMatchObject({ status: 'approved', approved: true });
});

test.each(['ADA@SHOP.EXAMPLE', '  ada@shop.example  ', 'ａda@shop.example'])(
  'finds the account by %j',
  async (written) => {
    const { app } = await setUp();

    const { answer } = await call(app, 'login', { body: { email: written, password } });

    expect(answer.email).toBe(email);
  },
);

test('gives an unknown e-mail the same answer as a wrong password, after the same work', async () => {
  const { app, passwords } = await setUp();

  const wrong = await callRefused(app, 'login', { body: { email, password: 'linen and wool' } });
  const afterWrong = passwords.work.splice(0);
  const unknown = await callRefused(app, 'login', {
    body: { email: 'nobody@shop.example', password },
  });

  expect(wrong.status).toBe(401);
  expect(wrong.problem.code).toBe('WRONG_CREDENTIALS');
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.problem).toEqual(wrong.problem);
  expect([...unknown.headers]).toEqual([...wrong.headers]);
  expect(afterWrong).toEqual(['matches']);
  expect(passwords.work).toEqual(afterWrong);
});

test('tells a rejected owner why, but only with the right password', async () => {
  const { app, services } = await setUp();
  await setAccount(services, { status: 'rejected' });

  const right = await callRefused(app, 'login', { body: { email, password } });
  const wrong = await callRefused(app, 'login', { body: { email, password: 'linen and wool' } });

  expect(right.status).toBe(403);
  expect(right.problem.code).toBe('FORBIDDEN');
  expect(wrong.problem.code).toBe('WRONG_CREDENTIALS');
});

test('refuses demo accounts in production only', async () => {
  const production = { NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' };
  const live = await setUp(production);
  await setAccount(live.services, { isDemo: 1 });
  const practice = await setUp();
  await setAccount(practice.services, { isDemo: 1 });

  const refused = await callRefused(live.app, 'login', { body: { email, password } });
  const { answer } = await call(practice.app, 'login', { body: { email, password } });

  expect(refused.problem.code).toBe('FORBIDDEN');
  expect(answer.token).not.toBe('');
});

test('stores no session token in plain form', async () => {
  const { app, services } = await setUp();

  const { answer } = await call(app, 'login', { body: { email, password } });

  const sessions = await services.database.read.selectFrom('sessions').selectAll().execute();
  expect(sessions).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(answer.token);
});

test('counts attempts by e-mail in the database, so that two servers share them', async () => {
  const { app, services, passwords } = await setUp();
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });
  const body = { email, password: 'linen and wool' };
  for (let count = 0; count < 10; count += 1) {
    await send(app, 'login', { body });
    await send(otherApp, 'login', { body: { ...body, email: 'ADA@shop.example' } });
  }
  const work = passwords.work.length;

  const first = await callRefused(app, 'login', { body: { email, password } });
  const other = await callRefused(otherApp, 'login', { body: { email, password } });
  await second.close();

  expect(work).toBe(20);
  expect([first.status, other.status]).toEqual([429, 429]);
  expect(passwords.work).toHaveLength(work);
});

test('counts attempts for an unknown e-mail like those for a known one', async () => {
  const { app } = await setUp();
  const body = { email: 'nobody@shop.example', password };
  for (let count = 0; count < 20; count += 1) await send(app, 'login', { body });

  const { status } = await callRefused(app, 'login', { body });

  expect(status).toBe(429);
});

/** Signs in from a specific address. */
function from(address: string) {
  return { headers: { 'X-Forwarded-For': address } };
}

// A request without a socket comes from `local`, which acts as a proxy here.
const manyAddresses = { TRUST_PROXY: '127.0.0.1' };

test('still admits a buyer whom a stranger tries to lock out', async () => {
  const { app } = await setUp(manyAddresses);
  const wrong = { body: { email, password: 'linen and wool' }, ...from('203.0.113.7') };
  for (let count = 0; count < 90; count += 1) await send(app, 'login', wrong);

  const stranger = await callRefused(app, 'login', wrong);
  const buyer = await call(app, 'login', { body: { email, password }, ...from('198.51.100.4') });

  expect(stranger.status).toBe(429);
  expect(buyer.status).toBe(200);
});

test('also counts attempts for one e-mail from many addresses', async () => {
  const { services, passwords } = await setUp(manyAddresses);
  // A tenth of 1,000 a day.
  const app = createApp({ ...services, limitFactor: 0.1 });
  for (let count = 0; count < 110; count += 1) {
    const body = { email, password: 'linen and wool' };
    await send(app, 'login', { body, ...from(`203.0.113.${count}`) });
  }

  expect(passwords.work).toHaveLength(100);
});

test('counts attempts by address across many e-mails', async () => {
  const { app, passwords } = await setUp();
  for (let count = 0; count < 100; count += 1) {
    await send(app, 'login', { body: { email: `guess-${count}@shop.example`, password } });
  }
  const work = passwords.work.length;

  const { status } = await callRefused(app, 'login', { body: { email, password } });

  expect(status).toBe(429);
  expect(passwords.work).toHaveLength(work);
});

test('admits a buyer again after the stated wait', async () => {
  const { app, services } = await setUp();
  for (let count = 0; count < 20; count += 1) {
    await send(app, 'login', { body: { email, password: 'linen and wool' } });
  }
  const { headers } = await callRefused(app, 'login', { body: { email, password } });
  services.pass(Number(headers.get('retry-after')) * 1000);

  const { status } = await call(app, 'login', { body: { email, password } });

  expect(status).toBe(200);
});
