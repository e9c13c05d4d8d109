import { expect, test } from 'vitest';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { queueCartMails } from '#server/news/cart-mails.ts';
import { askForNews, confirmConsent } from '#server/news/consents.ts';
import { createNewsletter } from '#server/newsletters/save-newsletter.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp, type TestAccount } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** One e-mail to buyers who get news, a day after the last change of a cart (decision 134). */

const hour = 3_600_000;

async function setUp({ cartMails = 'on' as 'on' | 'off' } = {}) {
  const services = await makeServices({ limitFactor: 1000 });
  const app = createApp(services);
  await makeChange(services, (change) => writeSetting(change, 'cartMails', cartMails));
  const foxes = await addProduct(services, { title: 'Foxes' });
  return {
    services,
    app,
    foxes,
    /** A buyer who gets news. */
    async addReader(part: Parameters<typeof signUp>[1] = {}): Promise<TestAccount> {
      const account = await signUp(services, part);
      await makeChange(services, async (change) => {
        await askForNews(change, services, account.id, { place: 'account', words: wordsOfNews });
        await confirmConsent(change, { accountId: account.id, emailKey: account.email });
        await change.tx.deleteFrom('mailOutbox').execute();
      });
      return account;
    },
    fill: ({ token }: TestAccount, productId = foxes) =>
      call(app, 'cartAdd', { token, body: { productId } }),
    /** Lets time pass and returns the mails about carts so far. */
    async after(hours: number) {
      services.pass(hours * hour);
      while (await queueCartMails(services));
      return queuedMails(services, { subject: /^Still in your cart/ });
    },
  };
}

test('a day after its last change, a cart is mailed once, with its designs and a way to end it', async () => {
  const { services, app, addReader, fill, after } = await setUp();
  const ada = await addReader({ email: 'ada@shop.example' });
  const owls = await addProduct(services, { title: 'Owls' });
  const draft = await addProduct(services, { title: 'Moles' });
  await fill(ada);
  await fill(ada, draft);
  services.pass(12 * hour);
  await fill(ada, owls);
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'draft' }).where('id', '=', draft).execute(),
  );

  expect(await after(23)).toEqual([]);
  const [mail, ...others] = await after(2);
  expect(others).toEqual([]);
  expect(mail?.recipient).toBe(ada.email);
  expect(mail?.text).toContain(`Foxes: ${services.env.publicUrl}/product-details/`);
  expect(mail?.text).toContain(`Owls: ${services.env.publicUrl}${productPath(owls)}`);
  expect(mail?.text).not.toContain('Moles');
  expect(mail?.text).toContain(`${services.env.publicUrl}${paths.cart.path}`);
  expect(mail?.unsubscribeUrl).toContain('/api/unsubscribe?news=fullCart&token=');
  expect(await after(24)).toHaveLength(1);
  // It waits in the outbox until the buyer ends their news.
  await call(app, 'chooseNews', { token: ada.token, body: { news: null } });
  expect(await after(0)).toEqual([]);
});

test('switched off alone, one that waits is withdrawn, and no newsletter is', async () => {
  const { services, app, addReader, fill, after } = await setUp();
  const ada = await addReader({ status: 'approved' });
  await fill(ada);
  expect(await after(25)).toHaveLength(1);
  const mailedAt = services.clock().toISOString();
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const id = newId(now);
    const newsletterId = await createNewsletter({ ...change, actorId: ada.id }, 'Autumn');
    const letter = { subject: 'Autumn', text: 'Look.', html: '<p>Look.</p>' };
    await tx
      .insertInto('newsletterMails')
      .values({ newsletterId, accountId: ada.id, mailId: id, queuedAt: mailedAt, outcome: null })
      .execute();
    await queueMails(change, [ada], ({ id: accountId, email: recipient }) => ({
      ...{ ...letter, id, recipient, accountId, news: 'letters' as const },
    }));
  });

  await call(app, 'cartNews', { token: ada.token, body: { isWanted: false } });

  expect(await after(0)).toEqual([]);
  const { answer } = await call(app, 'myData', { token: ada.token });
  expect(answer.mails.map(({ subject }) => subject)).toEqual(['Autumn']);
  expect(answer.account.cartMailedAt).toBe(mailedAt);
});

test('nobody is mailed until the studio switches it on, and then not about old carts', async () => {
  const { services, addReader, fill, after } = await setUp({ cartMails: 'off' });
  const old = await addReader({ email: 'old@shop.example' });
  const fresh = await addReader({ email: 'fresh@shop.example' });
  await fill(old);
  services.pass(80 * hour);
  await fill(fresh);

  expect(await after(30)).toEqual([]);
  await makeChange(services, (change) => writeSetting(change, 'cartMails', 'on'));
  expect((await after(0)).map(({ recipient }) => recipient)).toEqual(['fresh@shop.example']);
});

test('only buyers who confirmed it, want it and may buy are mailed', async () => {
  const { services, app, addReader, fill, after } = await setUp();
  const asked = await signUp(services);
  await call(app, 'chooseNews', { token: asked.token, body: { news: wordsOfNews } });
  const left = await addReader();
  await call(app, 'chooseNews', { token: left.token, body: { news: null } });
  const notThese = await addReader();
  await call(app, 'cartNews', { token: notThese.token, body: { isWanted: false } });
  const people = [
    asked,
    left,
    notThese,
    await signUp(services),
    await addReader({ status: 'pending' }),
  ];
  for (const person of people) await fill(person);

  expect(await after(25)).toEqual([]);
  await call(app, 'cartNews', { token: notThese.token, body: { isWanted: true } });
  expect((await after(1)).map(({ recipient }) => recipient)).toEqual([notThese.email]);
});

test('a cart without a design that its buyer could buy isn’t mailed', async () => {
  const { services, addReader, fill, after, foxes } = await setUp();
  const shop = await addReader({ licenseType: 'FABRIC_SHOP' });
  await fill(shop);
  await services.database.write((tx) =>
    tx.updateTable('products').set({ isForFabricShops: 0 }).where('id', '=', foxes).execute(),
  );

  expect(await after(25)).toEqual([]);
});

test('taking something out of the cart is a change, too', async () => {
  const { services, app, addReader, fill, after, foxes } = await setUp();
  const ada = await addReader();
  await fill(ada);
  await fill(ada, await addProduct(services, { title: 'Owls' }));
  services.pass(20 * hour);
  await call(app, 'cartRemove', { token: ada.token, body: { productId: foxes } });

  expect(await after(10)).toEqual([]);
  expect(await after(15)).toHaveLength(1);
});

test('once mailed, only an order makes the next mail possible', async () => {
  const { services, addReader, fill, after, foxes } = await setUp();
  const ada = await addReader();
  await fill(ada);
  expect(await after(25)).toHaveLength(1);
  const next = async (title: string) => fill(ada, await addProduct(services, { title }));
  await next('Owls');
  expect(await after(25)).toHaveLength(1);

  const order = await addOrder(services, { accountId: ada.id, productIds: [foxes] });
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({ paidAt: services.clock().toISOString() })
      .where('id', '=', order.id)
      .execute(),
  );
  await next('Moles');
  expect(await after(25)).toHaveLength(2);
  expect(await after(25)).toHaveLength(2);
});

test('many carts are mailed some at a time, each once, by two processes', async () => {
  const { services, addReader, fill, foxes } = await setUp();
  const first = await addReader();
  await fill(first);
  const createdAt = services.clock().toISOString();
  const accounts = Array.from({ length: 450 }, (_, place) => ({
    id: newId(services.clock()),
    email: `buyer-${place}@shop.example`,
    emailKey: `buyer-${place}@shop.example`,
    passwordHash: 'unusable',
    firstName: 'Ada',
    lastName: 'Sewell',
    licenseType: 'SMALL_BUSINESS' as const,
    businessVerificationLink: '',
    status: 'approved' as const,
    isDemo: 0,
    createdAt,
  }));
  const asked = {
    place: 'account',
    words: wordsOfNews,
    askedAt: createdAt,
    mailedAt: createdAt,
  } as const;
  const consents = accounts.map(({ id: accountId, emailKey }) => ({
    ...asked,
    id: newId(services.clock()),
    accountId,
    emailKey,
    confirmedAt: createdAt,
  }));
  const lines = accounts.map(({ id: accountId }) => ({
    accountId,
    productId: foxes,
    addedAt: createdAt,
  }));
  await services.database.write(async (tx) => {
    await tx.insertInto('accounts').values(accounts).execute();
    await tx.insertInto('newsConsents').values(consents).execute();
    await tx.insertInto('cartLines').values(lines).execute();
  });
  services.pass(25 * hour);

  const untilDone = async () => {
    while (await queueCartMails(services));
  };
  await Promise.all([untilDone(), untilDone()]);

  const mails = await queuedMails(services);
  expect(mails).toHaveLength(451);
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(451);
});

test('the studio switches it on and off, and two who change it see each other’s choice', async () => {
  const { services, app } = await setUp({ cartMails: 'off' });
  const { cookie } = await joinStudio(app, services);
  const set = { cookie, body: { from: 'off', cartMails: 'on' } } as const;

  expect((await callStudio(app, 'setCartMails', set)).answer.cartMails).toBe('on');
  expect((await callStudio(app, 'settings', { cookie })).answer.cartMails).toBe('on');
  const back = { cookie, body: { from: 'off', cartMails: 'off' } } as const;
  const { problem } = await studioRefused(app, 'setCartMails', back);
  expect(problem.code).toBe('CHANGED_MEANWHILE');
  const { items } = (await callStudio(app, 'auditLines', { cookie, query: {} })).answer;
  expect(items[0]).toMatchObject({
    action: 'settings.changed',
    before: { cartMails: 'off' },
    after: { cartMails: 'on' },
  });
});

test('e-mails that were published before this one existed have its first words', async () => {
  const { services, app } = await setUp();
  const { cookie } = await joinStudio(app, services);
  const { fullCart, ...earlier } = firstContent.mails;
  const content = { ...earlier, approved: { subject: 'Come in', text: 'Hello {name}.' } };
  await services.database.write(async (tx) => {
    const { id: accountId } = await tx
      .selectFrom('studioAccounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const row = { section: 'mails', version: 2, accountId, termsVersion: null };
    await tx
      .insertInto('contentVersions')
      .values({
        ...row,
        content: JSON.stringify(content),
        publishedAt: services.clock().toISOString(),
      })
      .execute();
  });

  const { sections } = (await callStudio(app, 'contentSections', { cookie })).answer;

  const mails = sections.find(({ section }) => section === 'mails');
  expect(mails?.content).toEqual({ ...content, fullCart });
});
