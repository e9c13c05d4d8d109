import fc from 'fast-check';
import { expect, test } from 'vitest';
import { studioMessages } from '#contract/studio/account.ts';
import { createApp } from '#server/app.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { callStudio, cookieOf, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  authenticator,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const minute = 60_000;
const credentials = { email: studioEmail, password: studioPassword };

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  services.pass(nextCodeMs);
  passwords.work.length = 0;
  const [first = '', second = ''] = mia.recoveryCodes;
  const recover = (recoveryCode = first) =>
    callStudio(app, 'recover', { body: { ...credentials, recoveryCode } });
  const left = async (cookie = mia.cookie) =>
    (await callStudio(app, 'me', { cookie })).answer.recoveryCodesLeft;
  return { app, services, passwords, mia, first, second, recover, left };
}

test('an accepted invitation shows ten codes once, and stores them hashed', async () => {
  const { services, mia, left } = await setUp();

  expect(new Set(mia.recoveryCodes).size).toBe(10);
  for (const code of mia.recoveryCodes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  }
  expect(await left()).toBe(10);
  const rows = await services.database.read.selectFrom('studioRecoveryCodes').selectAll().execute();
  // These passwords hash as `plain:…`; what matters is that every secret went through them.
  expect(rows.every(({ secretHash }) => /^plain:.{12}$/.test(secretHash))).toBe(true);
  const lines = await services.database.read.selectFrom('auditLines').selectAll().execute();
  for (const code of mia.recoveryCodes) expect(JSON.stringify(lines)).not.toContain(code);
});

test('a code replaces the phone: a new authenticator signs in, the old one no longer does', async () => {
  const { app, services, mia, recover, left } = await setUp();

  const { answer, headers } = await recover();
  const code = authenticator(services, answer.totpSecret);
  const body = { token: answer.token, code: code() };
  const setUpNow = await callStudio(app, 'setUpTwoStep', { body });

  expect(headers.getSetCookie()).toEqual([]);
  expect(setUpNow.answer).toMatchObject({ email: studioEmail, recoveryCodesLeft: 9 });
  const cookie = cookieOf(setUpNow.headers);
  expect(await left(cookie)).toBe(9);
  // The session of the lost phone has ended.
  expect((await studioRefused(app, 'me', { cookie: mia.cookie })).status).toBe(401);
  services.pass(nextCodeMs);
  const old = { body: { ...credentials, code: mia.code() } };
  expect((await studioRefused(app, 'signIn', old)).problem.code).toBe('WRONG_CREDENTIALS');
  await callStudio(app, 'signIn', { body: { ...credentials, code: code() } });
  expect((await queuedMails(services)).map(({ subject }) => subject)).toContain(
    'Your Pinwheel studio account has a new authenticator',
  );
  const { items } = (await callStudio(app, 'auditLines', { cookie })).answer;
  expect(items.slice(1, 3).map(({ actor, action }) => [actor, action])).toEqual([
    [studioEmail, 'authenticator.set_up'],
    [studioEmail, 'recovery_code.used'],
  ]);
});

test('a code works once', async () => {
  const { app, first, recover, left } = await setUp();
  await recover();

  const again = await studioRefused(app, 'recover', {
    body: { ...credentials, recoveryCode: first },
  });

  expect([again.status, again.problem.code]).toEqual([401, 'WRONG_CREDENTIALS']);
  expect(await left()).toBe(9);
});

test('of many uses of one code at once, in two processes, one succeeds', async () => {
  const { app, services, first, left } = await setUp();
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });

  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      sendStudio(index % 2 === 0 ? app : otherApp, 'recover', {
        body: { ...credentials, recoveryCode: first },
      }),
    ),
  );
  await second.close();

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  expect(await left()).toBe(9);
});

test('only the newest use can set up an authenticator, for 15 minutes', async () => {
  const { app, services, second, recover } = await setUp();
  const earlier = (await recover()).answer;
  const newest = (await recover(second)).answer;
  const body = ({ token, totpSecret }: typeof earlier) => ({
    token,
    code: authenticator(services, totpSecret)(),
  });

  const replaced = await studioRefused(app, 'setUpTwoStep', { body: body(earlier) });
  services.pass(15 * minute);
  const late = await studioRefused(app, 'setUpTwoStep', { body: body(newest) });

  expect([replaced.problem.code, late.problem.code]).toEqual(['CODE_ENDED', 'CODE_ENDED']);
});

test('a wrong code of the new authenticator can be typed again, a right one works once', async () => {
  const { app, services, recover } = await setUp();
  const { token, totpSecret } = (await recover()).answer;
  const code = authenticator(services, totpSecret);

  const wrong = await studioRefused(app, 'setUpTwoStep', { body: { token, code: code(5) } });
  await callStudio(app, 'setUpTwoStep', { body: { token, code: code() } });
  services.pass(nextCodeMs);
  const again = await studioRefused(app, 'setUpTwoStep', { body: { token, code: code() } });

  expect([wrong.problem.code, again.problem.code]).toEqual(['CODE_REFUSED', 'CODE_ENDED']);
});

test('refuses every wrong part alike, after the same work', async () => {
  const { app, services, passwords, first } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example');
  const bodies = {
    'wrong password': { ...credentials, password: 'linen and wool', recoveryCode: first },
    'wrong code': { ...credentials, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' },
    'right row, wrong secret': { ...credentials, recoveryCode: `${first.slice(0, -1)}0` },
    'somebody else’s code': { ...credentials, recoveryCode: otto.recoveryCodes[0] ?? '' },
    'unknown e-mail': { ...credentials, email: 'nobody@studio.example', recoveryCode: first },
  };
  passwords.work.length = 0;

  for (const [reason, body] of Object.entries(bodies)) {
    // The last character may happen to be right.
    if (body.recoveryCode === first && reason === 'right row, wrong secret') continue;
    const { status, problem } = await studioRefused(app, 'recover', { body });
    expect([reason, status, problem]).toEqual([
      reason,
      401,
      { message: studioMessages.wrongCredentials, code: 'WRONG_CREDENTIALS' },
    ]);
    expect([reason, passwords.work.splice(0)]).toEqual([reason, ['matches', 'matches']]);
  }
});

test('tries of passwords and codes count together with those of the sign-in', async () => {
  const { app, services, first } = await setUp();
  for (let count = 0; count < 5; count += 1) {
    const wrong = { ...credentials, password: 'linen and wool' };
    await sendStudio(app, 'signIn', { body: { ...wrong, code: '123456' } });
    await sendStudio(app, 'recover', { body: { ...wrong, recoveryCode: first } });
  }

  const refused = await studioRefused(app, 'recover', {
    body: { ...credentials, recoveryCode: first },
  });

  expect(refused.status).toBe(429);
  services.pass(Number(refused.headers.get('retry-after')) * 1000);
  await callStudio(app, 'recover', { body: { ...credentials, recoveryCode: first } });
});

test('new codes need password and code, and end the earlier ones', async () => {
  const { app, services, mia, first, left, recover } = await setUp();
  await recover();
  const { cookie } = mia;
  const right = { password: studioPassword, code: mia.code() };

  const noPassword = await studioRefused(app, 'renewRecoveryCodes', {
    body: { ...right, password: 'linen and wool' },
    cookie,
  });
  const noCode = await studioRefused(app, 'renewRecoveryCodes', {
    body: { ...right, code: mia.code(5) },
    cookie,
  });
  expect([noPassword.problem, noCode.problem].map(({ code, fields }) => [code, fields])).toEqual([
    ['WRONG_PASSWORD', { password: studioMessages.wrongPassword }],
    ['CODE_REFUSED', { code: studioMessages.codeRefused }],
  ]);
  expect(await left()).toBe(9);

  const { answer } = await callStudio(app, 'renewRecoveryCodes', { body: right, cookie });

  expect(await left()).toBe(10);
  // The authenticator's code was used up too.
  const replayed = await studioRefused(app, 'renewRecoveryCodes', { body: right, cookie });
  expect(replayed.problem.code).toBe('CODE_REFUSED');
  for (const old of mia.recoveryCodes.filter((code) => code !== first)) {
    const body = { ...credentials, recoveryCode: old };
    expect((await studioRefused(app, 'recover', { body })).status).toBe(401);
    services.pass(15 * minute);
  }
  await recover(answer.recoveryCodes[0]);
});

test('a session that was signed out during the hashing makes no codes', async () => {
  const { services, passwords, mia, left, app } = await setUp();
  const other = await callStudio(app, 'signIn', { body: { ...credentials, code: mia.code() } });
  services.pass(nextCodeMs);
  const hashing = createApp({
    ...services,
    passwords: {
      ...passwords,
      async hash(password) {
        await services.database.write((tx) =>
          tx
            .deleteFrom('studioSessions')
            .where('createdAt', '<', '2026-03-01T09:00:30.000Z')
            .execute(),
        );
        return passwords.hash(password);
      },
    },
  });

  const body = { password: studioPassword, code: mia.code() };
  const refused = await studioRefused(hashing, 'renewRecoveryCodes', { body, cookie: mia.cookie });

  expect(refused.problem.code).toBe('NOT_SIGNED_IN');
  expect(await left(cookieOf(other.headers))).toBe(10);
});

test('a code works however it is typed', async () => {
  const { services, app, mia } = await setUp();
  const lenient = createApp({ ...services, limitFactor: 1_000_000 });
  const codes = [...mia.recoveryCodes];
  const styles = fc.record({
    gap: fc.constantFrom('', ' ', '-', ' - '),
    isLower: fc.boolean(),
    zero: fc.constantFrom('0', 'O', 'o'),
    one: fc.constantFrom('1', 'I', 'l', 'L'),
  });

  await fc.assert(
    fc.asyncProperty(styles, async ({ gap, isLower, zero, one }) => {
      const code = codes.pop() ?? '';
      const typed = (isLower ? code.toLowerCase() : code)
        .replaceAll('-', gap)
        .replaceAll('0', zero)
        .replaceAll('1', one);
      const body = { ...credentials, recoveryCode: typed };
      expect((await sendStudio(lenient, 'recover', { body })).status).toBe(200);
    }),
    { numRuns: 10 },
  );
  expect((await callStudio(app, 'me', { cookie: mia.cookie })).answer.recoveryCodesLeft).toBe(0);
});
