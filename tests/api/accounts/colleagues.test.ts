import { expect, test } from 'vitest';
import { colleagueMessages } from '#contract/shop/colleagues.ts';
import { decideAccount } from '#server/accounts/decide-account.ts';
import { createApp } from '#server/app.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addColleague, invitationTo } from '#tests/support/add-colleague.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { choosePush, sendPushes } from '#tests/support/pushes.ts';
import { mailedUndo, newestMail, queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { signUp } from '#tests/support/sign-up.ts';

const password = 'cotton and thread';
const theirs = 'silk and felt';
const beas = 'bea@shop.example';
const names = { firstName: 'Bea', lastName: 'Moss' };
const day = 86_400_000;

async function setUp() {
  const services = await makeServices({ limitFactor: 100 });
  const app = createApp(services);
  const { read } = services.database;
  const passwordHash = await services.passwords.hash(password);
  /** An account with a password that is known. */
  const newOwner = async (email?: string) => {
    const owner = await signUp(services, email === undefined ? {} : { email });
    await services.database.write((tx) =>
      tx.updateTable('accounts').set({ passwordHash }).where('id', '=', owner.id).execute(),
    );
    return owner;
  };
  const owner = await newOwner();
  const invite = async (email: string, { token } = owner) => {
    services.pass(1);
    const { answer } = await call(app, 'inviteColleague', { token, body: { email, password } });
    return answer.colleagues;
  };
  /** The token of the newest invitation mailed to an address. */
  const linkTo = async (recipient: string) => {
    const text = await newestMail(services, { to: recipient, subject: /^An invitation/ });
    return /\/sign-up\?colleague#token=([\w-]{43})\b/.exec(text)?.[1] ?? '';
  };
  const join = (token: string) =>
    send(app, 'joinAccount', { body: { token, ...names, password: theirs } });
  const codeOf = async (response: Promise<Response>) => {
    const { code } = (await (await response).json()) as { code?: string };
    return code ?? 'OK';
  };
  const signIn = (email: string, secret: string) =>
    codeOf(send(app, 'login', { body: { email, password: secret } }));
  const isIn = async (token: string) => (await send(app, 'me', { token })).status === 200;
  const mailsTo = async (to: string) =>
    (await queuedMails(services, { to })).map(({ subject }) => subject);
  return {
    services,
    app,
    read,
    owner,
    newOwner,
    invite,
    linkTo,
    join,
    codeOf,
    signIn,
    isIn,
    mailsTo,
  };
}

test('an invited colleague joins with a name and password of their own, and shares what the account has', async () => {
  const { app, services, owner, invite, linkTo, mailsTo } = await setUp();
  const order = await addOrder(services, {
    accountId: owner.id,
    productIds: [await addProduct(services)],
  });

  const [invited] = await invite(` ${beas} `);
  const token = await linkTo(beas);
  const { answer: invitation } = await call(app, 'openInvitation', { body: { token } });
  await call(app, 'joinAccount', { body: { token, ...names, password: theirs } });
  const { answer: user } = await call(app, 'login', {
    body: { email: 'BEA@shop.example ', password: theirs },
  });

  expect(invited).toMatchObject({ email: beas, firstName: '', state: 'invited' });
  expect(invitation).toEqual({ email: beas, firstName: 'Ada', lastName: 'Sewell', company: '' });
  expect(user).toMatchObject({
    ...{ _id: invited?.id, email: owner.email, firstName: 'Ada' },
    colleague: { ...names, email: beas },
  });
  const { answer: orders } = await call(app, 'orders', { token: user.token, query: {} });
  expect(orders.orders.map(({ _id }) => _id)).toEqual([order.id]);
  const { answer: list } = await call(app, 'colleagues', { token: owner.token });
  expect(list.colleagues).toEqual([
    { id: invited?.id, email: beas, ...names, state: 'joined', since: expect.any(String) },
  ]);
  expect(await mailsTo(owner.email)).toEqual([
    expect.stringMatching(/^Bea Moss now shares your account/),
  ]);
});

test('an invitation works once, also if it is accepted twice at the same time', async () => {
  const { read, invite, linkTo, join, codeOf } = await setUp();
  await invite(beas);
  const token = await linkTo(beas);

  const codes = await Promise.all([codeOf(join(token)), codeOf(join(token))]);

  expect(codes.sort()).toEqual(['CODE_ENDED', 'OK']);
  expect(await codeOf(join(token))).toBe('CODE_ENDED');
  expect(await read.selectFrom('colleagues').select('email').execute()).toEqual([{ email: beas }]);
});

test('one address can’t join two accounts, also if both are joined at the same time', async () => {
  const { read, newOwner, invite, linkTo, join, codeOf } = await setUp();
  await invite(beas);
  const first = await linkTo(beas);
  await invite('Bea@Shop.example', await newOwner());
  const second = await linkTo('Bea@Shop.example');

  const codes = await Promise.all([codeOf(join(first)), codeOf(join(second))]);

  expect(codes.sort()).toEqual(['EMAIL_TAKEN', 'OK']);
  expect(await read.selectFrom('colleagues').select('id').execute()).toHaveLength(1);
});

test('an invitation that is old, sent again or withdrawn lets nobody in', async () => {
  const { app, services, owner, invite, linkTo, join, codeOf } = await setUp();
  await invite(beas);
  const replaced = await linkTo(beas);
  const [invited] = await invite(beas.toUpperCase());
  const withdrawn = await linkTo(beas.toUpperCase());
  const opened = (token: string) => codeOf(send(app, 'openInvitation', { body: { token } }));
  expect([await opened(replaced), await opened(withdrawn)]).toEqual(['CODE_ENDED', 'OK']);
  const { token } = owner;
  await call(app, 'removeColleague', { token, params: { id: invited?.id ?? '' } });
  await invite(beas);
  const late = await linkTo(beas);
  services.pass(7 * day);

  for (const each of [replaced, withdrawn, late, 'a'.repeat(43)]) {
    expect(await codeOf(join(each))).toBe('CODE_ENDED');
    expect(await opened(each)).toBe('CODE_ENDED');
  }
  const { answer } = await call(app, 'colleagues', { token: owner.token });
  expect(answer.colleagues).toMatchObject([{ email: beas, state: 'expired' }]);
});

test('an invitation has no word that its owner typed, and one address gets three a day', async () => {
  const services = await makeServices();
  const app = createApp(services);
  const passwordHash = await services.passwords.hash(password);
  const names = { firstName: 'WIN A PRIZE', lastName: 'http://spam.example' };
  const inviter = async () => {
    const owner = await signUp(services);
    await services.database.write((tx) =>
      tx
        .updateTable('accounts')
        .set({ passwordHash, ...names })
        .where('id', '=', owner.id)
        .execute(),
    );
    return owner.token;
  };
  const first = await inviter();
  const second = await inviter();
  const invite = (token: string, email: string) => ({ token, body: { email, password } }) as const;
  await call(app, 'inviteColleague', invite(first, beas));
  await call(app, 'inviteColleague', invite(first, 'BEA@shop.example'));
  await call(app, 'inviteColleague', invite(second, beas));

  const { problem } = await callRefused(app, 'inviteColleague', invite(second, beas));

  expect(problem).toMatchObject({
    code: 'TOO_MANY',
    message: 'This address got enough invitations today. Try again in 24 hours.',
  });
  const mails = await queuedMails(services);
  expect(mails).toHaveLength(3);
  expect(JSON.stringify(mails)).not.toMatch(/PRIZE|spam/);
  await call(app, 'inviteColleague', invite(first, 'ida@shop.example'));
  services.pass(day);
  await call(app, 'inviteColleague', invite(second, beas));
});

test('inviting needs the owner’s password and an account that was approved', async () => {
  const { app, services, owner } = await setUp();
  const waiting = await signUp(services, { status: 'pending' });
  const passwordHash = await services.passwords.hash(password);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ passwordHash }).where('id', '=', waiting.id).execute(),
  );
  const inviting = async (token: string, secret: string) =>
    (await callRefused(app, 'inviteColleague', { token, body: { email: beas, password: secret } }))
      .problem;

  expect(await inviting(owner.token, 'not it')).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { password: 'Incorrect password.' },
  });
  expect((await inviting(waiting.token, password)).code).toBe('NOT_APPROVED');
  expect(await queuedMails(services)).toEqual([]);
});

test('an account has five colleagues at most, none twice, and not its owner', async () => {
  const { app, owner, invite, linkTo, join } = await setUp();
  for (const name of ['a', 'b', 'c', 'd']) await invite(`${name}@shop.example`);
  await invite(beas);
  await join(await linkTo(beas));
  const inviting = async (email: string) => {
    const body = { email, password };
    const { problem } = await callRefused(app, 'inviteColleague', { token: owner.token, body });
    return problem.fields?.email;
  };

  expect(await inviting('e@shop.example')).toBe(colleagueMessages.full);
  expect(await inviting(` ${beas.toUpperCase()}`)).toBe(colleagueMessages.hasJoined);
  expect(await inviting(owner.email.toUpperCase())).toBe(colleagueMessages.ownEmail);
  expect(await invite('A@shop.example')).toHaveLength(5);
});

test('says that an address signs in already only to whoever opens the link, not to the owner', async () => {
  const { app, services, newOwner, invite, linkTo, join, codeOf } = await setUp();
  const other = await newOwner('other@shop.example');
  await addColleague(services, other.id, { email: 'colleague@shop.example' });

  for (const email of [' Other@shop.example', 'Colleague@shop.example']) {
    const invited = await invite(email);
    expect(invited.at(-1)).toMatchObject({ email: email.trim(), state: 'invited' });
    const token = await linkTo(email.trim());
    const { problem } = await callRefused(app, 'openInvitation', { body: { token } });
    expect(problem).toMatchObject({ code: 'EMAIL_TAKEN', message: colleagueMessages.taken });
    expect(await codeOf(join(token))).toBe('EMAIL_TAKEN');
  }
});

test('a colleague’s address opens no account, becomes no owner’s, and an owner’s former one joins none', async () => {
  const { app, services, owner, newOwner, codeOf, join } = await setUp();
  await addColleague(services, owner.id, { email: beas });
  const moved = await newOwner('before@shop.example');
  await call(app, 'updateUser', {
    token: moved.token,
    body: { email: 'after@shop.example', oldPassword: password },
  });

  const email = 'BEA@shop.example';
  expect(await codeOf(send(app, 'register', { body: registration({ email }) }))).toBe(
    'EMAIL_TAKEN',
  );
  const body = { email, oldPassword: password };
  for (const { token } of [owner, moved]) {
    expect(await codeOf(send(app, 'updateUser', { token, body }))).toBe('EMAIL_TAKEN');
  }
  const former = await invitationTo(services, owner.id, 'before@shop.example');
  expect(await codeOf(join(former))).toBe('EMAIL_TAKEN');
});

test('a removed colleague is out at once, and what they were sent opens nothing', async () => {
  const { app, services, read, owner, invite, linkTo, join, signIn, isIn, mailsTo } = await setUp();
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
  const { app, services, owner, newOwner, isIn } = await setUp();
  const bea = await addColleague(services, owner.id);
  const other = await newOwner();

  await call(app, 'removeColleague', { token: other.token, params: { id: bea.id } });

  expect(await isIn(bea.token)).toBe(true);
});

test('a colleague’s new password ends their own sessions and nobody else’s', async () => {
  const { app, services, owner, signIn, isIn } = await setUp();
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
  const { app, services, owner, isIn, join } = await setUp();
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
  const { app, services, owner, signIn, isIn, mailsTo } = await setUp();
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
  const { app, services, owner, isIn } = await setUp();
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
  const { app, services, owner } = await setUp();
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
  const { app, services, owner } = await setUp();
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
  const { services, owner, signIn, isIn, join } = await setUp();
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
  const { app, services, read, owner, isIn, join, mailsTo } = await setUp();
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
  const { app, services, read, owner, isIn, join } = await setUp();
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
  const { app, services, owner, isIn, mailsTo } = await setUp();
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
  const { app, services, read, owner } = await setUp();
  await addColleague(services, owner.id, { email: beas });
  await askForCode(app, services, beas);
  await resetToken(app, services, beas);

  const sessions = await read.selectFrom('sessions').select('accountId').execute();
  const steps = await read.selectFrom('resetSteps').select('accountId').execute();

  expect(sessions).toEqual([{ accountId: owner.id }]);
  expect(steps).toEqual([{ accountId: null }]);
});
