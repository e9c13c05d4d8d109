import { expect, test } from 'vitest';
import { limits } from '#contract/wire/limits.ts';
import { createApp } from '#server/app.ts';
import { runRetention } from '#server/operations/retention.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { loggingDatabase } from '#tests/support/query-log.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { askForCode, mailedCode, wrongCode } from '#tests/support/reset-flow.ts';
import { signUp } from '#tests/support/sign-up.ts';

const email = 'ada@shop.example';
const minute = 60_000;

async function setUp(settings: Readonly<Record<string, string>> = {}, limitFactor = 1) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings, limitFactor });
  const account = await signUp(services, { email });
  return { app: createApp(services), services, passwords, account };
}

test('mails a four-digit code and returns the token it is bound to (S24, O16)', async () => {
  const { app, services } = await setUp();

  const { answer } = await call(app, 'sendOtp', { body: { email } });

  expect(Object.keys(answer)).toEqual(['token']);
  // 128 random bits.
  expect(Buffer.from(answer.token, 'base64url')).toHaveLength(16);
  const [mail] = await queuedMails(services);
  expect(mail).toMatchObject({ recipient: email, sentAt: null });
  expect(mail?.text).toMatch(/\b\d{4}\b/);
});

test('exchanges a right code for another token (S25, O16)', async () => {
  const { app, services } = await setUp();
  const { token, code } = await askForCode(app, services, email);

  const { answer } = await call(app, 'verifyOtp', { body: { otp: Number(code), token } });

  expect(answer.token).not.toBe(token);
  expect(Buffer.from(answer.token, 'base64url')).toHaveLength(16);
});

test('accepts a code as a number and compares it padded: 42 is 0042', async () => {
  const { app, services } = await setUp({}, 1_000_000);
  let asked = await askForCode(app, services, email);
  while (!asked.code.startsWith('0')) asked = await askForCode(app, services, email);
  const { token, code } = asked;

  const asText = await callRefused(app, 'verifyOtp', { body: { otp: code as never, token } });
  const { status } = await call(app, 'verifyOtp', { body: { otp: Number(code), token } });

  expect(asText.problem.fields).toHaveProperty('otp');
  expect(status).toBe(200);
});

test.each([-1, 10_000, 0.5, Number.MAX_VALUE])('%d is not a valid code', async (otp) => {
  const { app } = await setUp();

  const { status, problem } = await callRefused(app, 'verifyOtp', { body: { otp, token: 'x' } });

  expect([status, problem.code]).toEqual([422, 'INVALID']);
});

test('finds the account however its e-mail is written, and mails only to the address on file', async () => {
  const { app, services } = await setUp();

  await call(app, 'sendOtp', { body: { email: ' ａDA@Shop.EXAMPLE ' } });

  expect((await queuedMails(services)).map((mail) => mail.recipient)).toEqual([email]);
});

test('spreads codes over all four digits', async () => {
  const { app, services } = await setUp({}, 1_000_000);
  const codes = new Set<string>();
  for (let count = 0; count < 60; count += 1) {
    codes.add((await askForCode(app, services, email)).code);
  }

  expect(codes.size).toBeGreaterThan(50);
  expect(new Set([...codes].map((code) => code[0])).size).toBeGreaterThan(5);
});

test('stores neither code nor token in plain form', async () => {
  const services = await makeServices({ passwords: argonPasswords() });
  await signUp(services, { email });
  const { token, code } = await askForCode(createApp(services), services, email);

  const steps = await services.database.read.selectFrom('resetSteps').selectAll().execute();

  expect(steps).toHaveLength(1);
  expect(JSON.stringify(steps)).not.toContain(token);
  expect(steps[0]?.codeHash).toMatch(/^\$argon2id\$/);
  // Trying all ten thousand codes against the hash wouldn't find it either: the token is part of it.
  expect(await services.passwords.matches(code, steps[0]?.codeHash ?? null)).toBe(false);
});

test('removes the code from a mail once it was sent', async () => {
  const { app, services } = await setUp();
  const { code } = await askForCode(app, services, email);
  const sent: string[] = [];

  await sendNext(services, { send: async (mail) => void sent.push(mail.text) });

  expect(sent[0]).toContain(code);
  expect(await queuedMails(services)).toMatchObject([{ text: '', html: '' }]);
});

test('does not mail a code that is too late', async () => {
  const { app, services } = await setUp();
  await call(app, 'sendOtp', { body: { email } });
  services.pass(3 * minute);

  expect(await sendNext(services, { send: async () => {} })).toBe(false);
});

test('a code is valid for 120 seconds plus 30 of grace, and no longer', async () => {
  const { app, services } = await setUp();
  const inTime = await askForCode(app, services, email);
  services.pass((limits.otpSeconds + 30) * 1000);
  const body = { otp: Number(inTime.code), token: inTime.token };
  expect((await send(app, 'verifyOtp', { body })).status).toBe(200);

  const late = await askForCode(app, services, email);
  services.pass((limits.otpSeconds + 30) * 1000 + 1);
  const { status, problem } = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(late.code), token: late.token },
  });

  expect([status, problem.code]).toEqual([409, 'CODE_ENDED']);
});

test('a code works once', async () => {
  const { app, services } = await setUp();
  const { token, code } = await askForCode(app, services, email);
  const body = { otp: Number(code), token };
  await call(app, 'verifyOtp', { body });

  const { problem } = await callRefused(app, 'verifyOtp', { body });

  expect(problem.code).toBe('CODE_ENDED');
});

test('accepts only one of many right guesses at once', async () => {
  const { app, services } = await setUp({}, 1000);
  const { token, code } = await askForCode(app, services, email);
  const body = { otp: Number(code), token };

  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await send(app, 'verifyOtp', { body })).status),
  );

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
});

test('a new code replaces the old one', async () => {
  const { app, services } = await setUp();
  const old = await askForCode(app, services, email);
  const fresh = await askForCode(app, services, email);

  const refused = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(old.code), token: old.token },
  });
  const { status } = await call(app, 'verifyOtp', {
    body: { otp: Number(fresh.code), token: fresh.token },
  });

  expect(refused.problem.code).toBe('CODE_ENDED');
  expect(status).toBe(200);
});

test('a code of one account is useless for another', async () => {
  const { app, services } = await setUp({}, 1000);
  const other = 'eve@shop.example';
  await signUp(services, { email: other });
  const ada = await askForCode(app, services, email);
  let eve = await askForCode(app, services, other);
  while (eve.code === ada.code) eve = await askForCode(app, services, other);

  const crossed = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(eve.code), token: ada.token },
  });
  const madeUp = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(ada.code), token: 'a'.repeat(22) },
  });

  expect(crossed.problem.code).toBe('CODE_REFUSED');
  expect(madeUp.problem.code).toBe('CODE_ENDED');
});

test('three wrong attempts invalidate a code, and each says how many are left', async () => {
  const { app, services } = await setUp();
  const { token, code } = await askForCode(app, services, email);
  const wrong = { otp: wrongCode(code), token };

  const refusals = [];
  for (let count = 0; count < 3; count += 1) {
    refusals.push((await callRefused(app, 'verifyOtp', { body: wrong })).problem);
  }
  const right = await callRefused(app, 'verifyOtp', { body: { otp: Number(code), token } });

  expect(refusals.map((problem) => problem.code)).toEqual([
    'CODE_REFUSED',
    'CODE_REFUSED',
    'CODE_ENDED',
  ]);
  expect(refusals[0]?.message).toContain('You have 2 tries left.');
  expect(refusals[1]?.message).toContain('You have 1 try left');
  expect(refusals[2]?.message).toContain('This code no longer works.');
  expect(right.problem.code).toBe('CODE_ENDED');
});

test('compares at most three of 500 guesses at once', async () => {
  const { app, services, passwords } = await setUp({}, 1_000_000);
  const { token, code } = await askForCode(app, services, email);
  const guesses = Array.from({ length: 500 }, (_, place) => (wrongCode(code) + place) % 10_000);
  passwords.work.length = 0;

  const answers = await Promise.all(
    guesses.map(async (otp) => {
      const { problem } = await callRefused(app, 'verifyOtp', { body: { otp, token } });
      return problem.code;
    }),
  );

  expect(passwords.work).toEqual(['matches', 'matches', 'matches']);
  expect(answers.filter((answer) => answer === 'CODE_REFUSED')).toHaveLength(2);
  expect(answers.filter((answer) => answer === 'CODE_ENDED')).toHaveLength(498);
});

test('gives an unknown e-mail the same answer after the same hashing and statements, and sends no mail', async () => {
  const passwords = countingPasswords();
  const plain = await makeServices({ passwords });
  const database = loggingDatabase(plain.database);
  const services = { ...plain, database };
  await signUp(plain, { email });
  const app = createApp(services);
  // The first request from an address inserts rows that later ones increment.
  await send(app, 'sendOtp', { body: { email: 'first@shop.example' } });
  const work = async (address: string) => {
    database.statements.length = 0;
    passwords.work.length = 0;
    const { status, answer, headers } = await call(app, 'sendOtp', { body: { email: address } });
    const wrong = await callRefused(app, 'verifyOtp', {
      body: { otp: 10, token: answer.token },
    });
    return {
      seen: [status, answer.token.length, [...headers], wrong.status, wrong.problem],
      statements: [...database.statements],
      hashing: [...passwords.work],
    };
  };

  let known = await work(email);
  if ((await mailedCode(plain, email)) === '0010') known = await work(email);
  const unknown = await work('nobody@shop.example');

  expect(known.hashing).toEqual(['hash', 'matches']);
  expect(known.statements.join()).toContain('mailOutbox');
  expect(unknown).toEqual(known);
  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  while (await sendNext(plain, transport));
  expect(new Set(sent)).toEqual(new Set([email]));
});

test('no code ever opens an account that does not exist', async () => {
  const { app, services } = await setUp();
  const { answer } = await call(app, 'sendOtp', { body: { email: 'nobody@shop.example' } });
  const code = await mailedCode(services, '');

  const { problem } = await callRefused(app, 'verifyOtp', {
    body: { otp: Number(code), token: answer.token },
  });

  expect(problem.code).toBe('CODE_REFUSED');
});

test.each([email, 'nobody@shop.example'])(
  'sends %s at most three codes an hour and six a day, counted before hashing',
  async (asked) => {
    const { app, services, passwords } = await setUp();
    const ask = async () => (await send(app, 'sendOtp', { body: { email: asked } })).status;
    const askFour = async () => [await ask(), await ask(), await ask(), await ask()];

    const first = await askFour();
    services.pass(60 * minute);
    const second = await askFour();
    services.pass(60 * minute);
    const third = await ask();
    services.pass(22 * 60 * minute);
    const nextDay = await ask();

    expect(first).toEqual([200, 200, 200, 429]);
    expect(second).toEqual([200, 200, 200, 429]);
    expect([third, nextDay]).toEqual([429, 200]);
    expect(passwords.work).toHaveLength(7);
  },
);

test('counts codes by address across many e-mails', async () => {
  const { app } = await setUp();
  for (let count = 0; count < 30; count += 1) {
    await call(app, 'sendOtp', { body: { email: `guess-${count}@shop.example` } });
  }

  const { status, headers } = await callRefused(app, 'sendOtp', { body: { email } });

  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('counts guesses by address across many codes', async () => {
  const { app, passwords } = await setUp();
  for (let count = 0; count < 100; count += 1) {
    await send(app, 'verifyOtp', { body: { otp: 1, token: `token-${count}` } });
  }

  const { status } = await callRefused(app, 'verifyOtp', { body: { otp: 1, token: 'another' } });

  expect(status).toBe(429);
  expect(passwords.work).toEqual([]);
});

test('sends demo accounts no code in production', async () => {
  const { app, services } = await setUp({
    NODE_ENV: 'production',
    PAYPAL_ENVIRONMENT: 'practice',
  });
  const practice = 'buyer@pinwheel.example';
  await signUp(services, { email: practice, isDemo: true });

  await call(app, 'sendOtp', { body: { email: practice } });

  expect((await queuedMails(services)).map((mail) => mail.recipient)).toEqual(['']);
});

test('cleanup deletes expired codes and mails without a recipient', async () => {
  const { app, services } = await setUp();
  await call(app, 'sendOtp', { body: { email } });
  await call(app, 'sendOtp', { body: { email: 'nobody@shop.example' } });
  services.pass(3 * minute);

  await runRetention(services);

  expect(await services.database.read.selectFrom('resetSteps').selectAll().execute()).toEqual([]);
  expect(await queuedMails(services)).toEqual([]);
});
