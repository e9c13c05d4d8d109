import type { Hono } from 'hono';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readInbox } from '#server/messages/read-inbox.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { created, mailsOut } from '#tests/support/custom-desk.ts';
import { localMailbox } from '#tests/support/local-mailbox.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { newId } from '#tests/support/new-id.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let token: string;
let orderId: string;
let mailbox: Awaited<ReturnType<typeof localMailbox>>;

beforeEach(async () => {
  mailbox = await localMailbox();
  onTestFinished(() => mailbox.close());
  services = await makeServices({ settings: { MAIL_INBOX_URL: mailbox.url } });
  app = createApp(services);
  ({ cookie } = await joinStudio(app, services));
  const { id: accountId, token: signedIn } = await signUp(services, { email: 'ada@shop.example' });
  token = signedIn;
  const productIds = [await addProduct(services)];
  orderId = (await addOrder(services, { accountId, productIds })).id;
  await created(app, { about: { kind: 'order', id: orderId }, token, fields: { text: 'Blue?' } });
  await mailsOut(services);
  services.pass(1000);
});

/** Answers the buyer; returns the mail. */
async function answer() {
  await callStudio(app, 'answerThread', {
    ...{ cookie, params: { kind: 'order', id: orderId } },
    body: { messageId: newId(), text: 'Which blue?' },
  });
  services.pass(1000);
  const [mail] = await mailsOut(services);
  if (!mail) throw new Error('no mail');
  return mail;
}

interface Sent {
  readonly from?: string;
  readonly answers?: string;
  readonly text?: string;
  readonly id?: string;
  readonly headers?: readonly string[];
}

function deliver(
  answers: string,
  { from = 'Ada <ADA@shop.example>', text = 'The dark one.', id = 'one', headers = [] }: Sent = {},
): void {
  mailbox.deliver(
    [
      ...[
        `From: ${from}`,
        `Message-ID: <${id}@ada.example>`,
        `In-Reply-To: <${answers}@localhost>`,
      ],
      ...(headers.some((line) => line.startsWith('Content-Type'))
        ? []
        : ['Content-Type: text/plain; charset=utf-8']),
      ...headers,
      ...['', text, ''],
    ].join('\n'),
  );
}

async function read(): Promise<void> {
  const { mailInbox } = services.env;
  if (!mailInbox) throw new Error('no inbox');
  await readInbox(services, mailInbox, new AbortController().signal);
}

const written = async () => {
  const { threads } = (await call(app, 'ownThreads', { token })).answer;
  return threads.flatMap(({ messages }) => messages.map(({ text }) => text));
};
const answered = (...more: string[]) => ['Blue?', 'Which blue?', ...more];

test('a buyer’s answer to a mail gets into its thread, waits for the studio, and is mailed to it', async () => {
  const mail = await answer();
  expect(mail).toMatchObject({ replyTo: 'shop@mail.example' });
  expect(mail.text).toContain('You can answer this e-mail.');
  deliver(mail.id, { text: 'The dark one.\n\nOn 1 March Pinwheel wrote:\n> Which blue?' });
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(0);
  const { items } = (await callStudio(app, 'inbox', { cookie, query: {} })).answer;
  expect(items).toMatchObject([{ waitingSince: expect.any(String), lastText: 'The dark one.' }]);
  const [toStudio] = await mailsOut(services);
  expect(toStudio?.text).toContain('The dark one.');
});

test('without an inbox mails only have the link, and answers go to the studio', async () => {
  Object.assign(services.env, { mailInbox: null });
  const mail = await answer();
  expect(mail.text).not.toContain('You can answer this e-mail.');
  expect(mail.text).toContain('Answer here');
  expect(mail.replyTo).not.toBe('shop@mail.example');
  const kept = await services.database.read.selectFrom('threadMails').selectAll().execute();
  expect(kept).toEqual([]);
});

test('mails of others, of programs and about nothing stay unread, and are never posted', async () => {
  const { id } = await answer();
  deliver(id, { from: 'eve@shop.example' });
  deliver(id, { from: 'ada@shop.example, eve@shop.example' });
  deliver(id, { headers: ['From: eve@shop.example'] });
  deliver(newId());
  deliver('x');
  deliver(id, { headers: ['Auto-Submitted: auto-replied'] });
  deliver(id, { headers: ['Precedence: bulk'] });
  deliver(id, { headers: ['Return-Path: <>'] });
  deliver(id, { headers: ['Content-Type: multipart/report; boundary=b'] });
  deliver(id, { text: '> Which blue?' });
  mailbox.deliver('no mail at all');
  await read();
  await read();
  expect(await written()).toEqual(answered());
  expect(mailbox.unread()).toBe(11);
});

test('a mail is taken once, also if the shop is killed before it could say so, or the mailbox is numbered anew', async () => {
  const { id } = await answer();
  deliver(id);
  mailbox.breakAt('UID STORE');
  await expect(read()).rejects.toThrow();
  expect(await written()).toEqual(answered('The dark one.'));
  await read();
  mailbox.renumber();
  deliver(id);
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
  expect(mailbox.unread()).toBe(0);
});

test('an answer that somebody opened in the mailbox meanwhile is taken too', async () => {
  const { id } = await answer();
  await read();
  deliver(id);
  for (const mail of mailbox.mails) mail.isRead = true;
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
});

test('pictures come along, and other files are named', async () => {
  const { id } = await answer();
  const part = (type: string, name: string, bytes: Uint8Array) =>
    `--b\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n\n${Buffer.from(bytes).toString('base64')}`;
  const text = [
    '--b\nContent-Type: text/html\n\n<p>Like <b>this</b></p><script>x()</script><blockquote>Which?</blockquote>',
    part('image/jpeg', 'fox.jpg', await picture('jpeg')),
    part('image/png', 'broken.png', Buffer.from('no picture')),
    part('application/pdf', 'plan.pdf', Buffer.from('%PDF')),
    '--b--',
  ].join('\n');
  deliver(id, {
    text,
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
  });
  await read();
  expect(await written()).toEqual(
    answered('Like this\n\nOnly in the mailbox: broken.png, plan.pdf.'),
  );
  const pictures = await services.database.read
    .selectFrom('messagePictures')
    .select('id')
    .execute();
  expect(pictures).toHaveLength(1);
});

test('an answer in HTML is taken, also with an empty text beside it', async () => {
  const { id } = await answer();
  const parts = ['--b\nContent-Type: text/plain\n\n\n', '--b\nContent-Type: text/html\n'];
  deliver(id, {
    text: [...parts, '<p>Gr&uuml;n</p><hr><p>', '--b--'].join('\n'),
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=b'],
  });
  await read();
  expect(await written()).toEqual(answered('Grün'));
});

test('a long answer is cut, and says so', async () => {
  const { id } = await answer();
  deliver(id, { text: 'Blue. '.repeat(5000) });
  await read();
  const last = (await written()).at(-1);
  expect(last?.length).toBeLessThanOrEqual(4500);
  expect(last).toMatch(/…\n\nMore is in the mailbox\.$/);
});

test('an answer about a question that was deleted stays in the mailbox', async () => {
  const design = await addProduct(services);
  const fields = { text: 'In red?', name: 'Vic', email: 'vic@elsewhere.example' };
  await created(app, { about: { kind: 'design', id: design }, fields });
  await mailsOut(services);
  const { items } = (await callStudio(app, 'inbox', { cookie, query: {} })).answer;
  const id = items.find(({ kind }) => kind === 'design')?._id ?? '';
  const messageId = newId();
  services.pass(1000);
  await callStudio(app, 'answerThread', {
    ...{ cookie, params: { kind: 'design', id }, body: { messageId, text: 'Yes.' } },
  });
  const [mail] = await mailsOut(services);
  const from = fields.email;
  deliver(mail?.id ?? '', { from, id: 'first' });
  await read();
  expect(mailbox.unread()).toBe(0);
  const shown = await callStudio(app, 'studioThread', {
    ...{ cookie, params: { kind: 'design', id }, query: {} },
  });
  const lastId = shown.answer.messages.at(-1)?._id ?? '';
  await callStudio(app, 'deleteThread', { cookie, params: { id }, body: { lastId } });
  deliver(mail?.id ?? '', { from, id: 'second' });
  await read();
  expect(mailbox.unread()).toBe(1);
});

test('while the database is away a mail waits', async () => {
  const { id } = await answer();
  deliver(id);
  const { mailInbox } = services.env;
  if (!mailInbox) throw new Error('no inbox');
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const broken = {
    ...services,
    database: { ...services.database, write: () => Promise.reject(away) },
  };
  await expect(readInbox(broken, mailInbox, new AbortController().signal)).rejects.toThrow('away');
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
});

test('the health check counts unread mails, and says why the inbox can’t be read, without the password', async () => {
  const check = async () => {
    const { answer: health } = await callStudio(app, 'healthCheck', { cookie });
    return health.checks.find(({ id }) => id === 'inbox');
  };
  deliver('x');
  expect(await check()).toMatchObject({ state: 'ok', text: expect.stringContaining('1 e-mail ') });
  const { mailInbox } = services.env;
  Object.assign(services.env, { mailInbox: { ...mailInbox, password: 'another pass/word' } });
  const refused = await check();
  expect(refused).toMatchObject({ state: 'fault' });
  expect(refused?.text).toContain('AUTHENTICATIONFAILED');
  expect(JSON.stringify(refused)).not.toContain('pass/word');
  await mailbox.close().catch(() => {});
});
