import { expect, test } from 'vitest';
import { makeRequestLink } from '#server/commissions/request-links.ts';
import { takeMail } from '#server/messages/take-mail.ts';
import { makeThreadLink } from '#server/messages/thread-links.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, send } from '#tests/support/call.ts';
import { created, mailsOut } from '#tests/support/custom-desk.ts';
import { newId } from '#tests/support/new-id.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';

const oldEmail = 'ada@shop.example';
const newEmail = 'new@shop.example';
const password = 'cotton and thread';

async function setUp() {
  const { services, app, cookie } = await shopWithOwner();
  const { id: accountId, token } = await signUp(services, { email: oldEmail });
  await setPassword(services, accountId, password);
  const ask = async () => {
    const body = { description: 'For mugs.' };
    return (await call(app, 'askYearlyLicence', { token, body })).answer.requestId;
  };
  return {
    ...{ services, app, accountId, token, ask },
    /** Changes the e-mail, and returns the token of the link that undoes it. */
    async move(email: string): Promise<string> {
      services.pass(1000);
      await call(app, 'updateUser', { token, body: { email, oldPassword: password } });
      services.pass(1000);
      const mails = await mailsOut(services);
      const { text = '' } = mails.find(({ subject }) => subject.endsWith('a new e-mail')) ?? {};
      return /\?undo-email#token=([\w-]{43})\b/.exec(text)?.[1] ?? '';
    },
    linkTo: (requestId: string) =>
      makeChange(services, async (change) => tokenOf(await makeRequestLink(change, requestId))),
    opens: async (link: string) =>
      (await send(app, 'linkedRequest', { body: { token: link } })).status,
    /** Who gets what the studio writes about a request. */
    async readersOf(id: string): Promise<string[]> {
      await callStudio(app, 'answerThread', {
        ...{ cookie, params: { kind: 'request', id } },
        body: { messageId: newId(), text: 'How many mugs?' },
      });
      return (await mailsOut(services)).map(({ recipient }) => recipient);
    },
    /** Whether an answer by e-mail gets into the thread of a request. */
    isTaken: (id: string, from: string) =>
      takeMail(
        services,
        { kind: 'request', id },
        {
          ...{ messageId: newId(), from, text: 'A hundred.' },
          ...{ isAutomatic: false, hasMore: false, attachments: [] },
        },
      ),
  };
}

test('a request is its account’s: with a new e-mail, the mailbox before gets and writes nothing more', async () => {
  const it = await setUp();
  const requestId = await it.ask();
  const link = await it.linkTo(requestId);
  const typed = await addRequest(it.services, {
    accountId: it.accountId,
    email: 'ada@work.example',
  });
  const typedLink = await it.linkTo(typed);
  expect(await it.readersOf(requestId)).toContain(oldEmail);

  await it.move(newEmail);

  expect(await it.readersOf(requestId)).toEqual([newEmail]);
  expect(await it.isTaken(requestId, oldEmail)).toBe(false);
  expect(await it.isTaken(requestId, newEmail)).toBe(true);
  // What was typed for one request stays.
  expect([await it.opens(link), await it.opens(typedLink)]).toEqual([404, 200]);
  await mailsOut(it.services);
  expect(await it.readersOf(typed)).toEqual(['ada@work.example']);
});

test('links to questions that the mailbox before got end, and those of visitors stay', async () => {
  const { app, services, token, move } = await setUp();
  const id = await addProduct(services);
  const about = { kind: 'design', id } as const;
  await created(app, { about, token, fields: { text: 'In red?' } });
  const visitor = { text: 'In blue?', name: 'Vic', email: oldEmail };
  await created(app, { about, fields: visitor });
  const threads = await services.database.read
    .selectFrom('threads')
    .select('id')
    .orderBy('email')
    .execute();
  const [own = '', visitors = ''] = await Promise.all(
    threads.map((thread) =>
      makeChange(services, async (change) => tokenOf(await makeThreadLink(change, thread.id))),
    ),
  );
  const opens = async (link: string) =>
    (await send(app, 'linkedThread', { body: { token: link } })).status;
  expect(await opens(own)).toBe(200);

  await move(newEmail);

  expect([await opens(own), await opens(visitors)]).toEqual([404, 200]);
});

test('undoing a change of e-mail gives the owner what was sent since, with any e-mail', async () => {
  const it = await setUp();
  const { accountId } = it;
  const before = await addRequest(it.services, { accountId, email: 'ada@work.example' });
  const undo = await it.move('thief@evil.example');
  const requestId = await it.ask();
  const typed = await addRequest(it.services, { accountId, email: 'friend@evil.example' });
  const links = [await it.linkTo(requestId), await it.linkTo(typed), await it.linkTo(before)];
  await it.move('more@evil.example');

  await call(it.app, 'undoEmailChange', { body: { token: undo } });
  await mailsOut(it.services);

  expect(await Promise.all(links.map(it.opens))).toEqual([404, 404, 200]);
  for (const id of [requestId, typed]) {
    expect(await it.readersOf(id)).toEqual([oldEmail]);
    expect(await it.isTaken(id, 'thief@evil.example')).toBe(false);
    expect(await it.isTaken(id, 'more@evil.example')).toBe(false);
    expect(await it.isTaken(id, 'friend@evil.example')).toBe(false);
    await mailsOut(it.services);
  }
});
