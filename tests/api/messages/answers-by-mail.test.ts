import { beforeEach, expect, test } from 'vitest';
import { addProduct } from '#tests/support/add-product.ts';
import { created, mailsOut } from '#tests/support/custom-desk.ts';
import { newId } from '#tests/support/new-id.ts';
import { picture } from '#tests/support/pictures.ts';
import { answered, shopWithInbox } from '#tests/support/shop-with-inbox.ts';
import { callStudio } from '#tests/support/studio-call.ts';

let shop: Awaited<ReturnType<typeof shopWithInbox>>;

beforeEach(async () => {
  shop = await shopWithInbox();
});

test('a buyer’s answer to a mail gets into its thread, waits for the studio, and is mailed to it', async () => {
  const { services, app, mailbox, answer, deliver, read, written, cookie } = shop;
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
  const { services, answer } = shop;
  Object.assign(services.env, { mailInbox: null });
  const mail = await answer();
  expect(mail.text).not.toContain('You can answer this e-mail.');
  expect(mail.text).toContain('Answer here');
  expect(mail.replyTo).not.toBe('shop@mail.example');
  const kept = await services.database.read.selectFrom('threadMails').selectAll().execute();
  expect(kept).toEqual([]);
});

test('mails of others, of programs and about nothing stay unread, and are never posted', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
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

test('an answer that somebody opened in the mailbox meanwhile is taken too', async () => {
  const { mailbox, answer, deliver, read, written } = shop;
  const { id } = await answer();
  await read();
  deliver(id);
  for (const mail of mailbox.mails) mail.isRead = true;
  await read();
  expect(await written()).toEqual(answered('The dark one.'));
});

test('pictures come along, and other files are named', async () => {
  const { services, answer, deliver, read, written } = shop;
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
  const { answer, deliver, read, written } = shop;
  const { id } = await answer();
  const parts = ['--b\nContent-Type: text/plain\n\n\n', '--b\nContent-Type: text/html\n'];
  deliver(id, {
    text: [...parts, '<p>Gr&uuml;n</p><hr><p>', '--b--'].join('\n'),
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=b'],
  });
  await read();
  expect(await written()).toEqual(answered('Grün'));
});

test('much HTML beside a short text is no sign of more', async () => {
  const { answer, deliver, read, written } = shop;
  const { id } = await answer();
  const html = `<p>${'Blue. '.repeat(40_000)}</p>`;
  deliver(id, {
    text: `--b\nContent-Type: text/plain\n\nBlue.\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
    headers: ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=b'],
  });
  await read();
  expect(await written()).toEqual(answered('Blue.'));
});

test('a long answer is cut, and says so', async () => {
  const { answer, deliver, read, written } = shop;
  const { id } = await answer();
  deliver(id, { text: 'Blue. '.repeat(5000) });
  await read();
  const last = (await written()).at(-1);
  expect(last?.length).toBeLessThanOrEqual(4500);
  expect(last).toMatch(/…\n\nMore is in the mailbox\.$/);
});

test('an answer about a question that was deleted stays in the mailbox', async () => {
  const { services, app, mailbox, deliver, read, cookie } = shop;
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
