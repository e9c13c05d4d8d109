import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { contactId, threadMessages } from '#contract/shop/thread.ts';
import { inboxMessages } from '#contract/studio/messages.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { created, mailsOut, refused, type Sent, setUp } from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { newId } from '#tests/support/new-id.ts';
import { picture } from '#tests/support/pictures.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let designId: string;

beforeEach(async () => {
  ({ services, app } = await setUp());
  ({ cookie } = await joinStudio(app, services));
  designId = await addProduct(services);
  await mailsOut(services);
});

const write = (sent: Sent = {}) =>
  created(app, {
    about: { kind: 'design', id: designId },
    fields: { text: 'Is it blue?', name: 'Vic', email: 'vic@elsewhere.example' },
    ...sent,
  });
const inbox = async () => (await callStudio(app, 'inbox', { cookie, query: {} })).answer.items;
const shown = async (id: string) =>
  (await callStudio(app, 'studioThread', { cookie, params: { kind: 'design', id }, query: {} }))
    .answer.messages;
const idOfThread = async () => (await inbox())[0]?._id ?? '';
const remove = async (id: string) => {
  const lastId = (await shown(id)).at(-1)?._id ?? '';
  return callStudio(app, 'deleteThread', { cookie, params: { id }, body: { lastId } });
};

/** A visitor's question that was answered. Returns the token of the answer's link. */
async function answered(): Promise<string> {
  await write({ images: [await picture('jpeg')] });
  await mailsOut(services);
  services.pass(1);
  const id = await idOfThread();
  await callStudio(app, 'answerThread', {
    ...{ cookie, params: { kind: 'design', id } },
    body: { messageId: newId(), text: 'It is.', lastId: (await shown(id)).at(-1)?._id },
  });
  const [mail] = await mailsOut(services);
  return tokenOf(/custom-request#\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

test('a deleted question goes with all that is in it, and its link says that it was deleted', async () => {
  const link = await answered();
  const id = await idOfThread();
  await remove(id);
  expect(await inbox()).toEqual([]);
  const { read } = services.database;
  for (const table of ['threadMessages', 'messagePictures'] as const) {
    expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  const rows = await read.selectFrom('threads').select(['name', 'email']).execute();
  expect(rows).toEqual([{ name: '', email: '' }]);
  const opened = await callRefused(app, 'linkedThread', { body: { token: link } });
  expect(opened).toMatchObject({ status: 404, problem: { message: threadMessages.deleted } });
  const about = { kind: 'design', id: designId } as const;
  const late = await refused(app, { about, link, fields: { text: 'Thank you' } });
  expect(late).toMatchObject({ status: 404, message: threadMessages.deleted });
  const log = await read.selectFrom('auditLines').select(['action', 'subjectId']).execute();
  expect(log).toContainEqual({ action: 'thread.deleted', subjectId: id });
});

test('an account hears that its question was deleted, and can ask again', async () => {
  const { token } = await signUp(services, { email: 'ada@shop.example' });
  await write({ token });
  await remove(await idOfThread());
  const threads = async () => (await call(app, 'ownThreads', { token })).answer.threads;
  expect(await threads()).toMatchObject([{ aboutId: designId, isDeleted: true, messages: [] }]);
  services.pass(1);
  await write({ token, fields: { text: 'And green?' } });
  expect(await threads()).toMatchObject([{ isDeleted: false, messages: [{ text: 'And green?' }] }]);
  expect(await inbox()).toMatchObject([
    { name: expect.stringMatching(/\w/), lastText: 'And green?' },
  ]);
});

test('the subject of a deleted conversation goes too, and that of the next message is the new one', async () => {
  const { token } = await signUp(services, { email: 'ada@shop.example' });
  const about = { kind: 'design', id: contactId } as const;
  const ask = (subject: string) =>
    write({ about, token, fields: { text: 'Do you print?', subject } });
  const titles = async () =>
    (await services.database.read.selectFrom('threads').select('title').execute()).map(
      ({ title }) => title,
    );
  await ask('Printing');
  await remove(await idOfThread());
  expect(await titles()).toEqual(['']);
  services.pass(1);
  await ask('Cloth');
  expect(await inbox()).toMatchObject([{ title: 'Cloth' }]);
  services.pass(1);
  await ask('Paper');
  expect(await titles()).toEqual(['Cloth']);
  await remove(await idOfThread());
  // From a page that still shows what was deleted.
  await write({ about, token, fields: { text: 'Do you print?' } });
  expect(await titles()).toEqual(['No subject']);
});

test('a question with a newer message isn’t deleted, nor is one twice', async () => {
  const link = await answered();
  const id = await idOfThread();
  const lastId = (await shown(id)).at(-1)?._id ?? '';
  services.pass(1);
  await write({ link, fields: { text: 'Thank you' } });
  const params = { id };
  const stale = await studioRefused(app, 'deleteThread', { cookie, params, body: { lastId } });
  expect(stale).toMatchObject({ status: 409, problem: { message: inboxMessages.newer } });
  await remove(id);
  const again = await studioRefused(app, 'deleteThread', { cookie, params, body: { lastId } });
  expect(again).toMatchObject({ status: 404, problem: { message: threadMessages.deleted } });
  const body = { messageId: newId(), text: 'It is.', lastId };
  const about = { kind: 'design', id } as const;
  const late = await studioRefused(app, 'answerThread', { cookie, params: about, body });
  expect(late.problem.message).toBe(threadMessages.deleted);
});
