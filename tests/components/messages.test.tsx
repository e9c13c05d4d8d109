import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#api/session.ts';
import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { contactId, mostThreads, type Thread, threadMessages } from '#contract/shop/thread.ts';
import { threadLinkPath } from '#contract/shop/thread-paths.ts';
import { device } from '#offline/open-device.ts';
import { makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop, resize, toastOf } from '#tests/support/open-shop.tsx';
import { ordered } from '#tests/support/ordered.ts';
import { lose, Refusal } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { faults } from '#tests/support/sound-screen.ts';

const field = page.getByLabelText('Your message');
const send = page.getByRole('button', { name: 'Send', exact: true });
const written = page.getByRole('list', { name: 'Messages' });
const unsent = page.getByRole('list', { name: 'Not sent yet' });
const id = 'd'.repeat(24);

const thread = (part: Partial<Thread> = {}): Thread => ({
  ...{ kind: 'request', aboutId: id, title: '', hasEarlier: false },
  messages: [
    {
      ...{ _id: 'a'.repeat(24), author: 'studio', pictures: [] },
      ...{ text: 'Which <b>blue</b>?', createdAt: '2026-01-01T00:00:00.000Z' },
    },
  ],
  ...part,
});

function openRequest(answers: readonly Thread[], ownThread: () => Thread = () => thread()) {
  return openShop({
    path: ownRequestPath(id),
    user: newUser(),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [makeOwnRequest({ _id: id })] });
      handlers.ownThreads = () => ({ threads: [...answers] });
      handlers.ownThread = ownThread;
    },
  });
}

test('the page of a request shows its messages, and sends an answer', async () => {
  const shop = await openRequest([thread()]);
  await expect.element(written).toMatchTextContent('Which <b>blue</b>?');
  await send.click();
  await expect.element(field).toHaveAccessibleDescription('Enter your message.');
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }
  await field.fill('The dark one.');
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(shop.bodiesOf('sendMessage')).toMatchObject([{ text: 'The dark one.' }]);
});

/** As many others as a list has, so that the thread of the request isn't in it. */
const fullList = Array.from({ length: mostThreads }, (_, step) =>
  thread({ kind: 'design', aboutId: String(step).padStart(24, 'e') }),
);

test('the same words can be sent again', async () => {
  const shop = await openRequest([thread()]);
  for (const _ of ['once', 'again']) {
    await field.fill('Thanks!');
    await send.click();
    await expect.element(field).toHaveValue('');
  }
  await expect
    .poll(() => shop.bodiesOf('sendMessage'))
    .toMatchObject([{ text: 'Thanks!' }, { text: 'Thanks!' }]);
});

test('a thread that is older than the newest ones is read all the same, and without the shop once it was', async () => {
  const shop = await openRequest(fullList);
  await expect.element(written).toMatchTextContent('Which <b>blue</b>?');
  shop.setReachable(false);
  await shop.reload();
  await expect.element(written).toMatchTextContent('Which <b>blue</b>?');
});

test('an older thread that was never read says without the shop that it isn’t saved', async () => {
  const shop = await openRequest(fullList, lose);
  const line = page.getByText(/Earlier messages aren’t saved on this device\./);
  await expect.element(line).toBeVisible();
  await expect.element(field).toBeVisible();
  expect(await faults()).toEqual([]);
  shop.handlers.ownThread = () => thread();
  const part = page.getByRole('region', { name: 'Messages' });
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect.element(written).toMatchTextContent('Which <b>blue</b>?');
  await expect.element(line).not.toBeInTheDocument();
});

test('a message without the shop waits where it was written, and is sent once it is back', async () => {
  const shop = await openRequest([thread()]);
  await field.fill('The dark one.');
  shop.handlers.ready = lose;
  shop.handlers.sendMessage = lose;
  await send.click();
  const told = toastOf('Your message will be sent when the connection is back.');
  await expect.element(told).toBeVisible();
  await expect.element(unsent).toMatchTextContent('Waiting to be sent.');
  await expect.element(unsent).toMatchTextContent('The dark one.');
  await expect.element(field).toHaveValue('');
});

test('what is typed while a message is on its way is the next message, and neither is lost', async () => {
  const shop = await openRequest([thread()]);
  shop.handlers.sendMessage = lose;
  const release = shop.hold('ready');
  await field.fill('The dark one.');
  await send.click();
  await field.fill('And larger, please.');
  const requests = await device().customRequests();
  await expect
    .poll(async () => (await requests.draft({ kind: 'request', id }))?.fields.description)
    .toBe('And larger, please.');
  release();
  await expect
    .element(toastOf('Your message will be sent when the connection is back.'))
    .toBeVisible();
  await expect.element(unsent).toMatchTextContent('The dark one.');
  await expect.element(unsent).not.toMatchTextContent('And larger');
  await expect.element(field).toHaveValue('And larger, please.');
});

test('sends the message that is shown, and leaves what another tab is writing', async () => {
  const shop = await openRequest([thread()]);
  const about = { kind: 'request', id } as const;
  await field.fill('The dark one.');
  const requests = await device().customRequests();
  const draft = async () => (await requests.draft(about))?.fields.description;
  await expect.poll(draft).toBe('The dark one.');
  const fields = { ...emptyRequestFields, description: 'The light one.' };
  await requests.write({ fields, images: [] }, about);
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(shop.bodiesOf('sendMessage')).toMatchObject([{ text: 'The dark one.' }]);
  expect(await draft()).toBe('The light one.');
});

test('a message that the shop refuses stays on the page with the reason', async () => {
  const shop = await openRequest([thread()]);
  shop.handlers.sendMessage = () => {
    throw new Refusal('CONFLICT', { message: 'This order was refunded.' });
  };
  await field.fill('The dark one.');
  await send.click();
  await expect.element(toastOf('This order was refunded.')).toBeVisible();
  await expect.element(unsent).toMatchTextContent('Not sent. This order was refunded.');
  await expect.element(unsent).toMatchTextContent('The dark one.');
  await unsent.getByRole('button', { name: 'Edit' }).click();
  await expect.element(field).toHaveValue('The dark one.');
  await send.click();
  await unsent.getByRole('button', { name: 'Delete' }).click();
  await expect.element(unsent).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('asks about an order in its details', async () => {
  const order = ordered(['Moon phases']);
  const shop = await openShop({
    ...{ path: paths.myOrders.path, user: newUser(), orders: [order] },
    prepare({ handlers }) {
      handlers.ownThreads = () => ({ threads: [] });
    },
  });
  await page.getByRole('button', { name: /^(Details|View details)/ }).click();
  const part = page.getByRole('dialog').getByRole('region', { name: 'Ask about this order' });
  await part.getByLabelText('Your message').fill('May I print it?');
  await part.getByRole('button', { name: 'Send' }).click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  expect(shop.bodiesOf('sendMessage')).toMatchObject([{ text: 'May I print it?' }]);
});

test('a visitor asks about a design with name and e-mail', async () => {
  const [design] = smallCatalogue;
  const shop = await openShop({ path: productPath(design?._id ?? ''), products: smallCatalogue });
  await page.getByRole('button', { name: 'Ask about this design' }).click();
  await page.getByLabelText('Name', { exact: true }).fill('Vic');
  await page.getByLabelText('Email').fill('vic@elsewhere.example');
  await field.fill('In blue?');
  expect(await faults()).toEqual([]);
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  expect(shop.bodiesOf('sendMessage')).toMatchObject([
    { text: 'In blue?', name: 'Vic', email: 'vic@elsewhere.example' },
  ]);
  expect(shop.sent.some(({ name }) => name === 'ownThreads')).toBe(false);
});

test('keeps nothing of a visitor to be sent that the shop would refuse', async () => {
  const [design] = smallCatalogue;
  const shop = await openShop({ path: productPath(design?._id ?? ''), products: smallCatalogue });
  await page.getByRole('button', { name: 'Ask about this design' }).click();
  await field.fill('In blue?');
  shop.setReachable(false);
  await send.click();
  const name = page.getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveAccessibleDescription('Name is required');
  await expect.element(name).toHaveFocus();
  await name.fill('Vic');
  await page.getByLabelText('Email').fill('nobody');
  await send.click();
  await expect.element(page.getByLabelText('Email')).toBeInvalid();
  await expect.element(unsent).not.toBeInTheDocument();
});

test('a question about a design that was begun is shown again, and one that waits', async () => {
  const [design] = smallCatalogue;
  const path = productPath(design?._id ?? '');
  const shop = await openShop({ path, products: smallCatalogue });
  await page.getByRole('button', { name: 'Ask about this design' }).click();
  await page.getByLabelText('Name', { exact: true }).fill('Vic');
  await page.getByLabelText('Email').fill('vic@elsewhere.example');
  await field.fill('In blue?');
  await shop.goto(paths.home.path);
  await shop.goto(path);
  await expect.element(field).toHaveValue('In blue?');
  shop.handlers.sendMessage = lose;
  await send.click();
  await expect
    .element(toastOf('Your message will be sent when the connection is back.'))
    .toBeVisible();
  await shop.reload();
  await expect.element(unsent).toMatchTextContent('In blue?');
});

test('what an account was writing leaves the page of a mailed link with it', async () => {
  await openShop({
    ...{ path: threadLinkPath('t'.repeat(43)), user: newUser() },
    prepare({ handlers }) {
      handlers.linkedThread = () => thread({ kind: 'design', title: 'Sleepy fox' });
    },
  });
  await field.fill('Between us');
  session.clear();
  await expect.element(field).toHaveValue('');
});

test('a mailed link shows the messages about a design, and sends with its token', async () => {
  const token = 't'.repeat(43);
  const shop = await openShop({
    path: threadLinkPath(token),
    prepare({ handlers }) {
      handlers.linkedThread = () => thread({ kind: 'design', title: 'Sleepy fox' });
    },
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sleepy fox');
  await expect.element(page.getByLabelText('Email')).not.toBeInTheDocument();
  await field.fill('Thanks');
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  expect(shop.bodiesOf('sendMessage')).toMatchObject([{ text: 'Thanks' }]);
});

test('a conversation that the studio deleted says so, and its buyer can write again', async () => {
  const shop = await openRequest([thread({ isDeleted: true, messages: [] })]);
  await expect.element(page.getByText(threadMessages.deleted)).toBeVisible();
  await field.fill('Once more');
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  expect(shop.bodiesOf('sendMessage')).toMatchObject([{ text: 'Once more' }]);
});

test('a link to a conversation that was deleted says so, with the message that couldn’t be sent', async () => {
  const deleted = () => {
    throw new Refusal('NOT_FOUND', { message: threadMessages.deleted });
  };
  const shop = await openShop({
    path: threadLinkPath('t'.repeat(43)),
    prepare({ handlers }) {
      handlers.linkedThread = () => thread({ kind: 'design', title: 'Sleepy fox' });
      handlers.sendMessage = lose;
      handlers.ready = lose;
    },
  });
  await field.fill('And in red?');
  await send.click();
  await expect.element(unsent).toMatchTextContent('And in red?');
  Object.assign(shop.handlers, { linkedThread: deleted, sendMessage: deleted });
  await shop.reload();
  await expect.element(page.getByText(threadMessages.deleted).first()).toBeVisible();
  await expect.element(unsent).toMatchTextContent('And in red?');
  expect(await faults()).toEqual([]);
  shop.handlers.ready = () => ({ status: 'ok' });
  await expect.element(unsent).toMatchTextContent(`Not sent. ${threadMessages.deleted}`);
});

test('the contact form asks a visitor for a subject and who they are, and sends them', async () => {
  const shop = await openShop({ path: paths.contact.path });
  await field.fill('Do you print?');
  await send.click();
  await expect
    .element(page.getByLabelText('Subject'))
    .toHaveAccessibleDescription('Enter a subject.');
  await page.getByLabelText('Name').fill('Vic');
  await page.getByLabelText('Email').fill('vic@elsewhere.example');
  await page.getByLabelText('Subject').fill('Printing');
  for (const width of [360, 768, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  }
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  expect(shop.bodiesOf('sendMessage')).toMatchObject([
    { text: 'Do you print?', subject: 'Printing', name: 'Vic', email: 'vic@elsewhere.example' },
  ]);
});

test('an account that has written by the contact form goes on without a subject', async () => {
  const known = thread({ kind: 'design', aboutId: contactId, title: 'Printing' });
  const shop = await openShop({
    path: paths.contact.path,
    user: newUser(),
    prepare({ handlers }) {
      handlers.ownThreads = () => ({ threads: [known] });
    },
  });
  await expect.element(written).toMatchTextContent('Which <b>blue</b>?');
  await expect.element(page.getByLabelText('Subject')).not.toBeInTheDocument();
  await field.fill('The dark one.');
  await send.click();
  await expect.element(toastOf('Message sent')).toBeVisible();
  const [body] = shop.bodiesOf('sendMessage');
  expect(body).not.toHaveProperty('subject');
});
