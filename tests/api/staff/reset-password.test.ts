import { expect, test } from 'vitest';
import { studioMessages } from '#contract/studio/account.ts';
import { resetMessages } from '#contract/studio/password-reset.ts';
import { teamMessages } from '#contract/studio/team-messages.ts';
import { createApp } from '#server/app.ts';
import { cookieNamed } from '#tests/support/cookie-named.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { askedReset, staffResetToken } from '#tests/support/staff-reset.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const minute = 60_000;
const hour = 60 * minute;
const ottoEmail = 'otto@studio.example';
const newPassword = 'another long one';

async function setUp(settings: Readonly<Record<string, string>> = {}) {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords, settings });
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  const otto = await joinStudio(app, services, ottoEmail, 'editor');
  services.pass(nextCodeMs);
  const [recoveryCode = '', otherCode = ''] = otto.recoveryCodes;
  const body = (token: string, proof: { code?: string; recoveryCode?: string } = {}) => ({
    token,
    password: newPassword,
    code: null,
    recoveryCode: null,
    ...proof,
  });
  const signInAs = (password: string, steps = 0) =>
    sendStudio(app, 'signIn', { body: { email: ottoEmail, password, code: otto.code(steps) } });
  return { services, passwords, app, mia, otto, recoveryCode, otherCode, body, signInAs };
}

test.each(['recovery code', 'authenticator code'] as const)(
  'a mailed link and a %s set a new password and end every session',
  async (proof) => {
    const { services, app, mia, otto, recoveryCode, body, signInAs } = await setUp();
    const token = await staffResetToken(app, services, ottoEmail);

    const given = proof === 'recovery code' ? { recoveryCode } : { code: otto.code() };
    const { headers } = await callStudio(app, 'setStaffPassword', { body: body(token, given) });

    // Signs nobody in.
    expect(headers.getSetCookie()).toEqual([]);
    const session = await studioRefused(app, 'me', { cookie: otto.cookie });
    expect(session.problem.code).toBe('NOT_SIGNED_IN');
    await callStudio(app, 'me', { cookie: mia.cookie });
    services.pass(nextCodeMs);
    expect((await signInAs(studioPassword)).status).toBe(401);
    expect((await signInAs(newPassword)).status).toBe(200);
    const { items } = (await callStudio(app, 'auditLines', { cookie: mia.cookie })).answer;
    expect(items[1]).toMatchObject({
      actor: ottoEmail,
      action: 'password.set',
      after: { confirmedBy: proof },
    });
    const mails = await queuedMails(services, { to: ottoEmail });
    expect(mails.at(-1)?.subject).toBe('Your password for the Pinwheel studio was changed');
  },
);

test('the link alone sets no password', async () => {
  const { services, app, body, signInAs } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);

  const { status, problem } = await studioRefused(app, 'setStaffPassword', { body: body(token) });

  expect([status, problem.fields]).toEqual([422, { proof: resetMessages.proof }]);
  expect((await signInAs(studioPassword)).status).toBe(200);
});

test('a link works once and ends the others', async () => {
  const { services, app, recoveryCode, otherCode, body } = await setUp();
  const other = await staffResetToken(app, services, ottoEmail);
  const token = await staffResetToken(app, services, ottoEmail);
  await callStudio(app, 'setStaffPassword', { body: body(token, { recoveryCode }) });

  for (const each of [token, other]) {
    const again = { body: body(each, { recoveryCode: otherCode }) };
    expect((await studioRefused(app, 'setStaffPassword', again)).problem.code).toBe('CODE_ENDED');
  }
});

test('of simultaneous uses of one link, one sets the password and one code is used up', async () => {
  const { services, app, otto, body } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });

  const responses = await Promise.all(
    otto.recoveryCodes.slice(0, 4).map((recoveryCode, index) =>
      sendStudio(index % 2 === 0 ? app : otherApp, 'setStaffPassword', {
        body: body(token, { recoveryCode }),
      }),
    ),
  );
  await second.close();

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const left = await services.database.read
    .selectFrom('studioRecoveryCodes')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'accountId')
    .select('selector')
    .where('email', '=', ottoEmail)
    .execute();
  expect(left).toHaveLength(9);
});

test('a link works for an hour', async () => {
  const { services, app } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);
  services.pass(hour - 1);
  await callStudio(app, 'openReset', { body: { token } });
  services.pass(1);

  const { problem } = await studioRefused(app, 'openReset', { body: { token } });

  expect(problem).toEqual({ code: 'CODE_ENDED', message: resetMessages.ended });
});

test('five codes can be tried with one link, also at once', async () => {
  const { services, app, otto, recoveryCode, body } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);
  const wrong = { body: body(token, { code: otto.code(5) }) };

  const first = await studioRefused(app, 'setStaffPassword', wrong);
  const more = await Promise.all(
    Array.from({ length: 8 }, () => sendStudio(app, 'setStaffPassword', wrong)),
  );
  const right = { body: body(token, { recoveryCode }) };
  const late = await studioRefused(app, 'setStaffPassword', right);

  expect(first.problem).toEqual({
    code: 'CODE_REFUSED',
    message: studioMessages.codeRefused,
    fields: { proof: studioMessages.codeRefused },
  });
  const codes = await Promise.all(
    more.map(async (response) => ((await response.json()) as { code: string }).code),
  );
  expect(codes.filter((code) => code === 'CODE_REFUSED')).toHaveLength(3);
  expect(late.problem.code).toBe('CODE_ENDED');
});

test('a code that signed in proves nothing again', async () => {
  const { services, app, otto, body, signInAs } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);
  await signInAs(studioPassword);

  const replayed = { body: body(token, { code: otto.code() }) };

  expect((await studioRefused(app, 'setStaffPassword', replayed)).problem.code).toBe(
    'CODE_REFUSED',
  );
});

test('a colleague’s code or recovery code proves nothing', async () => {
  const { services, app, mia, body } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);

  for (const proof of [{ code: mia.code() }, { recoveryCode: mia.recoveryCodes[0] ?? '' }]) {
    const { problem } = await studioRefused(app, 'setStaffPassword', { body: body(token, proof) });
    expect(problem.code).toBe('CODE_REFUSED');
  }
});

test('an owner sees who asks, when and from where, and confirms it', async () => {
  const { services, app, mia, body, signInAs } = await setUp({ TRUST_PROXY: '127.0.0.1' });
  const token = await staffResetToken(app, services, ottoEmail);
  const before = (await callStudio(app, 'openReset', { body: { token } })).answer;
  const asked = await callStudio(app, 'askOwner', {
    body: { token },
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': '203.0.113.7',
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
  const { cookie } = mia;
  const { resets } = (await callStudio(app, 'team', { cookie })).answer;
  const [request] = resets;

  expect([before.confirmation, before.hasOwner, asked.answer.confirmation]).toEqual([
    'none',
    true,
    'asked',
  ]);
  expect(resets).toEqual([
    {
      id: request?.id,
      name: '',
      email: ottoEmail,
      askedAt: services.clock().toISOString(),
      expiresAt: new Date(services.clock().getTime() + 12 * hour).toISOString(),
      device: 'Firefox on Windows',
      address: '203.0.113.7',
      isYou: false,
    },
  ]);
  expect((await callStudio(app, 'waiting', { cookie })).answer.resets).toBe(1);
  const params = { resetId: request?.id ?? '' };
  await callStudio(app, 'confirmReset', { params, cookie });

  const state = (await callStudio(app, 'openReset', { body: { token } })).answer;
  expect(state.confirmation).toBe('confirmed');
  await callStudio(app, 'setStaffPassword', { body: body(token) });
  expect((await signInAs(newPassword)).status).toBe(200);
  const { items } = (await callStudio(app, 'auditLines', { cookie })).answer;
  expect(items.slice(1, 4).map(({ actor, action, after }) => [actor, action, after])).toEqual([
    [ottoEmail, 'password.set', { confirmedBy: studioEmail }],
    [studioEmail, 'password.confirmed', { email: ottoEmail }],
    [ottoEmail, 'password.requested', null],
  ]);
});

test('owners are mailed once, however often they are asked', async () => {
  const { services, app } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);
  await callStudio(app, 'askOwner', { body: { token } });
  await callStudio(app, 'askOwner', { body: { token } });

  const mails = await queuedMails(services, { subject: /confirm a new password$/ });

  expect(mails).toMatchObject([{ recipient: studioEmail }]);
});

test('a refused request ends the link, and is gone for the other owner', async () => {
  const { services, app, mia, recoveryCode, body } = await setUp();
  const { token, id } = await askedReset(app, services, ottoEmail);
  const { cookie } = mia;

  await callStudio(app, 'refuseReset', { params: { resetId: id }, cookie });

  const used = { body: body(token, { recoveryCode }) };
  expect((await studioRefused(app, 'setStaffPassword', used)).problem.code).toBe('CODE_ENDED');
  const late = await studioRefused(app, 'confirmReset', { params: { resetId: id }, cookie });
  expect(late.problem).toEqual({ code: 'NOT_FOUND', message: teamMessages.missingReset });
});

test('nobody confirms their own request, and a sole owner has nobody to ask', async () => {
  const { services, app, mia } = await setUp();
  const token = await staffResetToken(app, services, studioEmail);
  const alone = await studioRefused(app, 'askOwner', { body: { token } });
  await joinStudio(app, services, 'una@studio.example');
  await callStudio(app, 'askOwner', { body: { token } });
  const { cookie } = mia;
  const [request] = (await callStudio(app, 'team', { cookie })).answer.resets;

  const own = await studioRefused(app, 'confirmReset', {
    params: { resetId: request?.id ?? '' },
    cookie,
  });

  expect(alone.problem).toEqual({ code: 'CONFLICT', message: resetMessages.noOwner });
  expect(request?.isYou).toBe(true);
  expect(own.problem).toEqual({ code: 'CONFLICT', message: teamMessages.ownReset });
});

test('an owner’s confirmation counts even after every try was used up', async () => {
  const { services, app, mia, otto, body, signInAs } = await setUp();
  const { token, id } = await askedReset(app, services, ottoEmail);
  const wrong = { body: body(token, { code: otto.code(5) }) };
  for (let tried = 0; tried < 5; tried += 1) await sendStudio(app, 'setStaffPassword', wrong);
  await callStudio(app, 'confirmReset', { params: { resetId: id }, cookie: mia.cookie });

  await callStudio(app, 'setStaffPassword', { body: body(token) });

  expect((await signInAs(newPassword)).status).toBe(200);
});

test('the confirmation of somebody who is no longer an owner does not count', async () => {
  const { services, app, mia, body } = await setUp();
  const una = await joinStudio(app, services, 'una@studio.example');
  const { token, id } = await askedReset(app, services, ottoEmail);
  await callStudio(app, 'confirmReset', { params: { resetId: id }, cookie: una.cookie });
  const { members } = (await callStudio(app, 'team', { cookie: mia.cookie })).answer;
  const unaId = members.find(({ email }) => email === 'una@studio.example')?.id ?? '';

  const params = { accountId: unaId };
  services.pass(nextCodeMs);
  const proof = { password: studioPassword, code: mia.code() };
  await callStudio(app, 'removeMember', { params, body: { proof }, cookie: mia.cookie });

  const { problem } = await studioRefused(app, 'setStaffPassword', { body: body(token) });
  expect(problem.code).toBe('INVALID');
});

test('a removal or a new invitation ends the link', async () => {
  const { services, app, recoveryCode, body } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);

  await invitationToken(services, ottoEmail, 'editor');

  const used = { body: body(token, { recoveryCode }) };
  expect((await studioRefused(app, 'setStaffPassword', used)).problem.code).toBe('CODE_ENDED');
});

test('answers alike for known and unknown e-mails, after the same statements', async () => {
  const { services, passwords, app } = await setUp();
  await invitationToken(services, 'waiting@studio.example');
  passwords.work.length = 0;
  const emails = [ottoEmail, 'nobody@studio.example', 'waiting@studio.example'];
  const count = async () =>
    (await services.database.read.selectFrom('studioResets').select('id').execute()).length;

  for (const [index, email] of emails.entries()) {
    const { answer, headers } = await callStudio(app, 'requestReset', { body: { email } });
    expect(answer).toEqual({ message: resetMessages.asked });
    expect(headers.getSetCookie()).toEqual([]);
    expect(await count()).toBe(index + 1);
  }

  expect(passwords.work).toEqual([]);
  const mails = (await queuedMails(services)).filter(({ text }) =>
    text.includes('/studio/reset#token='),
  );
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['', '', ottoEmail]);
});

test('the token is only in the mail', async () => {
  const { services, app } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);

  const rows = await services.database.read.selectFrom('studioResets').selectAll().execute();

  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('strangers use up neither the links of a known device nor its address', async () => {
  const { app, otto } = await setUp({ TRUST_PROXY: '127.0.0.1' });
  const from = (address: string, cookie?: string) => ({
    body: { email: ottoEmail },
    headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address },
    ...(cookie && { cookie }),
  });
  for (let count = 0; count < 8; count += 1) {
    await sendStudio(app, 'requestReset', from(`203.0.113.${count % 4}`));
  }

  const stranger = await sendStudio(app, 'requestReset', from('198.51.100.1'));
  const known = await sendStudio(app, 'requestReset', from('203.0.113.1', otto.device));

  expect([stranger.status, known.status]).toEqual([429, 200]);
  expect(cookieNamed('pinwheel-studio-device', stranger.headers)).toBe('');
});

test.each([
  ['elevenchars', studioMessages.passwordMin],
  ['Administrator', 'This password is too common. Please choose another.'],
])('refuses the password %j without taking a try', async (password, message) => {
  const { services, app, recoveryCode, body } = await setUp();
  const token = await staffResetToken(app, services, ottoEmail);

  for (let count = 0; count < 6; count += 1) {
    const weak = { ...body(token, { recoveryCode }), password };
    const { problem } = await studioRefused(app, 'setStaffPassword', { body: weak });
    expect(problem).toEqual({ code: 'INVALID', message, fields: { password: message } });
  }
  await callStudio(app, 'setStaffPassword', { body: body(token, { recoveryCode }) });
});
