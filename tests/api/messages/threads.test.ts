import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import { contactId, type ThreadKind, threadMessages } from '#contract/shop/thread.ts';
import { messagePicturePath } from '#contract/shop/thread-paths.ts';
import { inboxMessages } from '#contract/studio/messages.ts';
import { reconcileStates } from '#server/commissions/reconcile-states.ts';
import { removeUnclaimed } from '#server/commissions/unclaimed-uploads.ts';
import { forgetThreads } from '#server/messages/forget-threads.ts';
import { threadsOfAccount } from '#server/messages/read-threads.ts';
import { runRetention } from '#server/operations/retention.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call } from '#tests/support/call.ts';
import { created, mailsOut, refused, type Sent, setUp } from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { newId } from '#tests/support/new-id.ts';
import { picture } from '#tests/support/pictures.ts';
import { requestToken, tokenOf } from '#tests/support/request-token.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let token: string;
let accountId: string;
let other: string;

beforeEach(async () => {
  ({ services, app } = await setUp());
  ({ cookie } = await joinStudio(app, services));
  ({ id: accountId, token } = await signUp(services, { email: 'ada@shop.example' }));
  ({ token: other } = await signUp(services, { email: 'eve@shop.example' }));
  await mailsOut(services);
});

const write = (kind: ThreadKind, id: string, sent: Sent = {}) =>
  created(app, { about: { kind, id }, fields: { text: 'Is it blue?' }, ...sent });
const refuse = (kind: ThreadKind, id: string, sent: Sent = {}) =>
  refused(app, { about: { kind, id }, fields: { text: 'Is it blue?' }, ...sent });
const threads = async (of = token) => (await call(app, 'ownThreads', { token: of })).answer.threads;
const inbox = async () => (await callStudio(app, 'inbox', { cookie, query: {} })).answer.items;
/** What the studio reads, and then answers. */
const lastOf = async (kind: ThreadKind, id: string) =>
  (
    await callStudio(app, 'studioThread', { cookie, params: { kind, id }, query: {} })
  ).answer.messages.at(-1)?._id;
const answer = async (kind: ThreadKind, id: string, shownId?: string) =>
  (
    await callStudio(app, 'answerThread', {
      ...{ cookie, params: { kind, id } },
      body: { messageId: newId(), text: 'It is.', lastId: shownId ?? (await lastOf(kind, id)) },
    })
  ).answer;
const addAnOrder = async (orders = accountId) =>
  (await addOrder(services, { accountId: orders, productIds: [await addProduct(services)] })).id;

test('a buyer writes about an order, and the studio answers with a mail that leads back', async () => {
  const id = await addAnOrder();
  await write('order', id, { token, images: [await picture('jpeg')] });
  const [toStudio] = await mailsOut(services);
  expect(toStudio).toMatchObject({ subject: expect.stringContaining('Message from') });
  expect(toStudio?.attachments).toHaveLength(1);
  expect(toStudio?.text).toContain(`/studio/orders/${id}`);

  expect(await inbox()).toMatchObject([
    { kind: 'order', _id: id, waitingSince: expect.any(String), lastText: 'Is it blue?' },
  ]);
  services.pass(60_000);
  const thread = await answer('order', id);
  expect(thread).toMatchObject({
    waitingSince: null,
    messages: [{ author: null }, { author: studioEmail, text: 'It is.' }],
  });
  const [toBuyer] = await mailsOut(services);
  expect(toBuyer).toMatchObject({ recipient: 'ada@shop.example' });
  expect(toBuyer?.text).toContain(`/dashboard/my-orders?order=${id}`);
  expect(await threads()).toMatchObject([
    {
      kind: 'order',
      aboutId: id,
      messages: [
        { author: 'buyer', text: 'Is it blue?', pictures: [{ width: expect.any(Number) }] },
        { author: 'studio', text: 'It is.' },
      ],
    },
  ]);
});

test('a visitor asks about a design, and the answer’s link opens the thread, to read and to write', async () => {
  const id = await addProduct(services);
  const fields = { text: 'Is it blue?', name: 'Vic', email: 'vic@elsewhere.example' };
  await write('design', id, { fields, images: [await picture('jpeg')] });
  await mailsOut(services);
  const [asked] = await inbox();
  services.pass(1);
  await answer('design', asked?._id ?? '');
  const [mail] = await mailsOut(services);
  expect(mail?.recipient).toBe(fields.email);
  expect(mail?.text).not.toContain('Is it blue?');
  expect(mail?.text).not.toContain('Vic');
  const link = tokenOf(/custom-request#\S+/.exec(mail?.text ?? '')?.[0] ?? '');

  services.pass(1);
  await write('design', id, { link, fields: { text: 'Thank you' } });
  const { answer: thread } = await call(app, 'linkedThread', { body: { token: link } });
  expect(thread.messages.map(({ text }) => text)).toEqual(['Is it blue?', 'It is.', 'Thank you']);
  expect(await inbox()).toMatchObject([{ name: 'Vic', waitingSince: expect.any(String) }]);

  const [pictureId = ''] = thread.messages.flatMap(({ pictures }) => pictures.map((p) => p._id));
  const seen = async (headers: Record<string, string>) =>
    (await app.request(messagePicturePath(pictureId), { headers })).status;
  expect(await seen({ [requestTokenHeader]: link })).toBe(200);
  expect(await seen({})).toBe(401);
  expect(await seen({ Authorization: `Bearer ${other}` })).toBe(404);
});

test('a visitor writes by the contact form with a subject, and gets the answer by mail', async () => {
  const fields = { text: 'Do you print?', name: 'Vic', email: 'vic@elsewhere.example' };
  const refusal = await refuse('design', contactId, { fields });
  await write('design', contactId, { fields: { ...fields, subject: 'Printing' } });

  expect([refusal.status, refusal.fields]).toEqual([422, { subject: threadMessages.subject }]);
  const [toStudio] = await mailsOut(services);
  expect(toStudio?.text).toContain('Vic wrote about “Printing”:');
  const [asked] = await inbox();
  expect(asked).toMatchObject({ aboutId: contactId, title: 'Printing', name: 'Vic' });
  services.pass(1);
  await answer('design', asked?._id ?? '');
  const [toBuyer] = await mailsOut(services);
  expect(toBuyer).toMatchObject({ recipient: fields.email });
  expect(toBuyer?.subject).toMatch(/^About your message · /);
  for (const typed of ['Printing', 'Vic', 'Do you print?']) {
    expect(JSON.stringify(toBuyer)).not.toContain(typed);
  }
  const link = tokenOf(/custom-request#\S+/.exec(toBuyer?.text ?? '')?.[0] ?? '');
  expect((await call(app, 'linkedThread', { body: { token: link } })).answer.title).toBe(
    'Printing',
  );
});

test('what an account writes by the contact form is one conversation of its own', async () => {
  await write('design', contactId, { token, fields: { text: 'One', subject: 'Printing' } });
  services.pass(1);
  await write('design', contactId, { token, fields: { text: 'Two' } });
  await write('design', contactId, { token: other, fields: { text: 'Three', subject: 'Cloth' } });

  const items = await inbox();
  expect(items.map(({ title, name }) => [title, name])).toEqual([
    ['Printing', expect.any(String)],
    ['Cloth', expect.any(String)],
  ]);
  expect(await threads()).toMatchObject([
    { aboutId: contactId, title: 'Printing', messages: [{ text: 'One' }, { text: 'Two' }] },
  ]);
});

test('a visitor who asks about a design has to say who they are', async () => {
  const { status, fields } = await refuse('design', await addProduct(services));
  expect(status).toBe(422);
  expect(Object.keys(fields ?? {})).toEqual(['name', 'email']);
});

test('a buyer whose session has ended is asked to sign in before a question about a design', async () => {
  const { status, code } = await refuse('design', await addProduct(services), {
    token: 'x'.repeat(43),
  });
  expect({ status, code }).toEqual({ status: 401, code: 'NOT_SIGNED_IN' });
});

test('an account’s questions about a design are one thread, with its own name and address', async () => {
  const id = await addProduct(services);
  const fields = { text: 'One', name: 'Mallory', email: 'mallory@elsewhere.example' };
  await write('design', id, { token, fields });
  await write('design', id, { token, fields: { text: 'Two' } });
  const items = await inbox();
  expect(items).toMatchObject([{ email: 'ada@shop.example' }]);
  expect(items[0]?.name).not.toContain('Mallory');
});

test('a request is written about by its account, or with its link, and waits for the studio again', async () => {
  const own = await addRequest(services, { accountId });
  await answer('request', own);
  services.pass(1);
  await write('request', own, { token });
  const { answer: request } = await callStudio(app, 'deskRequest', { cookie, params: { id: own } });
  expect(request.status).toBe('open');

  const link = await requestToken(services, 'vic@elsewhere.example');
  const { answer: linked } = await call(app, 'linkedThread', { body: { token: link } });
  expect(linked.messages).toEqual([]);
  await write('request', linked.aboutId, { link });
  expect((await refuse('request', own, { link })).status).toBe(404);
  expect((await refuse('order', linked.aboutId, { link })).status).toBe(404);
});

test('nobody writes about or reads what isn’t theirs', async () => {
  const request = await addRequest(services, { accountId });
  const order = await addAnOrder();
  await write('request', request, { token });
  await write('order', order, { token });
  for (const [kind, id] of [
    ['request', request],
    ['order', order],
  ] as const) {
    expect((await refuse(kind, id, { token: other })).status).toBe(404);
    expect((await refuse(kind, id)).status).toBe(401);
    expect((await refuse(kind, newId(), { token })).status).toBe(404);
    expect((await refuse(kind, id, { link: 'x'.repeat(43) })).status).toBe(404);
  }
  expect((await refuse('design', newId(), { token })).status).toBe(404);
  expect(await threads(other)).toEqual([]);
});

test('a repeated message is one message, and another one with its key is refused', async () => {
  const id = await addAnOrder();
  const key = crypto.randomUUID();
  const first = await write('order', id, { token, key });
  expect(await write('order', id, { token, key })).toEqual(first);
  const changed = { token, key, fields: { text: 'Something else' } };
  expect((await refuse('order', id, changed)).code).toBe('KEY_REUSED');
  expect((await refuse('order', await addAnOrder(), { token, key })).code).toBe('KEY_REUSED');
  expect((await threads())[0]?.messages).toHaveLength(1);
});

test.each(['', '  \n ', 'a\u0000b', 'x'.repeat(5001)])('a bad text is refused', async (text) => {
  const { status, fields } = await refuse('order', await addAnOrder(), { token, fields: { text } });
  expect(status).toBe(422);
  expect(Object.keys(fields ?? {})).toEqual(['text']);
});

test('those who wait come first, the longest first, and done is done only as far as it was read', async () => {
  const [first, second, third] = [await addAnOrder(), await addAnOrder(), await addAnOrder()];
  for (const id of [first, second, third]) {
    await write('order', id, { token });
    services.pass(1000);
  }
  await answer('order', first);
  expect((await inbox()).map(({ _id }) => _id)).toEqual([second, third, first]);

  const params = { kind: 'order', id: second } as const;
  const { answer: read } = await callStudio(app, 'studioThread', { cookie, params, query: {} });
  const body = { lastId: read.messages[0]?._id ?? '' };
  services.pass(1000);
  await write('order', second, { token, fields: { text: 'And green?' } });
  const { status, problem } = await studioRefused(app, 'finishThread', { cookie, params, body });
  expect({ status, message: problem.message }).toEqual({
    status: 409,
    message: inboxMessages.newer,
  });
  // Who writes again has waited since the first message.
  expect((await inbox()).map(({ _id }) => _id)).toEqual([second, third, first]);
  const last = await callStudio(app, 'studioThread', { cookie, params, query: {} });
  const lastId = last.answer.messages.at(-1)?._id ?? '';
  await callStudio(app, 'finishThread', { cookie, params, body: { lastId } });
  expect((await inbox()).map(({ _id }) => _id)).toEqual([third, second, first]);
});

test('a buyer who wrote while the studio answered still waits', async () => {
  const id = await addRequest(services, { accountId });
  await write('request', id, { token });
  const read = await lastOf('request', id);
  services.pass(1000);
  await write('request', id, { token, fields: { text: 'And green?' } });
  const waitingSince = services.clock().toISOString();
  services.pass(1000);
  const status = async () =>
    (await callStudio(app, 'deskRequest', { cookie, params: { id } })).answer.status;

  expect(await answer('request', id, read)).toMatchObject({ waitingSince });
  expect(await status()).toBe('open');
  expect(await answer('request', id)).toMatchObject({ waitingSince: null });
  expect(await status()).toBe('answered');
});

test('a new request and its first message are one task of the studio', async () => {
  await write('request', await addRequest(services, { accountId }), { token });
  await write('order', await addAnOrder(), { token });
  const { answer: waiting } = await callStudio(app, 'waiting', { cookie });
  expect(waiting).toMatchObject({ customs: 1, threads: 1 });
});

test('pictures of visitors’ messages take no space of buyers, nor those of messages of requests', async () => {
  const design = await addProduct(services);
  const images = [await picture('jpeg')];
  const visitor = {
    fields: { text: 'Blue?', name: 'Vic', email: 'vic@elsewhere.example' },
    images,
  };
  const fill = (bytes: number) =>
    services.database.write((tx) => tx.updateTable('messagePictures').set({ bytes }).execute());
  await write('design', design, visitor);
  await fill(1024 ** 3);
  expect((await refuse('design', design, visitor)).fields).toEqual({
    referenceImages: messages.picture.imagesFull,
  });
  await write('design', design, { token, images });
  await fill(3 * 1024 ** 3);
  expect((await refuse('design', design, { token, images })).status).toBe(422);
  await created(app, { images });
});

test('a long thread comes in pages, the newest first, without a gap', async () => {
  const id = await addAnOrder();
  await write('order', id, { token });
  const at = services.clock().toISOString();
  await services.database.write(async (tx) => {
    for (let start = 0; start < 10_000; start += 100) {
      const rows = Array.from({ length: 100 }, (_, step) => ({
        id: (start + step).toString(16).padStart(24, '0'),
        threadId: id,
        text: String(start + step),
        createdAt: at,
      }));
      await tx.insertInto('threadMessages').values(rows).execute();
    }
  });
  const seen = new Set<string>();
  let before: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { answer: thread } = await call(app, 'ownThread', {
      ...{
        token,
        params: { kind: 'order', id } as const,
        query: before ? { earlierThan: before } : {},
      },
    });
    expect(thread.messages).toHaveLength(50);
    expect(thread.hasEarlier).toBe(true);
    for (const { _id } of thread.messages) seen.add(_id);
    before = thread.messages[0]?._id;
  }
  expect(seen.size).toBe(200);
  expect((await threads())[0]?.messages).toHaveLength(50);
});

test('all threads of an account come with a few queries, each with its newest messages', async () => {
  const ids = [await addAnOrder(), await addAnOrder(), await addRequest(services, { accountId })];
  const texts = Array.from({ length: 60 }, (_, step) => String(step));
  for (const id of ids) {
    await write(id === ids[2] ? 'request' : 'order', id, { token });
    services.pass(1000);
    const createdAt = services.clock().toISOString();
    const rows = texts.map((text, step) => ({
      ...{ id: `${id.slice(0, 22)}${step + 10}`, threadId: id, text, createdAt },
    }));
    await services.database.write((tx) => tx.insertInto('threadMessages').values(rows).execute());
  }
  let queries = 0;
  const counting = services.database.read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      return result;
    },
  });
  const all = await threadsOfAccount(counting, accountId);
  expect(all.map(({ aboutId }) => aboutId)).toEqual(ids.toReversed());
  for (const thread of all) {
    expect(thread.messages.map(({ text }) => text)).toEqual(texts.slice(10));
    expect(thread.hasEarlier).toBe(true);
  }
  expect(queries).toBe(3);
});

test('a deleted account takes its messages along', async () => {
  const id = await addAnOrder();
  await write('order', id, { token, images: [await picture('jpeg')] });
  await services.database.write((tx) => forgetThreads(tx, accountId));
  for (const table of ['threads', 'threadMessages', 'messagePictures'] as const) {
    expect(await services.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('what a process of the version before replied becomes a message and an answer, once', async () => {
  const requestId = await addRequest(services, { accountId });
  await write('request', requestId, { token });
  services.pass(1000);
  const createdAt = services.clock().toISOString();
  const reply = { id: newId(), requestId, authorId: newId(), text: 'Which blue?', createdAt };
  await services.database.write((tx) => tx.insertInto('customReplies').values(reply).execute());
  await reconcileStates(services);
  await reconcileStates(services);
  expect(await threads()).toMatchObject([
    {
      aboutId: requestId,
      messages: [{ author: 'buyer' }, { author: 'studio', text: 'Which blue?' }],
    },
  ]);
  expect(await inbox()).toMatchObject([{ waitingSince: null, lastAt: createdAt }]);
});

test('an account sends no more than twenty messages an hour, and keeps nobody else at its address from it', async () => {
  const id = await addAnOrder();
  for (let sent = 0; sent < 20; sent += 1) await write('order', id, { token });
  expect((await refuse('order', id, { token })).status).toBe(429);
  const design = await addProduct(services);
  await write('design', design, { token: other });
  const fields = { text: 'Is it blue?', name: 'Vic', email: 'vic@elsewhere.example' };
  for (let sent = 0; sent < 20; sent += 1) await write('design', design, { fields });
  expect((await refuse('design', design, { fields })).status).toBe(429);
  const link = await requestToken(services, 'vic@elsewhere.example');
  const { answer: linked } = await call(app, 'linkedThread', { body: { token: link } });
  await write('request', linked.aboutId, { link });
});

test('pictures are kept while somebody waits, and threads of orders for a year after the last message', async () => {
  const [waits, done] = [await addAnOrder(), await addAnOrder()];
  for (const id of [waits, done]) {
    await write('order', id, { token, images: [await picture('jpeg')] });
  }
  services.pass(1000);
  await answer('order', done);
  const { read } = services.database;
  const left = async () => {
    await runRetention(services);
    const pictures = await read.selectFrom('messagePictures').select('id').execute();
    const rows = await read.selectFrom('threads').select('id').orderBy('id').execute();
    return { pictures: pictures.length, threads: rows.map(({ id }) => id) };
  };
  services.pass(91 * 86_400_000);
  expect(await left()).toEqual({ pictures: 1, threads: [waits, done].sort() });
  const { upload } = await read
    .selectFrom('messagePictures')
    .select('upload')
    .executeTakeFirstOrThrow();
  await removeUnclaimed(services, [upload]);
  expect(await services.files.readUpload(upload)).not.toBeNull();
  services.pass(300 * 86_400_000);
  expect(await left()).toEqual({ pictures: 0, threads: [] });
});

test('pictures sent about a request are kept as its own, and a closed one for a year after the last message', async () => {
  const id = await addRequest(services, { accountId });
  await write('request', id, { token, images: [await picture('jpeg')] });
  services.pass(1000);
  await answer('request', id);
  const { read, write: change } = services.database;
  const left = async (days: number) => {
    services.pass(days * 86_400_000);
    await runRetention(services);
    const pictures = await read.selectFrom('messagePictures').select('id').execute();
    const requests = await read.selectFrom('customRequests').select('id').execute();
    return { pictures: pictures.length, requests: requests.length };
  };
  expect(await left(91)).toEqual({ pictures: 1, requests: 1 });
  const closedAt = services.clock().toISOString();
  const closed = { state: 'closed', status: 'closed', closedAt } as const;
  await change((tx) => tx.updateTable('customRequests').set(closed).where('id', '=', id).execute());
  expect(await left(29)).toEqual({ pictures: 1, requests: 1 });
  expect(await left(2)).toEqual({ pictures: 0, requests: 1 });
  const lastAt = services.clock().toISOString();
  await change((tx) => tx.updateTable('threads').set({ lastAt }).where('id', '=', id).execute());
  expect(await left(364)).toEqual({ pictures: 0, requests: 1 });
  expect(await left(2)).toEqual({ pictures: 0, requests: 0 });
});
