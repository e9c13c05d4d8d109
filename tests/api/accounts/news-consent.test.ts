import type { Hono } from 'hono';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { accountDataSchema } from '#contract/shop/account-data.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { confirmNewsPath } from '#contract/shop/own-paths.ts';
import { buyerSchema } from '#contract/studio/buyers.ts';
import { decideAccount } from '#server/accounts/decide-account.ts';
import { createApp } from '#server/app.ts';
import { newsReadersOf } from '#server/news/consents.ts';
import { runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { makeUnsubscribeToken } from '#server/platform/mail/unsubscribe-token.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { mailedUndo, newestMail, queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** A buyer's wish for news from the studio, which an e-mail confirms (decision 134). */

const minute = 60_000;

async function setUp() {
  const services = await makeServices({ limitFactor: 1000 });
  const app = createApp(services);
  const ada = await signUp(services, { email: 'Ada@shop.example' });
  const choose = async (news: string | null = wordsOfNews) =>
    (await call(app, 'chooseNews', { token: ada.token, body: { news } })).answer.newsConsent;
  const state = async () => (await call(app, 'me', { token: ada.token })).answer.user.newsConsent;
  return { services, app, ada, choose, state };
}

/** The paths of the links to confirm that were mailed, oldest first. */
async function links(services: Pick<TestServices, 'database'>): Promise<string[]> {
  const mails = await queuedMails(services, { subject: /^Please confirm/ });
  return mails.map(({ text }) => /(\/api\/confirm-news\S+)/.exec(text)?.[1] ?? '');
}

async function press(app: Hono, path: string): Promise<string> {
  return (await app.request(path, { method: 'POST' })).text();
}

async function readers({ database }: TestServices): Promise<string[]> {
  const found = await newsReadersOf(database.read).select('email').orderBy('email').execute();
  return found.map(({ email }) => email);
}

test('gets news only once the button on the page of the link is pressed', async () => {
  const { services, app, choose, state } = await setUp();

  expect(await state()).toBe('none');
  expect(await choose()).toBe('asked');
  const [link = ''] = await links(services);
  // Mail scanners open links.
  const opened = await app.request(link);
  expect(await opened.text()).toContain('<button>Yes, send me news</button>');
  expect([await state(), await readers(services)]).toEqual(['asked', []]);

  expect(await press(app, link)).toContain('You get news from the studio from now on.');
  expect(await press(app, link)).toContain('You get news from the studio from now on.');
  expect([await state(), await readers(services)]).toEqual(['confirmed', ['Ada@shop.example']]);
  expect(await choose()).toBe('confirmed');
  expect(await links(services)).toHaveLength(1);
});

test('ends at once, and an old link doesn’t bring it back', async () => {
  const { services, app, choose, state } = await setUp();
  await choose();
  const [link = ''] = await links(services);
  await press(app, link);

  expect(await choose(null)).toBe('none');
  expect(await choose(null)).toBe('none');
  expect([await state(), await readers(services)]).toEqual(['none', []]);
  expect(await press(app, link)).toContain('You no longer get news');
  expect([await state(), await readers(services)]).toEqual(['none', []]);
});

test('asking again and again sends one e-mail an hour', async () => {
  const { services, app, choose } = await setUp();
  await choose();
  await choose();
  await choose(null);
  await choose();
  services.pass(59 * minute);
  expect(await choose()).toBe('asked');
  expect(await links(services)).toHaveLength(1);

  services.pass(2 * minute);
  await choose();
  const mailed = await links(services);
  expect(mailed).toHaveLength(2);
  expect(new Set(mailed).size).toBe(1);
  await press(app, mailed[0] ?? '');
  expect(await readers(services)).toHaveLength(1);
});

test('two tabs that ask at the same time ask once', async () => {
  const { services, choose } = await setUp();

  expect(await Promise.all([choose(), choose()])).toEqual(['asked', 'asked']);

  expect(await links(services)).toHaveLength(1);
  const { newsConsents } = await wholeDatabase(services);
  expect(newsConsents).toHaveLength(1);
});

test('keeps each consent with its time, its place and its words, for its buyer to see', async () => {
  const { services, app, ada, choose } = await setUp();
  const at = () => services.clock().toISOString();
  const times: string[] = [];
  const later = () => {
    services.pass(minute);
    times.push(at());
  };
  later();
  await choose();
  later();
  await press(app, (await links(services))[0] ?? '');
  later();
  await choose(null);
  later();
  await choose();

  const { answer } = await call(app, 'myData', { token: ada.token });

  const [askedAt, confirmedAt, endedAt, askedAgainAt] = times;
  const consent = { email: 'ada@shop.example', place: 'account', source: null, words: wordsOfNews };
  expect(answer.news).toEqual([
    { ...consent, askedAt, confirmedAt, endedAt },
    { ...consent, askedAt: askedAgainAt, confirmedAt: null, endedAt: null },
  ]);
});

test('holds for the e-mail that confirmed it, and for no other', async () => {
  const { services, app, ada, choose, state } = await setUp();
  await choose();
  const [link = ''] = await links(services);
  await press(app, link);
  const setEmail = (email: string) =>
    services.database.write((tx) =>
      tx.updateTable('accounts').set({ email, emailKey: email }).where('id', '=', ada.id).execute(),
    );

  await setEmail('new@shop.example');
  expect([await state(), await readers(services)]).toEqual(['none', []]);
  expect(await press(app, link)).toContain('This link doesn’t work');
  expect(await choose()).toBe('asked');
  expect(await press(app, (await links(services))[1] ?? '')).toContain('Thank you');
  expect(await readers(services)).toEqual(['new@shop.example']);
});

/** A newsletter that waits for its turn, and another mail. */
function queueNews(services: TestServices, accountId: string) {
  return makeChange(services, async (change) => {
    const mail = { recipient: 'ada@shop.example', accountId, text: 'Foxes', html: 'Foxes' };
    await queueMail(change, { ...mail, subject: 'News', news: 'letters' });
    await queueMail(change, { ...mail, subject: 'Receipt' });
  });
}

/** Which of them wait, by their subjects. */
async function waiting(services: TestServices): Promise<string[]> {
  const mails = await queuedMails(services);
  const unsent = mails.filter(({ text, sentAt }) => text === 'Foxes' && sentAt === null);
  return unsent.map(({ subject }) => subject).sort();
}

test('what waits to be sent isn’t, once the account is rejected', async () => {
  const { services, ada } = await setUp();
  await queueNews(services, ada.id);

  await makeChange(services, (change) => decideAccount(change, services.env, ada.id, 'rejected'));

  expect(await waiting(services)).toEqual(['Receipt']);
});

test('what waits to be sent isn’t, once the account has another e-mail or its old one again', async () => {
  const { services, app } = await setUp();
  const body = registration({ email: 'eve@shop.example' });
  await call(app, 'register', { body });
  const { email, password } = body;
  const { token } = (await call(app, 'login', { body: { email, password } })).answer;
  const { id: accountId } = await services.database.read
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

  await queueNews(services, accountId);
  const moved = { email: 'new@shop.example', oldPassword: password };
  await call(app, 'updateUser', { token, body: moved });
  expect(await waiting(services)).toEqual(['Receipt']);

  await queueNews(services, accountId);
  await call(app, 'undoEmailChange', { body: { token: await mailedUndo(services) } });
  expect(await waiting(services)).toEqual(['Receipt', 'Receipt']);
});

test('nothing is kept of an account that the version before deletes', async () => {
  const { services, ada, choose } = await setUp();
  await choose();
  const other = await signUp(services, { email: 'eve@shop.example' });
  await queueNews(services, ada.id);
  await queueNews(services, other.id);
  await services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ deletedAt: services.clock().toISOString() })
      .where('id', '=', ada.id)
      .execute(),
  );

  await runRetention(services);

  expect((await wholeDatabase(services)).newsConsents).toEqual([]);
  expect(await waiting(services)).toEqual(['News', 'Receipt', 'Receipt']);
});

test('the e-mail and its page say what is confirmed, in the words that were shown', async () => {
  const { services, app, choose } = await setUp();
  await choose();
  expect(await newestMail(services, { subject: /^Please confirm/ })).toContain(`“${wordsOfNews}”`);
  // An earlier version's.
  await services.database.write((tx) =>
    tx.updateTable('newsConsents').set({ words: 'News & sales.' }).execute(),
  );
  const [link = ''] = await links(services);
  expect(await (await app.request(link)).text()).toContain('“News &amp; sales.”');
  await choose(null);
  expect(await (await app.request(link)).text()).toContain('You no longer get news');
});

test('a rejected or deleted account gets none, and its link says so', async () => {
  const { services, app, ada, choose } = await setUp();
  await choose();
  const [link = ''] = await links(services);
  await press(app, link);
  const set = (values: { status?: 'rejected'; deletedAt?: string }) =>
    services.database.write((tx) => tx.updateTable('accounts').set(values).execute());

  await set({ status: 'rejected' });
  expect(await readers(services)).toEqual([]);
  await set({ deletedAt: services.clock().toISOString() });
  expect(await press(app, link)).toContain('This link doesn’t work');
  expect(
    (await callRefused(app, 'chooseNews', { token: ada.token, body: { news: null } })).problem.code,
  ).toBe('NOT_SIGNED_IN');
});

test('a changed link, or one of another purpose, gets a page and changes nothing', async () => {
  const { services, app, ada, choose } = await setUp();
  const other = await signUp(services, { email: 'eve@shop.example' });
  await choose();
  const [link = ''] = await links(services);
  const before = await wholeDatabase(services);
  const paths = [
    '/api/confirm-news',
    `${link}x`,
    link.replace(ada.id, other.id),
    confirmNewsPath(makeUnsubscribeToken(services.signingKey, ada.id, 'letters')),
    confirmNewsPath('%00.<script>'),
    confirmNewsPath(`${ada.id}.`),
  ];

  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const response = await app.request(path, { method });
      const page = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expect(page).not.toContain('<button>');
      expect(page).not.toContain('<script>');
    }
  }
  expect(await wholeDatabase(services)).toEqual(before);
});

test('can be asked for at sign-up and at checkout, and the studio sees it', async () => {
  const { services, app } = await setUp();
  const { cookie } = await joinStudio(app, services);
  const email = 'new@shop.example';
  const body = { ...registration({ email }), news: wordsOfNews };
  await call(app, 'register', { body });
  const asked = async (accountId: string) =>
    (await callStudio(app, 'buyer', { cookie, params: { buyerId: accountId } })).answer.news;
  const { id } = await services.database.read
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const askedAt = services.clock().toISOString();
  expect(await asked(id)).toEqual({ place: 'sign_up', source: null, askedAt, confirmedAt: null });
  await press(app, (await links(services))[0] ?? '');
  expect(await asked(id)).toEqual({
    place: 'sign_up',
    source: null,
    askedAt,
    confirmedAt: askedAt,
  });

  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign());
  await shop.checkout({ news: wordsOfNews });
  const { newsConsents } = await wholeDatabase(shop.services);
  const accountId = shop.buyer.id;
  expect(newsConsents).toMatchObject([{ accountId, place: 'checkout', words: wordsOfNews }]);
  expect(await links(shop.services)).toHaveLength(1);
});

test('an order that is refused asks for nothing', async () => {
  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign());

  const body = { customerDetails: customer, expectedTotal: 1, news: wordsOfNews };
  await callRefused(shop.app, 'checkout', { token: shop.buyer.token, body });

  expect((await wholeDatabase(shop.services)).newsConsents).toEqual([]);
});

test('words that the shop never showed ask for nothing, and keep nobody from signing up or ordering', async () => {
  const shop = await openPaymentShop();
  await shop.fillCart(await shop.addDesign());
  const news = 'Words of the next version.';

  await shop.checkout({ news });
  await call(shop.app, 'register', { body: { ...registration(), news } });

  expect((await wholeDatabase(shop.services)).newsConsents).toEqual([]);
  expect(await links(shop.services)).toEqual([]);
});

test('a page reads what a server of the version before says, which knows of no news', async () => {
  const { services, app, ada } = await setUp();
  const { cookie } = await joinStudio(app, services);
  const params = { buyerId: ada.id };
  const { news: _, ...buyer } = (await callStudio(app, 'buyer', { cookie, params })).answer;
  const { news: __, ...data } = (await call(app, 'myData', { token: ada.token })).answer;

  expect(v.parse(buyerSchema, buyer).news).toBe(null);
  expect(v.parse(accountDataSchema, data).news).toEqual([]);
});

test('My account refuses words that the shop never showed', async () => {
  const { app, ada, state } = await setUp();

  const { status, problem } = await callRefused(app, 'chooseNews', {
    token: ada.token,
    body: { news: 'Sell my address.' },
  });

  expect([status, problem.code]).toEqual([422, 'INVALID']);
  expect(problem.message).toBe('These words have changed. Reload the page to read them.');
  expect(await state()).toBe('none');
});
