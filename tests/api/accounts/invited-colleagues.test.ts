import { expect, test } from 'vitest';
import { colleagueMessages } from '#contract/shop/colleagues.ts';
import { createApp } from '#server/app.ts';
import { addColleague, invitationTo } from '#tests/support/add-colleague.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { beas, names, openSharedAccount, password, theirs } from '#tests/support/shared-account.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';

const day = 86_400_000;

test('an invited colleague joins with a name and password of their own, and shares what the account has', async () => {
  const { app, services, owner, invite, linkTo, mailsTo } = await openSharedAccount();
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
  const { read, invite, linkTo, join, codeOf } = await openSharedAccount();
  await invite(beas);
  const token = await linkTo(beas);

  const codes = await Promise.all([codeOf(join(token)), codeOf(join(token))]);

  expect(codes.sort()).toEqual(['CODE_ENDED', 'OK']);
  expect(await codeOf(join(token))).toBe('CODE_ENDED');
  expect(await read.selectFrom('colleagues').select('email').execute()).toEqual([{ email: beas }]);
});

test('one address can’t join two accounts, also if both are joined at the same time', async () => {
  const { read, newOwner, invite, linkTo, join, codeOf } = await openSharedAccount();
  await invite(beas);
  const first = await linkTo(beas);
  await invite('Bea@Shop.example', await newOwner());
  const second = await linkTo('Bea@Shop.example');

  const codes = await Promise.all([codeOf(join(first)), codeOf(join(second))]);

  expect(codes.sort()).toEqual(['EMAIL_TAKEN', 'OK']);
  expect(await read.selectFrom('colleagues').select('id').execute()).toHaveLength(1);
});

test('an invitation that is old, sent again or withdrawn lets nobody in', async () => {
  const { app, services, owner, invite, linkTo, join, codeOf } = await openSharedAccount();
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
  const { app, services, owner } = await openSharedAccount();
  const waiting = await signUp(services, { status: 'pending' });
  await setPassword(services, waiting.id, password);
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
  const { app, owner, invite, linkTo, join } = await openSharedAccount();
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
  const { app, services, newOwner, invite, linkTo, join, codeOf } = await openSharedAccount();
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
  const { app, services, owner, newOwner, codeOf, join } = await openSharedAccount();
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
