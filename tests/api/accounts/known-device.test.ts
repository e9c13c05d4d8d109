import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { cookieNamed } from '#tests/support/cookie-named.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { registration } from '#tests/support/registration.ts';
import { mailedCode, resetToken } from '#tests/support/reset-flow.ts';

const email = 'ada@shop.example';
const other = 'eve@shop.example';
const password = 'cotton and thread';
const wrong = { email, password: 'linen and wool' };
const minute = 60_000;
const day = 24 * 60 * minute;
// A request without a socket comes from 127.0.0.1, which acts as a proxy here.
const manyAddresses = { TRUST_PROXY: '127.0.0.1' };

/** `limitFactor` multiplies the limits after the registrations. */
async function setUp(limitFactor = 1) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings: manyAddresses });
  for (const each of [email, other]) {
    await call(createApp(services), 'register', {
      body: registration({ email: each, password }),
    });
  }
  passwords.work.length = 0;
  return { app: createApp({ ...services, limitFactor }), services, passwords };
}

/** A request from an address, by a device with this cookie. */
function from(address: string, cookie = '') {
  return { headers: { 'X-Forwarded-For': address, ...(cookie && { Cookie: cookie }) } };
}

/** Signs in and returns the device's cookie. */
async function signIn(app: Hono, address = '198.51.100.4', cookie = ''): Promise<string> {
  const body = { email, password };
  const { headers } = await call(app, 'login', { body, ...from(address, cookie) });
  return cookieNamed('pinwheel-device', headers);
}

/** Guesses from `addresses` addresses in turn. */
async function guess(app: Hono, tries: number, addresses: number): Promise<void> {
  for (let count = 0; count < tries; count += 1) {
    await send(app, 'login', { body: wrong, ...from(`203.0.113.${count % addresses}`) });
  }
}

test('a sign-in gives the device a cookie that only the account calls get', async () => {
  const { app } = await setUp();

  const { headers } = await call(app, 'login', { body: { email, password } });

  const [cookie = ''] = headers.getSetCookie();
  const [value = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  expect(value).toMatch(/^pinwheel-device=[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=34560000',
    'Path=/api/users',
    'SameSite=Strict',
  ]);
});

test('guesses from six addresses lock no buyer out, on a known or a new device', async () => {
  // A tenth of each limit: 4 attempts a day from one address, 100 in total.
  const { app, services } = await setUp(0.1);
  const cookie = await signIn(app);
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await guess(app, 18, 6);
    services.pass(15 * minute);
  }
  await guess(app, 18, 6);

  const known = await send(app, 'login', { body: { email, password }, ...from('1.2.3.4', cookie) });
  const fresh = await send(app, 'login', { body: { email, password }, ...from('198.51.100.9') });

  expect([known.status, fresh.status]).toEqual([200, 200]);
});

test('a known device can sign in after strangers used up every limit, even from their address', async () => {
  const { app } = await setUp(0.05);
  const cookie = await signIn(app);
  await guess(app, 60, 60);

  const stranger = await callRefused(app, 'login', { body: wrong, ...from('203.0.113.200') });
  const known = await call(app, 'login', {
    body: { email, password },
    ...from('203.0.113.1', cookie),
  });

  expect(stranger.status).toBe(429);
  expect(stranger.problem.message).toContain('Forgot password');
  expect(known.status).toBe(200);
});

test('compares at most 1,000 guesses a day from unknown devices, from any number of addresses', async () => {
  // A twentieth of each limit, so 50 instead of 1,000.
  const { app, services, passwords } = await setUp(0.05);
  for (let round = 0; round < 2; round += 1) {
    await guess(app, 60, 60);
    services.pass(day / 2 - 1);
  }

  expect(passwords.work).toHaveLength(50);
});

test('compares at most 20 guesses in 15 minutes and 40 a day from one address', async () => {
  // A tenth of each limit.
  const { app, services, passwords } = await setUp(0.1);
  await guess(app, 3, 1);
  const first = passwords.work.length;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    services.pass(15 * minute);
    await guess(app, 3, 1);
  }

  expect([first, passwords.work.length]).toEqual([2, 4]);
});

test('compares at most 20 guesses in 15 minutes and 100 a day from a known device', async () => {
  // A tenth of each limit.
  const { app, services, passwords } = await setUp(0.1);
  const cookie = await signIn(app);
  passwords.work.length = 0;
  const compared = [];
  for (let quarter = 0; quarter < 7; quarter += 1) {
    for (let count = 0; count < 3; count += 1) {
      await send(app, 'login', { body: wrong, ...from('198.51.100.4', cookie) });
    }
    compared.push(passwords.work.length);
    services.pass(15 * minute);
  }

  expect(compared).toEqual([2, 4, 6, 8, 10, 10, 10]);
});

test('a device is only known to its own account', async () => {
  const { app } = await setUp(0.05);
  const eve = await call(app, 'login', {
    body: { email: other, password },
    ...from('203.0.113.7'),
  });
  await guess(app, 60, 60);

  const { status } = await callRefused(app, 'login', {
    body: { email, password },
    ...from('203.0.113.7', cookieNamed('pinwheel-device', eve.headers)),
  });

  expect(status).toBe(429);
});

test('a device is known to every account that signed in on it, by a single cookie', async () => {
  const { app } = await setUp(0.05);
  const cookie = await signIn(app);
  const eve = await call(app, 'login', {
    body: { email: other, password },
    ...from('198.51.100.4', cookie),
  });
  await guess(app, 60, 60);

  expect(cookieNamed('pinwheel-device', eve.headers)).toBe(cookie);
  const again = await send(app, 'login', {
    body: { email, password },
    ...from('203.0.113.200', cookie),
  });
  expect(again.status).toBe(200);
});

test('a new password, by a reset or in the profile, makes other devices unknown', async () => {
  const { app, services } = await setUp();
  const thief = await signIn(app, '203.0.113.7');
  const owner = await signIn(app);
  const known = () => services.database.read.selectFrom('knownDevices').selectAll().execute();
  const { answer } = await call(app, 'login', {
    body: { email, password },
    ...from('198.51.100.4', owner),
  });

  await call(app, 'updateUser', {
    token: answer.token,
    body: { oldPassword: password, password: wrong.password },
    ...from('198.51.100.4', owner),
  });
  const afterChange = await known();
  const reset = await resetToken(app, services, email);
  const { headers } = await call(app, 'resetPassword', { body: { token: reset, password } });
  const afterReset = await known();

  expect(thief).not.toBe(owner);
  expect([afterChange.length, afterReset.length]).toEqual([1, 1]);
  expect(afterReset).not.toEqual(afterChange);
  // Whoever has the mailbox is the owner, so this device is known from now on.
  expect(cookieNamed('pinwheel-device', headers)).not.toBe('');
});

test('an account knows its ten latest devices, and stores only their hashes', async () => {
  const { app, services } = await setUp(10);
  const cookies: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    services.pass(1000);
    cookies.push(await signIn(app));
  }

  const rows = await services.database.read.selectFrom('knownDevices').selectAll().execute();

  expect(rows).toHaveLength(10);
  for (const cookie of cookies) expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
});

test('cleanup forgets devices that have not signed in for 400 days', async () => {
  const { app, services } = await setUp();
  const cookie = await signIn(app);
  services.pass(399 * day);
  await runRetention(services);
  await signIn(app, '198.51.100.4', cookie);
  services.pass(399 * day);
  await runRetention(services);
  const used = await services.database.read.selectFrom('knownDevices').selectAll().execute();
  services.pass(2 * day);
  await runRetention(services);

  expect(used).toHaveLength(1);
  expect(await services.database.read.selectFrom('knownDevices').selectAll().execute()).toEqual([]);
});

test('strangers use up no code of a known device, nor end the code it waits for', async () => {
  const { app, services } = await setUp();
  const cookie = await signIn(app);
  const ask = (address: string, device = '') =>
    send(app, 'sendOtp', { body: { email }, ...from(address, device) });
  const strangers = [];
  for (let count = 0; count < 7; count += 1) {
    strangers.push((await ask(`203.0.113.${count}`)).status);
  }

  services.pass(1);
  const { answer } = await call(app, 'sendOtp', {
    body: { email },
    ...from('198.51.100.4', cookie),
  });
  const code = await mailedCode(services, email);
  services.pass(61 * minute);
  await ask('203.0.113.9');
  services.pass(-61 * minute);
  const { status } = await call(app, 'verifyOtp', {
    body: { otp: Number(code), token: answer.token },
    ...from('198.51.100.4'),
  });

  expect(strangers).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(status).toBe(200);
});

test("guesses from one address leave the account's codes to a device at another address", async () => {
  const { app, services } = await setUp();
  const ask = async (address: string) =>
    (await send(app, 'sendOtp', { body: { email }, ...from(address) })).status;
  for (let hour = 0; hour < 3; hour += 1) {
    for (let count = 0; count < 4; count += 1) await ask('203.0.113.1');
    services.pass(60 * minute);
  }

  expect([await ask('203.0.113.1'), await ask('198.51.100.9')]).toEqual([429, 200]);
});

test('compares at most 36 code guesses a day from unknown devices', async () => {
  const { app, services, passwords } = await setUp();
  for (const hours of [1, 1, 20, 1]) {
    for (let address = 0; address < 8; address += 1) {
      const response = await send(app, 'sendOtp', {
        body: { email },
        ...from(`203.0.113.${address}`),
      });
      if (!response.ok) continue;
      const { token } = (await response.json()) as { token: string };
      // No guess is right by chance; the next code is in a later mail.
      const code = Number(await mailedCode(services, email));
      services.pass(1);
      for (let wrong = 1; wrong <= 4; wrong += 1) {
        const otp = (code + wrong) % 10_000;
        await send(app, 'verifyOtp', { body: { otp, token }, ...from(`203.0.113.${address}`) });
      }
    }
    services.pass(hours * 60 * minute);
  }

  // Twelve codes with three attempts each: 36 of 10,000 codes, 0.36%.
  expect(passwords.work.filter((work) => work === 'matches')).toHaveLength(36);
});

test('strangers at the same address cannot block a mailed code', async () => {
  const { app, services } = await setUp();
  const { answer } = await call(app, 'sendOtp', { body: { email } });
  const code = await mailedCode(services, email);
  // A tenth of each limit.
  const strict = createApp({ ...services, limitFactor: 0.1 });
  const statuses = [];
  for (let count = 0; count < 11; count += 1) {
    const body = { otp: 1, token: `token-${count}` };
    statuses.push((await send(strict, 'verifyOtp', { body })).status);
    await send(strict, 'resetPassword', { body: { token: `token-${count}`, password } });
  }

  const verified = await call(strict, 'verifyOtp', {
    body: { otp: Number(code), token: answer.token },
  });
  const body = { token: verified.answer.token, password: wrong.password };

  expect(statuses.at(-1)).toBe(429);
  expect((await call(strict, 'resetPassword', { body })).status).toBe(200);
});

test('strangers cannot block registrations', async () => {
  const { app } = await setUp();
  const body = registration({ email: 'new@shop.example', password });
  for (let count = 0; count < 6; count += 1) {
    await send(app, 'register', {
      body: { ...body, password: '12345678' },
      ...from('203.0.113.7'),
    });
  }

  expect((await send(app, 'register', { body, ...from('198.51.100.4') })).status).toBe(200);
});
