import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type MailNewsKind, mailNews } from '#contract/shop/mail-news.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { stopMailsPath } from '#contract/shop/own-paths.ts';
import { remindOfYearlyLicences } from '#server/accounts/yearly-reminders.ts';
import { createApp } from '#server/app.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { notifyBuyers } from '#server/designs/files/notify-buyers.ts';
import { queueNewDesigns } from '#server/lists/saved-searches/new-designs.ts';
import { queueCartMails } from '#server/news/cart-mails.ts';
import { askForNews, confirmConsent, newsReadersOf } from '#server/news/consents.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeLetter } from '#server/platform/mail/letter.ts';
import { letterhead } from '#server/platform/mail/letterhead.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import { endingPath, makeUnsubscribeToken } from '#server/platform/mail/unsubscribe-token.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** E-mails to many, which their readers end without signing in. */

const kinds = Object.keys(mailNews) as MailNewsKind[];

/** A buyer who gets all of them, and what sends each. */
async function setUp() {
  const services = await makeServices({ limitFactor: 1000 });
  const app = createApp(services);
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const id = await addProduct(services, { title: 'Foxes' });
  await addOrder(services, { accountId: ada.id, productIds: [id] });
  await call(app, 'customsNews', { token: ada.token, body: { isWanted: true } });
  await call(app, 'saveSearch', { token: ada.token, body: { words: 'owl', filters: '' } });
  await services.database.write((tx) =>
    tx.insertInto('yearlyLicences').values({ accountId: ada.id, endsOn: '2026-03-15' }).execute(),
  );
  await makeChange(services, async (change) => {
    await askForNews(change, services, ada.id, { place: 'account', words: wordsOfNews });
    await confirmConsent(change, { accountId: ada.id, emailKey: ada.email });
    await change.tx.deleteFrom('mailOutbox').execute();
  });
  const send: Readonly<Record<MailNewsKind, () => Promise<unknown>>> = {
    async newDesigns() {
      services.pass(1000);
      await addProduct(services, { title: 'Owls' });
      services.pass(25 * 3_600_000);
      await queueNewDesigns(services);
    },
    async customsOpen() {
      await runCommand(services, ['customs', 'off']);
      await runCommand(services, ['customs', 'on']);
      while (await announceOpening(services));
    },
    filesReplaced: () =>
      makeChange(services, (change) =>
        notifyBuyers(change, services, { id, title: 'Foxes' } as never, ['foxes.png']),
      ),
    yearlyLicence: async () => {
      await services.database.write((tx) =>
        tx.updateTable('yearlyLicences').set({ remindedOf: null }).execute(),
      );
      await remindOfYearlyLicences(services);
    },
    async fullCart() {
      await makeChange(services, (change) => writeSetting(change, 'cartMails', 'on'));
      await call(app, 'cartAdd', { token: ada.token, body: { productId: id } });
      services.pass(25 * 3_600_000);
      await services.database.write((tx) =>
        tx.updateTable('accounts').set({ cartMailedAt: null }).execute(),
      );
      await queueCartMails(services);
    },
    letters: () =>
      makeChange(services, async (change) => {
        const head = await letterhead(change.tx, services.env);
        const readers = await newsReadersOf(change.tx).select(['accounts.id', 'email']).execute();
        await queueMails(change, readers, ({ id: accountId, email: recipient }) => {
          const unsubscribePath = endingPath(services.signingKey, 'letters', accountId);
          const words = { subject: 'Foxes', paragraphs: ['Look.'], unsubscribePath };
          return { recipient, accountId, ...writeLetter(head, words) };
        });
      }),
  };
  return { services, app, ada, send };
}

/** Sends what is queued and returns it as it goes out, with unfolded headers. */
async function sent(services: TestServices): Promise<string[]> {
  const transport = mailTransport(services.env, { tell: () => {} });
  while (await sendNext(services, transport));
  const folder = join(services.env.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.map((text) => text.replace(/=\r\n/g, '').replace(/\r\n[ \t]+/g, ' '));
}

test.each(kinds)('one press in the mail program ends the e-mails: %s', async (news) => {
  const { services, app, ada, send } = await setUp();

  await send[news]();
  const [mail = ''] = await sent(services);
  const address = /^List-Unsubscribe: <(.+)>\r$/m.exec(mail)?.[1] ?? '';
  const path = stopMailsPath(news, makeUnsubscribeToken(services.signingKey, ada.id, news));
  expect(address).toBe(services.env.publicUrl + path);
  expect(mail).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(mail.replaceAll('=3D', '=')).toContain(`Stop these e-mails: ${address}`);

  // Mail scanners open links.
  const opened = await app.request(path);
  expect(await opened.text()).toContain('<button>Stop the e-mails</button>');
  await send[news]();
  expect(await sent(services)).toHaveLength(2);

  const pressed = await app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  const again = await app.request(path, { method: 'POST' });
  expect([pressed.status, again.status]).toEqual([200, 200]);
  expect(await pressed.text()).toContain(mailNews[news]);
  await send[news]();
  expect(await sent(services)).toHaveLength(2);
});

test('only its own kind ends, and the account shows it', async () => {
  const { services, app, ada } = await setUp();
  const token = makeUnsubscribeToken(services.signingKey, ada.id, 'filesReplaced');

  await app.request(stopMailsPath('filesReplaced', token), { method: 'POST' });

  const { user } = (await call(app, 'me', { token: ada.token })).answer;
  expect(user).toMatchObject({
    hasFilesNews: false,
    hasCustomsNews: true,
    yearlyLicence: { wantsReminder: true },
  });
  const searches = (await call(app, 'savedSearches', { token: ada.token })).answer.searches;
  expect(searches).toMatchObject([{ hasMail: true }]);
  await call(app, 'filesNews', { token: ada.token, body: { isWanted: true } });
  expect((await call(app, 'me', { token: ada.token })).answer.user.hasFilesNews).toBe(true);
});

test('a link that the shop didn’t write gets a page and changes nothing', async () => {
  const { services, app, ada } = await setUp();
  const token = makeUnsubscribeToken(services.signingKey, ada.id, 'filesReplaced');
  const paths = [
    '/api/unsubscribe',
    stopMailsPath('customsOpen', token),
    stopMailsPath('filesReplaced', `${token}x`),
    stopMailsPath('filesReplaced', `${'a'.repeat(24)}${token.slice(24)}`),
    stopMailsPath('toString' as never, token),
    stopMailsPath('filesReplaced', '%00<script>'),
  ];

  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const response = await app.request(path, { method });
      const page = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expect(page).toContain('This link doesn’t work');
      expect(page).not.toContain('<button>');
      expect(page).not.toContain('<script>');
    }
  }
  const { user } = (await call(app, 'me', { token: ada.token })).answer;
  expect(user).toMatchObject({ hasFilesNews: true, hasCustomsNews: true });
});

test('the page has no script, and lets nobody else frame or keep it', async () => {
  const { services, app, ada } = await setUp();
  const token = makeUnsubscribeToken(services.signingKey, ada.id, 'customsOpen');

  const { headers } = await app.request(stopMailsPath('customsOpen', token));

  const policy = headers.get('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
});

test('the link of a deleted account still answers', async () => {
  const { services, app, ada } = await setUp();
  const link = makeUnsubscribeToken(services.signingKey, ada.id, 'customsOpen');
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ deletedAt: '2026-03-01T00:00:00.000Z' }).execute(),
  );

  const response = await app.request(stopMailsPath('customsOpen', link), { method: 'POST' });

  expect(response.status).toBe(200);
});

test('an answer to what somebody just did can’t be ended', async () => {
  const { services, app } = await setUp();
  await call(app, 'sendOtp', { body: { email: 'ada@shop.example' } });

  const [mail] = await sent(services);

  expect(mail).not.toContain('List-Unsubscribe');
});
