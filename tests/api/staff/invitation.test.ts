import { expect, test } from 'vitest';
import { studioMessages } from '#contract/studio/account.ts';
import { createApp } from '#server/app.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { callStudio, cookieOf, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  authenticator,
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const hour = 3_600_000;

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  return { services, passwords, app: createApp(services) };
}

/** An opened invitation, with what is needed to accept it. */
async function setUpInvited() {
  const shop = await setUp();
  const token = await invitationToken(shop.services);
  const { answer } = await callStudio(shop.app, 'openInvitation', { body: { token } });
  const code = authenticator(shop.services, answer.totpSecret);
  const body = () => ({ token, password: studioPassword, code: code() });
  return { ...shop, token, answer, code, body };
}

function auditOf({ database }: TestServices) {
  return database.read.selectFrom('auditLines').selectAll().orderBy('id').execute();
}

test('invited, accepted, signed in, identified and signed out', async () => {
  const { app, services, token, answer, code, body } = await setUpInvited();

  const accepted = await callStudio(app, 'acceptInvitation', { body: body() });
  services.pass(nextCodeMs);
  const signedIn = await callStudio(app, 'signIn', {
    body: { email: ' MIA@studio.example', password: studioPassword, code: code() },
  });
  const cookie = cookieOf(signedIn.headers);
  const me = await callStudio(app, 'me', { cookie });
  const out = await callStudio(app, 'signOut', { cookie });
  const after = await studioRefused(app, 'me', { cookie });

  expect(answer.email).toBe(studioEmail);
  const user = { email: studioEmail, name: '', role: 'owner', recoveryCodesLeft: 10 };
  expect(accepted.answer).toEqual({ ...user, recoveryCodes: expect.any(Array) });
  expect(signedIn.answer).toEqual(user);
  expect(me.answer).toEqual(user);
  expect(cookieOf(out.headers)).toBe('pinwheel-studio=');
  expect([after.status, after.problem.code]).toEqual([401, 'NOT_SIGNED_IN']);
  // The other session, from the invitation, is still valid.
  const first = await callStudio(app, 'me', { cookie: cookieOf(accepted.headers) });
  expect(first.answer.email).toBe(studioEmail);
  expect(token).toMatch(/^[\w-]{43}$/);
});

test('each of these steps leaves an audit entry, without any secret', async () => {
  const { app, services, token, answer, code, body } = await setUpInvited();
  const accepted = await callStudio(app, 'acceptInvitation', { body: body() });
  services.pass(nextCodeMs);
  const signedIn = await callStudio(app, 'signIn', {
    body: { email: studioEmail, password: studioPassword, code: code() },
  });
  const cookie = cookieOf(signedIn.headers);
  await callStudio(app, 'signOut', { cookie });

  const lines = await auditOf(services);

  const { id } = await services.database.read
    .selectFrom('studioAccounts')
    .select('id')
    .executeTakeFirstOrThrow();
  expect(lines.map(({ actorId, action, subjectId }) => [actorId, action, subjectId])).toEqual([
    ['terminal', 'staff.invited', id],
    [id, 'staff.joined', id],
    [id, 'session.started', id],
    [id, 'session.ended', id],
  ]);
  expect(lines.map(({ before }) => before && JSON.parse(before))).toEqual([
    null,
    { email: studioEmail, mayEnter: false },
    null,
    null,
  ]);
  expect(JSON.parse(lines[0]?.after ?? '')).toEqual({
    email: studioEmail,
    role: 'owner',
    mayEnter: false,
    invitedUntil: '2026-03-04T09:00:00.000Z',
  });
  const rows = await services.database.read.selectFrom('studioAccounts').selectAll().execute();
  const sessions = [accepted.headers, signedIn.headers].map((head) => cookieOf(head).split('=')[1]);
  for (const secret of [
    token,
    answer.totpSecret,
    rows[0]?.totpSecret,
    studioPassword,
    ...sessions,
  ]) {
    expect(secret).toMatch(/.{12}/);
    expect(JSON.stringify(lines)).not.toContain(secret);
  }
});

test('mails a link that cannot be reconstructed from the database', async () => {
  const { services, token } = await setUpInvited();

  const [mail] = await queuedMails(services);

  expect(mail?.recipient).toBe(studioEmail);
  expect(mail?.text).toContain(`${services.env.publicUrl}/studio/accept#token=${token}`);
  expect(mail?.expiresAt).toBe('2026-03-04T09:00:00.000Z');
  const kept = await services.database.read.selectFrom('studioInvitations').selectAll().execute();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(token);
});

test('shows the same secret each time it is opened, which signs nobody in', async () => {
  const { app, token, answer } = await setUpInvited();

  const again = await callStudio(app, 'openInvitation', { body: { token } });

  expect(again.answer).toEqual(answer);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(new URL(answer.otpauthUri).searchParams.get('secret')).toBe(answer.totpSecret);
});

test('is valid for 72 hours', async () => {
  const { app, services, token, body } = await setUpInvited();
  services.pass(72 * hour - 1);
  await callStudio(app, 'openInvitation', { body: { token } });
  services.pass(1);

  const opened = await studioRefused(app, 'openInvitation', { body: { token } });
  const accepted = await studioRefused(app, 'acceptInvitation', { body: body() });

  expect([opened.status, opened.problem.code]).toEqual([409, 'CODE_ENDED']);
  expect(accepted.problem).toEqual(opened.problem);
});

test('works once', async () => {
  const { app, services, token, body } = await setUpInvited();
  await callStudio(app, 'acceptInvitation', { body: body() });
  services.pass(nextCodeMs);

  const opened = await studioRefused(app, 'openInvitation', { body: { token } });
  const accepted = await studioRefused(app, 'acceptInvitation', { body: body() });

  expect(opened.problem.code).toBe('CODE_ENDED');
  expect(accepted.problem).toEqual(opened.problem);
});

test('accepts one of several simultaneous acceptances', async () => {
  const { app, services, body } = await setUpInvited();

  const responses = await Promise.all(
    Array.from({ length: 10 }, () => sendStudio(app, 'acceptInvitation', { body: body() })),
  );

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  const sessions = services.database.read.selectFrom('studioSessions').selectAll();
  expect(await sessions.execute()).toHaveLength(1);
});

test('is replaced by a newer one, even while its password is being hashed', async () => {
  const { app, services, passwords, token, body } = await setUpInvited();
  const hashing = createApp({
    ...services,
    passwords: {
      ...passwords,
      async hash(password) {
        await invitationToken(services);
        return passwords.hash(password);
      },
    },
  });

  const during = await studioRefused(hashing, 'acceptInvitation', { body: body() });
  const opened = await studioRefused(app, 'openInvitation', { body: { token } });
  const accepted = await studioRefused(app, 'acceptInvitation', { body: body() });

  expect(during.problem.code).toBe('CODE_ENDED');
  expect([opened.problem, accepted.problem]).toEqual([during.problem, during.problem]);
});

test('gets the same answer if it was never ours or its account is disabled', async () => {
  const { app, services, token } = await setUpInvited();
  await services.database.write((tx) =>
    tx.updateTable('studioAccounts').set({ disabledAt: services.clock().toISOString() }).execute(),
  );

  const disabled = await studioRefused(app, 'openInvitation', { body: { token } });
  const foreign = await studioRefused(app, 'openInvitation', { body: { token: 'a'.repeat(43) } });

  expect(disabled.problem.code).toBe('CODE_ENDED');
  expect(foreign.problem).toEqual(disabled.problem);
});

test.each([
  ['elevenchars', studioMessages.passwordMin],
  ['x'.repeat(129), 'Password must be at most 128 characters.'],
  ['Administrator', 'This password is too common. Please choose another.'],
])('refuses the password %j and stays open', async (password, message) => {
  const { app, body } = await setUpInvited();

  const { problem } = await studioRefused(app, 'acceptInvitation', {
    body: { ...body(), password },
  });

  expect(problem).toEqual({ message, code: 'INVALID', fields: { password: message } });
  await callStudio(app, 'acceptInvitation', { body: body() });
});

test('requires a code of its own authenticator, and stays open without one', async () => {
  const { app, services, body, code } = await setUpInvited();
  const others = await invitationToken(services, 'other@studio.example');
  const other = await callStudio(app, 'openInvitation', { body: { token: others } });
  const codes = [authenticator(services, other.answer.totpSecret)(), code(-2), code(2)];

  for (const wrong of codes) {
    const { status, problem } = await studioRefused(app, 'acceptInvitation', {
      body: { ...body(), code: wrong },
    });
    expect([status, problem.code]).toEqual([409, 'CODE_REFUSED']);
  }
  await callStudio(app, 'acceptInvitation', { body: body() });
});

test('inviting an account again revokes its access at once, and its owner sets it up again', async () => {
  const { app, services } = await setUp();
  const mia = await joinStudio(app, services);
  services.pass(nextCodeMs);
  const credentials = { email: studioEmail, password: studioPassword };

  const token = await invitationToken(services, 'MIA@studio.example');

  const session = await studioRefused(app, 'me', { cookie: mia.cookie });
  const old = await studioRefused(app, 'signIn', { body: { ...credentials, code: mia.code() } });
  expect([session.problem.code, old.problem.code]).toEqual(['NOT_SIGNED_IN', 'WRONG_CREDENTIALS']);
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  const code = authenticator(services, answer.totpSecret);
  const body = { token, password: 'another long one', code: code() };
  await callStudio(app, 'acceptInvitation', { body });
  services.pass(nextCodeMs);
  const oldPassword = { body: { ...credentials, code: code() } };
  expect((await studioRefused(app, 'signIn', oldPassword)).status).toBe(401);
  await callStudio(app, 'signIn', {
    body: { email: studioEmail, password: 'another long one', code: code() },
  });
  const accounts = services.database.read.selectFrom('studioAccounts').selectAll();
  expect(await accounts.execute()).toHaveLength(1);
});

test('counts attempts by address', async () => {
  const { app, token } = await setUpInvited();
  for (let count = 0; count < 29; count += 1) {
    await sendStudio(app, 'openInvitation', { body: { token: `guess-${count}` } });
  }

  const { status, headers } = await studioRefused(app, 'openInvitation', { body: { token } });

  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
