import { expect, test } from 'vitest';
import { studioMessages } from '#contract/studio/account.ts';
import { createApp } from '#server/app.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { dismissByEmail } from '#server/staff/invite.ts';
import { cookieNamed } from '#tests/support/cookie-named.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { slowPasswords } from '#tests/support/slow-passwords.ts';
import { callStudio, cookieOf, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const minute = 60_000;
const hour = 60 * minute;

async function setUp(settings: Readonly<Record<string, string>> = {}) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings });
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  services.pass(nextCodeMs);
  passwords.work.length = 0;
  const credentials = { email: studioEmail, password: studioPassword };
  const body = (steps = 0) => ({ ...credentials, code: mia.code(steps) });
  return { app, services, passwords, mia, body };
}

test.each([-1, 0, 1])('accepts the code of %i steps from now', async (steps) => {
  const { app, services, body } = await setUp();
  // Past the invitation's code, which is used up.
  services.pass(10 * nextCodeMs);

  const { answer } = await callStudio(app, 'signIn', { body: body(steps) });

  expect(answer).toEqual({ email: studioEmail, name: '', role: 'owner', recoveryCodesLeft: 10 });
});

test.each([-2, 2])('refuses the code of %i steps from now', async (steps) => {
  const { app, services, body } = await setUp();
  services.pass(10 * nextCodeMs);

  const { status, problem } = await studioRefused(app, 'signIn', { body: body(steps) });

  expect([status, problem.code]).toEqual([401, 'WRONG_CREDENTIALS']);
});

test('accepts each code once, and none older than one already used', async () => {
  const { app, services, mia, body } = await setUp();
  services.pass(10 * nextCodeMs);
  const before = body(-1);
  const now = body();
  await callStudio(app, 'signIn', { body: now });

  const again = await studioRefused(app, 'signIn', { body: now });
  const earlier = await studioRefused(app, 'signIn', { body: before });

  expect([again.problem.code, earlier.problem.code]).toEqual([
    'WRONG_CREDENTIALS',
    'WRONG_CREDENTIALS',
  ]);
  const later = { ...now, code: mia.code(1) };
  await callStudio(app, 'signIn', { body: later });
});

test('accepts one of several simultaneous sign-ins with the same code', async () => {
  const { app, body } = await setUp();

  const responses = await Promise.all(
    Array.from({ length: 8 }, () => sendStudio(app, 'signIn', { body: body() })),
  );

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
});

test('does not accept the code that accepted the invitation', async () => {
  const { app, body } = await setUp();

  const { problem } = await studioRefused(app, 'signIn', { body: body(-1) });

  expect(problem.code).toBe('WRONG_CREDENTIALS');
});

test('accepts a code as authenticators show it, in two halves', async () => {
  const { app, body } = await setUp();
  const { code, ...rest } = body();

  const shown = { ...rest, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` };

  expect((await callStudio(app, 'signIn', { body: shown })).answer.email).toBe(studioEmail);
});

test('a wrong password does not use up the code', async () => {
  const { app, body } = await setUp();
  await studioRefused(app, 'signIn', { body: { ...body(), password: 'wrong' } });

  expect((await callStudio(app, 'signIn', { body: body() })).answer.email).toBe(studioEmail);
});

test('gives every refusal the same answer, after the same work', async () => {
  const { app, services, passwords, body } = await setUp();
  const disabled = { ...body(), email: 'off@studio.example' };
  const off = await joinStudio(app, services, disabled.email);
  await invitationToken(services, 'waiting@studio.example');
  services.pass(nextCodeMs);
  await services.database.write((tx) =>
    tx
      .updateTable('studioAccounts')
      .set({ disabledAt: services.clock().toISOString() })
      .where('emailKey', '=', disabled.email)
      .execute(),
  );
  const bodies = {
    'wrong password': { ...body(), password: 'linen and wool' },
    'wrong code': body(5),
    'unknown e-mail': { ...body(), email: 'nobody@studio.example' },
    'disabled account': { ...disabled, code: off.code() },
    'invited account': { ...body(), email: 'waiting@studio.example' },
  };
  passwords.work.length = 0;

  for (const [reason, wrong] of Object.entries(bodies)) {
    const { status, problem, headers } = await studioRefused(app, 'signIn', { body: wrong });
    expect([reason, status, problem]).toEqual([
      reason,
      401,
      { message: studioMessages.wrongCredentials, code: 'WRONG_CREDENTIALS' },
    ]);
    expect(headers.getSetCookie()).toEqual([]);
    expect([reason, passwords.work.splice(0)]).toEqual([reason, ['matches']]);
  }
});

test('a new password set during the comparison counts', async () => {
  const { services, passwords, body } = await setUp();
  const passwordHash = await passwords.hash('another long one');
  const slow = slowPasswords(passwords, () =>
    services.database.write((tx) =>
      tx.updateTable('studioAccounts').set({ passwordHash }).execute(),
    ),
  );

  const { problem } = await studioRefused(createApp({ ...services, passwords: slow }), 'signIn', {
    body: body(),
  });

  expect(problem.code).toBe('WRONG_CREDENTIALS');
});

test('a new invitation during the comparison counts', async () => {
  const { services, passwords, body } = await setUp();
  const slow = slowPasswords(passwords, () => invitationToken(services));

  const { problem } = await studioRefused(createApp({ ...services, passwords: slow }), 'signIn', {
    body: body(),
  });

  expect(problem.code).toBe('WRONG_CREDENTIALS');
  const sessions = services.database.read.selectFrom('studioSessions').selectAll();
  expect(await sessions.execute()).toEqual([]);
});

test('counts attempts in the database before hashing, so that two servers share them', async () => {
  const { app, services, passwords, body } = await setUp();
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });
  const wrong = { ...body(), password: 'linen and wool' };
  for (let count = 0; count < 5; count += 1) {
    await sendStudio(app, 'signIn', { body: wrong });
    await sendStudio(otherApp, 'signIn', { body: { ...wrong, email: 'MIA@studio.example' } });
  }
  const work = passwords.work.length;

  const first = await studioRefused(app, 'signIn', { body: body() });
  const other = await studioRefused(otherApp, 'signIn', { body: body() });
  await second.close();

  expect(work).toBe(10);
  expect([first.status, other.status]).toEqual([429, 429]);
  expect(passwords.work).toHaveLength(work);
  services.pass(Number(first.headers.get('retry-after')) * 1000);
  await callStudio(app, 'signIn', { body: body() });
});

/** Signs in from a specific address. A request without a socket comes from `local`. */
function from(address: string) {
  return { headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address } };
}
const manyAddresses = { TRUST_PROXY: '127.0.0.1' };

test('still admits the owner whom a stranger tries to lock out', async () => {
  const { app, body } = await setUp(manyAddresses);
  const wrong = { body: { ...body(), password: 'linen and wool' }, ...from('203.0.113.7') };
  for (let count = 0; count < 40; count += 1) await sendStudio(app, 'signIn', wrong);

  const stranger = await studioRefused(app, 'signIn', wrong);
  const owner = await callStudio(app, 'signIn', { body: body(), ...from('198.51.100.4') });

  expect(stranger.status).toBe(429);
  expect(owner.answer.email).toBe(studioEmail);
});

test('guesses from six addresses do not lock the studio, and none lock a known device', async () => {
  const { app, services, mia, body } = await setUp(manyAddresses);
  const { headers } = await callStudio(app, 'signIn', { body: body(), ...from('198.51.100.4') });
  const device = cookieNamed('pinwheel-studio-device', headers);
  services.pass(nextCodeMs);
  // A tenth of each limit: 3 attempts a day from one address, 50 in total.
  const strict = createApp({ ...services, limitFactor: 0.1 });
  const guess = async (tries: number, addresses: number, more = {}) => {
    for (let count = 0; count < tries; count += 1) {
      const wrong = { ...body(), password: 'linen and wool', ...more };
      const address = from(`203.0.113.${count % addresses}`);
      await sendStudio(strict, 'signIn', { body: wrong, ...address });
    }
  };

  for (let quarter = 0; quarter < 4; quarter += 1) {
    await guess(12, 6);
    services.pass(15 * minute);
  }
  const newDevice = await callStudio(strict, 'signIn', { body: body(), ...from('198.51.100.5') });
  services.pass(nextCodeMs);
  // Somebody who has stolen the password, with more addresses than the total limit.
  await guess(4, 60, { password: studioPassword, code: mia.code(5) });
  await guess(60, 60);
  const stranger = await studioRefused(strict, 'signIn', { body: body(), ...from('192.0.2.1') });
  const known = await callStudio(strict, 'signIn', {
    body: body(),
    ...from('203.0.113.1'),
    cookie: device,
  });

  expect(newDevice.answer.email).toBe(studioEmail);
  expect(stranger.status).toBe(429);
  expect(known.answer.email).toBe(studioEmail);
});

test('compares at most 500 passwords a day from unknown devices and 60 from a known one', async () => {
  // A tenth of each limit.
  const { services, passwords, body, mia } = await setUp(manyAddresses);
  const app = createApp({ ...services, limitFactor: 0.1 });
  const wrong = { ...body(), password: 'linen and wool' };
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 55; count += 1) {
      await sendStudio(app, 'signIn', { body: wrong, ...from(`203.0.113.${count}`) });
    }
    services.pass(11 * hour);
  }
  const unknown = passwords.work.splice(0).length;
  for (let quarter = 0; quarter < 8; quarter += 1) {
    for (let count = 0; count < 2; count += 1) {
      await sendStudio(app, 'signIn', { body: wrong, ...from('1.2.3.4'), cookie: mia.device });
    }
    services.pass(15 * minute);
  }

  expect([unknown, passwords.work.length]).toEqual([50, 6]);
});

test('an invitation and a dismissal make devices unknown', async () => {
  const { app, services, body } = await setUp();
  const known = () => services.database.read.selectFrom('knownDevices').selectAll().execute();
  const joined = await known();
  await callStudio(app, 'signIn', { body: body() });
  await invitationToken(services);
  const invited = await known();
  await joinStudio(app, services);
  const again = await known();
  await makeAuditedChange(services, terminal, (change) => dismissByEmail(change, studioEmail));

  expect([joined.length, invited.length, again.length]).toEqual([1, 0, 1]);
  expect(await known()).toEqual([]);
});

test('with the right password, only 20 codes an hour are compared, without saying so', async () => {
  const { app, services, body } = await setUp(manyAddresses);
  for (let count = 0; count < 20; count += 1) {
    await sendStudio(app, 'signIn', { body: body(5), ...from(`203.0.113.${count}`) });
  }

  const right = { ...from('203.0.113.99') };
  const { problem } = await studioRefused(app, 'signIn', { body: body(), ...right });
  services.pass(hour);
  const later = await callStudio(app, 'signIn', { body: body(), ...right });

  expect(problem.code).toBe('WRONG_CREDENTIALS');
  expect(later.answer.email).toBe(studioEmail);
});

test('a session ends after 12 idle hours', async () => {
  const { app, services, mia } = await setUp();
  services.pass(11 * hour);
  await callStudio(app, 'me', { cookie: mia.cookie });
  services.pass(12 * hour);
  await callStudio(app, 'me', { cookie: mia.cookie });
  services.pass(12 * hour + 1);

  const { problem } = await studioRefused(app, 'me', { cookie: mia.cookie });

  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('a session in use ends after 7 days', async () => {
  const { app, services, body } = await setUp();
  const cookie = cookieOf((await callStudio(app, 'signIn', { body: body() })).headers);
  for (let count = 0; count < 14; count += 1) {
    services.pass(12 * hour);
    await callStudio(app, 'me', { cookie });
  }
  services.pass(1);

  const { problem } = await studioRefused(app, 'me', { cookie });

  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('stores no session token in plain form', async () => {
  const { services, mia } = await setUp();

  const sessions = await services.database.read.selectFrom('studioSessions').selectAll().execute();

  expect(sessions).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(mia.cookie.split('=')[1]);
});
