import { expect, test } from 'vitest';
import { decideAccount } from '#server/accounts/decide-account.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addColleague, invitationTo } from '#tests/support/add-colleague.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { choosePush, sendPushes } from '#tests/support/pushes.ts';
import { mailedUndo } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { beas, openSharedAccount, password, theirs } from '#tests/support/shared-account.ts';

test('a removed colleague is out at once, and what they were sent opens nothing', async () => {
  const { app, services, read, owner, invite, linkTo, join, signIn, isIn, mailsTo } =
    await openSharedAccount();
  const [invited] = await invite(beas);
  const link = await linkTo(beas);
  await join(link);
  const body = { email: beas, password: theirs };
  const { answer } = await call(app, 'login', { body });
  const reset = await resetToken(app, services, beas);
  await choosePush(app, answer.token, 'priceDrops', 'bea');
  await choosePush(app, owner.token, 'priceDrops', 'ada');

  const params = { id: invited?.id ?? '' };
  const left = await call(app, 'removeColleague', { token: owner.token, params });

  expect(left.answer.colleagues).toEqual([]);
  expect([await isIn(answer.token), await isIn(owner.token)]).toEqual([false, true]);
  expect(await signIn(beas, theirs)).toBe('WRONG_CREDENTIALS');
  expect((await join(link)).status).not.toBe(200);
  const set = await callRefused(app, 'resetPassword', {
    body: { token: reset, password: 'x of y z' },
  });
  expect(set.problem.code).toBe('CODE_ENDED');
  const pushed = await read.selectFrom('pushDevices').select('colleagueId').execute();
  expect(pushed).toEqual([{ colleagueId: null }]);
  const known = await read.selectFrom('knownDevices').select('owner').execute();
  expect(known.filter(({ owner: of }) => of.startsWith('colleague:'))).toEqual([]);
  expect((await mailsTo(beas)).at(-1)).toMatch(/^You no longer share an account/);
  // The address is free again.
  await call(app, 'register', { body: registration({ email: beas }) });
});

test('nobody removes a colleague of another account', async () => {
  const { app, services, owner, newOwner, isIn } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);
  const other = await newOwner();

  await call(app, 'removeColleague', { token: other.token, params: { id: bea.id } });

  expect(await isIn(bea.token)).toBe(true);
});

test('a colleague’s new password ends their own sessions and nobody else’s', async () => {
  const { app, services, owner, signIn, isIn } = await openSharedAccount();
  const passwordHash = await services.passwords.hash(theirs);
  const bea = await addColleague(services, owner.id, { email: beas, passwordHash });
  const ida = await addColleague(services, owner.id);

  const token = await resetToken(app, services, beas);
  await call(app, 'resetPassword', { body: { token, password: 'wool and yarn' } });

  expect(await Promise.all([bea, ida, owner].map((each) => isIn(each.token)))).toEqual([
    false,
    true,
    true,
  ]);
  expect(await signIn(beas, theirs)).toBe('WRONG_CREDENTIALS');
  expect(await signIn(beas, 'wool and yarn')).toBe('OK');
  expect(await signIn(owner.email, password)).toBe('OK');
});

test('an owner’s new password leaves colleagues signed in, and withdraws open invitations', async () => {
  const { app, services, owner, isIn, join } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);
  const before = await invitationTo(services, owner.id, 'ida@shop.example');
  const body = { oldPassword: password, password: 'wool and yarn' };
  await call(app, 'updateUser', { token: owner.token, body });
  const next = await invitationTo(services, owner.id, 'ina@shop.example');
  const token = await resetToken(app, services, owner.email);
  await call(app, 'resetPassword', { body: { token, password } });

  expect([await isIn(bea.token), await isIn(owner.token)]).toEqual([true, false]);
  expect([(await join(before)).status, (await join(next)).status]).not.toContain(200);
});

test('a colleague changes their own name and password, with the current one, and never the owner’s', async () => {
  const { app, services, owner, signIn, isIn, mailsTo } = await openSharedAccount();
  const passwordHash = await services.passwords.hash(theirs);
  const bea = await addColleague(services, owner.id, { email: beas, passwordHash });
  const elsewhere = await call(app, 'login', { body: { email: beas, password: theirs } });
  const change = (oldPassword: string) =>
    send(app, 'changeColleague', {
      token: bea.token,
      body: { oldPassword, password: 'wool and yarn' },
    });

  await call(app, 'changeColleague', { token: bea.token, body: { firstName: 'Beatrix' } });
  expect((await change(password)).status).not.toBe(200);
  expect((await change(theirs)).status).toBe(200);

  const { answer } = await call(app, 'me', { token: bea.token });
  expect(answer.user).toMatchObject({ firstName: 'Ada', colleague: { firstName: 'Beatrix' } });
  expect([await isIn(elsewhere.answer.token), await isIn(owner.token)]).toEqual([false, true]);
  expect(await signIn(beas, 'wool and yarn')).toBe('OK');
  expect(await signIn(owner.email, password)).toBe('OK');
  expect([(await mailsTo(beas)).length, (await mailsTo(owner.email)).length]).toEqual([1, 0]);
});

test('owner and colleague each see and sign out their own devices only', async () => {
  const { app, services, owner, isIn } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);
  const devicesOf = async ({ token }: { token: string }) =>
    (await call(app, 'devices', { token })).answer.devices.map(({ id }) => id);
  expect([await devicesOf(owner), await devicesOf(bea)]).toEqual([
    [owner.deviceId],
    [bea.deviceId],
  ]);

  await call(app, 'signOutDevice', { token: bea.token, params: { id: owner.deviceId } });
  await call(app, 'signOutDevice', { token: owner.token, params: { id: bea.deviceId } });
  await call(app, 'signOutOthers', { token: bea.token });
  await call(app, 'signOutOthers', { token: owner.token });
  const renamed = await callRefused(app, 'renameDevice', {
    ...{ token: bea.token, params: { id: owner.deviceId }, body: { name: 'Mine' } },
  });

  expect(renamed.problem.code).toBe('NOT_FOUND');
  expect([await isIn(owner.token), await isIn(bea.token)]).toEqual([true, true]);
  await call(app, 'logout', { token: bea.token });
  expect([await isIn(owner.token), await isIn(bea.token)]).toEqual([true, false]);
});

test('a device that both use takes owner and colleague, and what is pushed to each, for two users', async () => {
  const { app, services, owner } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);
  await call(app, 'customsNews', { token: owner.token, body: { isWanted: true } });
  await choosePush(app, owner.token, 'customs', 'ada');
  await choosePush(app, bea.token, 'customs', 'bea');

  await runCommand(services, ['customs', 'on']);
  const sent = await sendPushes(services);
  const { answer: me } = await call(app, 'me', { token: bea.token });

  expect(me.user._id).toBe(bea.id);
  expect((await call(app, 'me', { token: owner.token })).answer.user._id).toBe(owner.id);
  const idOf = new Map(sent.map(({ name, message }) => [name, message.accountId]));
  expect(Object.fromEntries(idOf)).toEqual({ ada: owner.id, bea: bea.id });
});

test('a search that a colleague saves sends the owner no e-mails until the owner wants them', async () => {
  const { app, services, owner } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);
  const save = async (token: string, words: string) => {
    const { answer } = await call(app, 'saveSearch', { token, body: { words, filters: '' } });
    return answer.searches.find(({ label }) => label.includes(words));
  };

  expect(await save(owner.token, 'moon')).toMatchObject({ hasMail: true });
  const found = await save(bea.token, 'fox');
  expect(found).toMatchObject({ hasMail: false });
  const wanted = await call(app, 'changeSearch', {
    ...{ token: owner.token, params: { id: found?.id ?? '' }, body: { hasMail: true } },
  });
  expect(wanted.answer.searches.every(({ hasMail }) => hasMail)).toBe(true);
});

test('a rejected account lets its colleagues in no more, and approving it revives no session', async () => {
  const { services, owner, signIn, isIn, join } = await openSharedAccount();
  const passwordHash = await services.passwords.hash(theirs);
  const bea = await addColleague(services, owner.id, { email: beas, passwordHash });
  const link = await invitationTo(services, owner.id);
  const decide = (status: 'approved' | 'rejected') =>
    makeChange(services, (change) => decideAccount(change, services.env, owner.id, status));

  await decide('rejected');
  expect([await isIn(bea.token), await signIn(beas, theirs)]).toEqual([false, 'FORBIDDEN']);
  await decide('approved');

  expect([await isIn(bea.token), await signIn(beas, theirs)]).toEqual([false, 'OK']);
  expect((await join(link)).status).not.toBe(200);
});

test('deleting the account deletes its colleagues and invitations, and mails the colleagues', async () => {
  const { app, services, read, owner, isIn, join, mailsTo } = await openSharedAccount();
  const bea = await addColleague(services, owner.id, { email: beas });
  const link = await invitationTo(services, owner.id);

  await call(app, 'deleteAccount', { token: owner.token, body: { password } });

  expect(await isIn(bea.token)).toBe(false);
  expect((await join(link)).status).not.toBe(200);
  const tables = ['colleagues', 'colleagueSessions', 'colleagueInvitations'] as const;
  for (const table of tables)
    expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await mailsTo(beas)).toEqual([expect.stringMatching(/^You no longer share an account/)]);
});

test('undoing a change of e-mail removes who joined since, and signs the others out', async () => {
  const { app, services, read, owner, isIn, join } = await openSharedAccount();
  const bea = await addColleague(services, owner.id, { email: beas });
  services.pass(1000);
  const body = { email: 'thief@evil.example', oldPassword: password };
  await call(app, 'updateUser', { token: owner.token, body });
  services.pass(1000);
  const friend = await addColleague(services, owner.id, { email: 'friend@evil.example' });
  const link = await invitationTo(services, owner.id);

  await call(app, 'undoEmailChange', { body: { token: await mailedUndo(services) } });

  const left = await read.selectFrom('colleagues').select('email').execute();
  expect(left).toEqual([{ email: beas }]);
  expect([await isIn(bea.token), await isIn(friend.token)]).toEqual([false, false]);
  expect((await join(link)).status).not.toBe(200);
});

test('a colleague leaves the account, which stays, and its owner gets a mail', async () => {
  const { app, services, owner, isIn, mailsTo } = await openSharedAccount();
  const bea = await addColleague(services, owner.id);

  await call(app, 'leaveAccount', { token: bea.token });

  expect(await mailsTo(owner.email)).toEqual([
    expect.stringMatching(/^Bea Moss no longer shares your account/),
  ]);

  expect([await isIn(bea.token), await isIn(owner.token)]).toEqual([false, true]);
  const { answer } = await call(app, 'colleagues', { token: owner.token });
  expect(answer.colleagues).toEqual([]);
});

test('nothing that the version before reads lets a colleague in as the owner', async () => {
  const { app, services, read, owner } = await openSharedAccount();
  await addColleague(services, owner.id, { email: beas });
  await askForCode(app, services, beas);
  await resetToken(app, services, beas);

  const sessions = await read.selectFrom('sessions').select('accountId').execute();
  const steps = await read.selectFrom('resetSteps').select('accountId').execute();

  expect(sessions).toEqual([{ accountId: owner.id }]);
  expect(steps).toEqual([{ accountId: null }]);
});
