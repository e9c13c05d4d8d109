import { expect, test } from 'vitest';
import { studioMessages } from '#contract/studio/account.ts';
import { teamMessages } from '#contract/studio/team-messages.ts';
import { createApp } from '#server/app.ts';
import { type AuditedChange, makeAuditedChange } from '#server/platform/database/change.ts';
import type { Env } from '#server/platform/env.ts';
import { confirmReset, refuseReset } from '#server/staff/reset-requests.ts';
import { changeRole, inviteMember, removeMember, resendInvitation } from '#server/staff/team.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { newestMail, queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  invitationToken,
  joinStudio,
  nextCodeMs,
  type StudioPerson,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const hour = 3_600_000;

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  // Nobody else is created in the same instant.
  services.pass(1000);
  const { cookie } = mia;
  const team = async () => (await callStudio(app, 'team', { cookie })).answer.members;
  const idOf = async (email: string) =>
    (await team()).find((member) => member.email === email)?.id ?? '';
  return { services, app, mia, cookie, team, idOf };
}

const ida = { name: 'Ida Berg', email: 'ida@studio.example', role: 'editor' } as const;

/** What proves with a next code that it is still this person. */
function proofOf(services: TestServices, { code }: StudioPerson) {
  services.pass(nextCodeMs);
  return { password: studioPassword, code: code() };
}

/** The token in an invitation's link. */
const tokenOf = (link: string) => new URL(link).hash.replace('#token=', '');

test('lists everybody with role, state and when they were last seen', async () => {
  const { services, app, cookie } = await setUp();
  services.pass(hour);
  await callStudio(app, 'inviteMember', { body: ida, cookie });
  services.pass(72 * hour);
  await joinStudio(app, services, 'otto@studio.example', 'editor');
  await invitationToken(services, 'eva@studio.example', 'editor');

  const { answer } = await callStudio(app, 'team', {
    cookie: (await joinStudio(app, services, 'una@studio.example')).cookie,
  });

  const shown = answer.members.map(({ id: _, ...member }) => member);
  const owner = { name: '', role: 'owner', state: 'active', hasTwoStep: true, invitedUntil: null };
  const laterAt = '2026-03-04T10:00:01.000Z';
  expect(shown).toEqual([
    { ...owner, email: studioEmail, lastSeenAt: '2026-03-01T10:00:01.000Z', isYou: false },
    {
      ...ida,
      state: 'expired',
      hasTwoStep: false,
      lastSeenAt: null,
      isYou: false,
      invitedUntil: laterAt,
    },
    {
      name: '',
      email: 'eva@studio.example',
      role: 'editor',
      state: 'waiting',
      hasTwoStep: false,
      lastSeenAt: null,
      isYou: false,
      invitedUntil: '2026-03-07T10:00:01.000Z',
    },
    { ...owner, email: 'otto@studio.example', role: 'editor', lastSeenAt: laterAt, isYou: false },
    { ...owner, email: 'una@studio.example', lastSeenAt: laterAt, isYou: true },
  ]);
  expect(answer.resets).toEqual([]);
});

test('invites with a role, mails the link and shows it', async () => {
  const { services, app, cookie } = await setUp();

  const { answer } = await callStudio(app, 'inviteMember', { body: ida, cookie });

  expect(await newestMail(services, { to: ida.email })).toContain(answer.link);
  const opened = await callStudio(app, 'openInvitation', { body: { token: tokenOf(answer.link) } });
  expect(opened.answer.email).toBe(ida.email);
  const [, invited] = answer.members;
  expect(invited).toMatchObject({ ...ida, state: 'waiting' });
  const lines = await callStudio(app, 'auditLines', { cookie });
  expect(lines.answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'staff.invited',
    subjectId: invited?.id,
    after: { email: ida.email, role: 'editor' },
  });
});

test('does not invite somebody who is on the team, which would reset their account', async () => {
  const { app, services, cookie, mia } = await setUp();
  await callStudio(app, 'inviteMember', { body: ida, cookie });

  const self = { ...ida, email: ' MIA@studio.example' };
  const member = await studioRefused(app, 'inviteMember', { body: self, cookie });
  const invited = await studioRefused(app, 'inviteMember', { body: ida, cookie });

  expect([member.status, member.problem]).toEqual([
    409,
    {
      code: 'CONFLICT',
      message: teamMessages.isMember,
      fields: { email: teamMessages.isMember },
    },
  ]);
  expect(invited.problem.message).toBe(teamMessages.isInvited);
  services.pass(nextCodeMs);
  const body = { email: studioEmail, password: studioPassword, code: mia.code() };
  await callStudio(app, 'signIn', { body });
});

test('a new link replaces the one that was sent, and only until it is accepted', async () => {
  const { app, services, cookie, idOf } = await setUp();
  const first = await callStudio(app, 'inviteMember', { body: ida, cookie });
  const params = { accountId: await idOf(ida.email) };

  const second = await callStudio(app, 'resendInvitation', { params, body: {}, cookie });

  const old = { body: { token: tokenOf(first.answer.link) } };
  expect((await studioRefused(app, 'openInvitation', old)).problem.code).toBe('CODE_ENDED');
  await callStudio(app, 'openInvitation', { body: { token: tokenOf(second.answer.link) } });
  expect(second.answer.members[1]).toMatchObject(ida);
  await joinStudio(app, services, ida.email, 'editor');
  const late = await studioRefused(app, 'resendInvitation', { params, body: {}, cookie });
  expect([late.problem.code, late.problem.message]).toEqual(['CONFLICT', teamMessages.hasJoined]);
});

test('a withdrawn invitation stops working, also for whoever stole it', async () => {
  const { app, cookie, idOf, team } = await setUp();
  const { answer } = await callStudio(app, 'inviteMember', { body: ida, cookie });

  const params = { accountId: await idOf(ida.email) };
  await callStudio(app, 'removeMember', { params, body: {}, cookie });

  const body = { token: tokenOf(answer.link), password: studioPassword, code: '123456' };
  const accepted = await studioRefused(app, 'acceptInvitation', { body });
  expect(accepted.problem.code).toBe('CODE_ENDED');
  expect(await team()).toHaveLength(1);
});

test('a changed role counts from the next call on', async () => {
  const { app, services, cookie, idOf, mia } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example');
  await callStudio(app, 'team', { cookie: otto.cookie });

  const params = { accountId: await idOf('otto@studio.example') };
  await callStudio(app, 'changeRole', {
    params,
    body: { role: 'editor', proof: proofOf(services, mia) },
    cookie,
  });

  const refused = await studioRefused(app, 'team', { cookie: otto.cookie });
  expect([refused.status, refused.problem]).toEqual([
    403,
    { code: 'FORBIDDEN', message: studioMessages.ownersOnly },
  ]);
  expect((await callStudio(app, 'me', { cookie: otto.cookie })).answer.role).toBe('editor');
  const [line] = (await callStudio(app, 'auditLines', { cookie })).answer.items;
  expect(line).toMatchObject({
    action: 'staff.role_changed',
    before: { email: 'otto@studio.example', role: 'owner' },
    after: { email: 'otto@studio.example', role: 'editor' },
  });
});

test('a removed person’s open tab learns it at once, in every process', async () => {
  const { app, services, cookie, idOf } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });
  await callStudio(otherApp, 'designs', { cookie: otto.cookie });
  services.pass(nextCodeMs);

  const params = { accountId: await idOf('otto@studio.example') };
  await callStudio(app, 'removeMember', { params, body: {}, cookie });

  const tab = await studioRefused(otherApp, 'designs', { cookie: otto.cookie });
  expect([tab.status, tab.problem]).toEqual([
    401,
    { code: 'REMOVED', message: studioMessages.removed },
  ]);
  const credentials = { email: 'otto@studio.example', password: studioPassword };
  const again = { body: { ...credentials, code: otto.code() } };
  expect((await studioRefused(app, 'signIn', again)).problem.code).toBe('WRONG_CREDENTIALS');
  const [recoveryCode = ''] = otto.recoveryCodes;
  const recovery = { body: { ...credentials, recoveryCode } };
  expect((await studioRefused(app, 'recover', recovery)).problem.code).toBe('WRONG_CREDENTIALS');
  await second.close();
});

test('a session from before a removal stays closed after a new invitation', async () => {
  const { app, services, cookie, idOf } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
  const params = { accountId: await idOf('otto@studio.example') };
  await callStudio(app, 'removeMember', { params, body: {}, cookie });

  await invitationToken(services, 'otto@studio.example', 'editor');

  const { problem } = await studioRefused(app, 'me', { cookie: otto.cookie });
  expect(problem.code).toBe('NOT_SIGNED_IN');
});

test('the audit log keeps the name of somebody removed', async () => {
  const { app, services, cookie, idOf } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
  await callStudio(app, 'createDesign', { body: { title: 'Moth' }, cookie: otto.cookie });

  const params = { accountId: await idOf('otto@studio.example') };
  await callStudio(app, 'removeMember', { params, body: {}, cookie });

  const { items } = (await callStudio(app, 'auditLines', { cookie })).answer;
  expect(items.slice(0, 2).map(({ actor, action }) => [actor, action])).toEqual([
    [studioEmail, 'staff.removed'],
    ['otto@studio.example', 'design.created'],
  ]);
});

test('the last owner can neither be removed nor become an editor, not even by themself', async () => {
  const { app, services, cookie, idOf, team, mia } = await setUp();
  await joinStudio(app, services, 'otto@studio.example', 'editor');
  // Somebody invited is no owner yet.
  const invited = { ...ida, role: 'owner', proof: proofOf(services, mia) } as const;
  await callStudio(app, 'inviteMember', { body: invited, cookie });
  const params = { accountId: await idOf(studioEmail) };

  const removed = await studioRefused(app, 'removeMember', { params, body: {}, cookie });
  const body = { role: 'editor' } as const;
  const demoted = await studioRefused(app, 'changeRole', { params, body, cookie });

  expect(removed.problem).toEqual({ code: 'CONFLICT', message: teamMessages.lastOwner });
  expect(demoted.problem).toEqual(removed.problem);
  expect((await team())[0]).toMatchObject({ role: 'owner', state: 'active' });
});

test('an owner can leave while another remains', async () => {
  const { app, services, cookie, idOf, mia } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example');

  await sendStudio(app, 'removeMember', {
    params: { accountId: await idOf(studioEmail) },
    body: { proof: proofOf(services, mia) },
    cookie,
  });

  expect((await studioRefused(app, 'me', { cookie })).problem.code).toBe('REMOVED');
  const { members } = (await callStudio(app, 'team', { cookie: otto.cookie })).answer;
  expect(members.map(({ email }) => email)).toEqual(['otto@studio.example']);
});

/** What two owners do to one another at once. */
const duels = [
  ['remove', 'removeMember', {}],
  ['demote', 'changeRole', { role: 'editor' }],
] as const;

test.each(duels)(
  'of two last owners who %s one another at once, one stays',
  async (_, name, change) => {
    for (let round = 0; round < 5; round += 1) {
      const { app, services, cookie, idOf, mia } = await setUp();
      const otto = await joinStudio(app, services, 'otto@studio.example');
      // A second process, whose transactions the first one doesn't see.
      const second = await openAgain(services.env.dataDir);
      const otherApp = createApp({ ...services, database: second });
      const [miaId, ottoId] = [await idOf(studioEmail), await idOf('otto@studio.example')];
      const mias = { ...change, proof: proofOf(services, mia) };
      const ottos = { ...change, proof: { ...mias.proof, code: otto.code() } };

      const responses = await Promise.all([
        sendStudio(app, name, { params: { accountId: ottoId }, body: mias, cookie }),
        sendStudio(round % 2 === 0 ? app : otherApp, name, {
          params: { accountId: miaId },
          body: ottos,
          cookie: otto.cookie,
        }),
      ]);

      const owners = await services.database.read
        .selectFrom('studioAccounts')
        .select('id')
        .where('role', '=', 'owner')
        .where('disabledAt', 'is', null)
        .execute();
      expect(owners).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      await second.close();
    }
  },
);

/** What owners do to others, as the transaction of a request runs that was let in earlier. */
const ofOwners: readonly (readonly [
  string,
  (change: AuditedChange, env: Env, id: string) => Promise<unknown>,
])[] = [
  ['invites', (change, env) => inviteMember(change, env, ida, null)],
  ['sends a new link', (change, env, id) => resendInvitation(change, env, id, null)],
  ['changes a role', (change, env, id) => changeRole(change, env, id, 'owner', null)],
  ['removes', (change, env, id) => removeMember(change, env, id, null)],
  ['confirms a new password', (change, env, id) => confirmReset(change, env, id)],
  ['refuses a new password', (change, _, id) => refuseReset(change, id)],
];

test.each(ofOwners)('a request of a just demoted owner no longer %s', async (_, work) => {
  const { app, services, cookie, idOf, mia } = await setUp();
  await joinStudio(app, services, 'otto@studio.example');
  await invitationToken(services, 'eva@studio.example', 'editor');
  const [ottoId, evaId] = [await idOf('otto@studio.example'), await idOf('eva@studio.example')];
  const params = { accountId: ottoId };
  await callStudio(app, 'changeRole', {
    params,
    body: { role: 'editor', proof: proofOf(services, mia) },
    cookie,
  });

  const late = makeAuditedChange(services, ottoId, (change) => work(change, services.env, evaId));

  await expect(late).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

/** Whatever makes somebody an owner or ends it, with who it is about, and what the other owners read. */
const ofOwnership = [
  ['inviteMember', null, { ...ida, role: 'owner' }, 'invited ida@studio.example'],
  ['resendInvitation', 'asked@studio.example', {}, null],
  ['changeRole', 'otto@studio.example', { role: 'editor' }, 'made otto@studio.example an editor'],
  ['changeRole', 'eva@studio.example', { role: 'owner' }, 'made eva@studio.example an owner'],
  ['removeMember', 'otto@studio.example', {}, 'removed otto@studio.example, an owner'],
  ['removeMember', 'asked@studio.example', {}, 'removed asked@studio.example, an owner'],
] as const;

test.each(ofOwnership)(
  '%s of %s needs password and code, and the other owners are told',
  async (name, email, change, notice) => {
    const { app, services, cookie, idOf, mia } = await setUp();
    await joinStudio(app, services, 'otto@studio.example');
    await joinStudio(app, services, 'eva@studio.example', 'editor');
    await invitationToken(services, 'asked@studio.example');
    const accountId = email === null ? '' : await idOf(email);
    const ask = (proof?: object) =>
      sendStudio(app, name, {
        ...(email !== null && { params: { accountId } }),
        body: { ...change, ...(proof && { proof }) },
        cookie,
      });
    const letters = () => queuedMails(services, { subject: /^The owners of/ });
    const proof = proofOf(services, mia);
    const before = await callStudio(app, 'team', { cookie });

    const without = await ask();
    const wrongPassword = await ask({ ...proof, password: 'guessed password' });
    const wrongCode = await ask({ ...proof, code: '000000' });

    expect([without.status, wrongPassword.status, wrongCode.status]).toEqual([422, 422, 409]);
    expect((await callStudio(app, 'team', { cookie })).answer).toEqual(before.answer);
    expect(await letters()).toEqual([]);
    expect((await ask(proof)).status).toBe(200);
    const sent = await letters();
    expect(sent.map(({ recipient }) => recipient)).toEqual(notice ? ['otto@studio.example'] : []);
    if (notice) expect(sent[0]?.text).toContain(`${studioEmail} ${notice}`);
  },
);

test('ids of buyers name nobody on the team', async () => {
  const { app, services, cookie } = await setUp();
  const { id } = await signUp(services, { status: 'approved' });

  const params = { accountId: id };
  const { problem } = await studioRefused(app, 'removeMember', { params, body: {}, cookie });

  expect(problem).toEqual({ code: 'NOT_FOUND', message: teamMessages.missing });
});

test('an owner sends at most 30 invitations an hour', async () => {
  const { app, cookie } = await setUp();
  for (let count = 0; count < 30; count += 1) {
    const body = { ...ida, email: `ida-${count}@studio.example` };
    await callStudio(app, 'inviteMember', { body, cookie });
  }

  const { status } = await studioRefused(app, 'inviteMember', { body: ida, cookie });

  expect(status).toBe(429);
});
