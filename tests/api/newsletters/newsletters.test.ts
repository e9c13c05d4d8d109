import { describe, expect, it, test } from 'vitest';
import { productPath } from '#contract/shop/paths.ts';
import { newsletterMessages, newsletterRefusals } from '#contract/studio/newsletters.ts';
import { reserveUse, spendUse } from '#server/coupons/coupon-uses.ts';
import { endConsent } from '#server/news/consents.ts';
import { sendNextPortion } from '#server/newsletters/send-newsletters.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { addNewsReaders } from '#tests/support/news-readers.ts';
import { openNewsletterDesk, testPace } from '#tests/support/newsletter-desk.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const hour = 3_600_000;

test('reaches those of its audience who asked for news, and nobody else', async () => {
  const desk = await openNewsletterDesk();
  const { services, readersOf } = desk;
  const { write, read } = services.database;
  const [fox, moon] = [
    await addProduct(services, { category: 'Animals' }),
    await addProduct(services, { category: 'Night' }),
  ];
  const idOf = async (name: string) =>
    (
      await read
        .selectFrom('categories')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).id;
  const [animals, night] = [await idOf('Animals'), await idOf('Night')];
  const [buyer, wisher, shop] = await addNewsReaders(services, 2).then(async (two) => [
    ...two,
    ...(await addNewsReaders(services, 1, { licenseType: 'FABRIC_SHOP', status: 'approved' })),
  ]);
  const other = await signUp(services, { status: 'approved' });
  for (const account of [buyer, other]) {
    await addOrder(services, { accountId: account?.id ?? '', productIds: [fox] });
  }
  await addOrder(services, { accountId: shop?.id ?? '', productIds: [fox], state: 'void' });
  await write((tx) =>
    tx
      .insertInto('wishlistLines')
      .values({ accountId: wisher?.id ?? '', productId: moon, addedAt: '2026-03-01T08:00:00.000Z' })
      .execute(),
  );
  const counts = Object.fromEntries(
    await Promise.all(
      [
        ...['everyone', 'bought', `bought:${animals}`, `bought:${night}`, 'neverBought', 'wished'],
        ...[`wished:${animals}`, `wished:${night}`, 'FABRIC_SHOP', 'SMALL_BUSINESS'],
      ].map(async (audience) => [audience, await readersOf(audience)] as const),
    ),
  );
  expect(counts).toEqual({
    everyone: 3,
    bought: 1,
    [`bought:${animals}`]: 1,
    [`bought:${night}`]: 0,
    neverBought: 2,
    wished: 1,
    [`wished:${animals}`]: 0,
    [`wished:${night}`]: 1,
    FABRIC_SHOP: 1,
    SMALL_BUSINESS: 2,
  });
});

describe('sending', () => {
  it('gives each reader one mail of both parts, with pictures, the coupon and a link that ends them', async () => {
    const desk = await openNewsletterDesk();
    const { services, sent } = desk;
    const [reader] = await addNewsReaders(services, 1);
    await addCoupon(services, { code: 'FAIR20' });
    const fox = await addProduct(services, { title: 'Fox & Moon' });
    const { id } = await desk.create({ designIds: [fox], couponCode: 'fair20' });
    const since = services.clock().toISOString();
    const seller = { name: 'Mia Stitch', address: '1 Mill Lane\nLeeds', taxId: '', since };
    await makeChange(services, (change) => writeSetting(change, 'sellers', [seller]));
    await desk.send(id);
    await desk.sendAll();

    expect(desk.recipients()).toEqual([reader?.email]);
    const [mail] = sent;
    const shop = services.env.publicUrl;
    expect(mail?.subject).toBe('Autumn');
    expect(mail?.unsubscribeUrl).toContain(`${shop}/api/unsubscribe?news=letters&token=`);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Look what is new.');
      for (const line of ['You get this e-mail because', 'Mia Stitch', '1 Mill Lane', 'Leeds']) {
        expect(part).toContain(line);
      }
      expect(part).toContain(`${shop}/imprint`);
      expect(part).toContain(`${shop}/c/FAIR20`);
      expect(part).toContain(shop + productPath(fox));
      expect(part?.replaceAll('&amp;', '&')).toContain(mail?.unsubscribeUrl);
    }
    expect(mail?.html).toMatch(
      new RegExp(`<img src="${shop}/images/[0-9a-f]{64}/640.webp" alt="Fox &amp; Moon"`),
    );
    expect(await desk.read(id)).toMatchObject({ state: 'sent', sent: 1, figures: { left: 0 } });
    expect((await desk.linesOf(id)).map(({ action }) => action)).toEqual([
      'newsletter.created',
      'newsletter.changed',
      'newsletter.started',
      'newsletter.finished',
    ]);
  });

  it('begins at its time in the shop’s time zone', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 1);
    await makeChange(services, (change) => writeSetting(change, 'timeZone', 'Pacific/Auckland'));
    const { id } = await desk.create();
    // It is 22:00 there.
    expect(await desk.send(id, '2026-03-01T23:00')).toMatchObject({
      state: 'planned',
      sendsAt: '2026-03-01T23:00',
    });
    services.pass(hour - 1);
    await desk.sendAll();
    expect(desk.recipients()).toEqual([]);
    services.pass(1);
    await desk.sendAll();
    expect(desk.recipients()).toHaveLength(1);
  });

  it('goes on in portions, by whichever process, and after one dies', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    const readers = await addNewsReaders(services, 25);
    const { id } = await desk.create();
    await desk.send(id);
    const dying = {
      ...services,
      database: {
        ...services.database,
        write: <T>(work: (tx: never) => Promise<T>) =>
          services.database.write(async (tx) => {
            await work(tx as never);
            throw new Error('killed');
          }),
      },
    } as unknown as typeof services;
    await expect(sendNextPortion(dying, testPace)).rejects.toThrow('killed');

    const counts: number[] = [];
    for (let portion = 0; portion < 3; portion += 1) {
      await Promise.all([1, 2, 3].map(() => sendNextPortion(services, testPace)));
      await desk.deliver();
      counts.push(desk.sent.length);
      services.pass(testPace.portionMs);
    }
    expect(counts).toEqual([10, 20, 25]);
    expect(desk.recipients()).toEqual(readers.map(({ email }) => email).sort());
    await desk.sendAll();
    expect(desk.sent).toHaveLength(25);
    expect((await desk.read(id)).state).toBe('sent');
  });

  it('leaves out who ended their news meanwhile, queued or not', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    const readers = await addNewsReaders(services, 12);
    const { id } = await desk.create();
    await desk.send(id);
    await sendNextPortion(services, testPace);
    const ids = readers.map((reader) => reader.id).sort();
    const gone = [ids[0] ?? '', ids[11] ?? ''];
    for (const accountId of gone) {
      await makeChange(services, (change) => endConsent(change, accountId));
    }
    services.pass(testPace.portionMs);
    await desk.sendAll();
    const expected = readers.filter((reader) => !gone.includes(reader.id));
    expect(desk.recipients()).toEqual(expected.map(({ email }) => email).sort());
    expect(await desk.read(id)).toMatchObject({ state: 'sent', sent: 10 });
  });

  it('stops by a press, takes back what waits, and sends the rest later', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    const readers = await addNewsReaders(services, 25);
    const { id } = await desk.create();
    await desk.send(id);
    await sendNextPortion(services, testPace);
    await desk.deliver();
    services.pass(testPace.portionMs);
    await sendNextPortion(services, testPace);
    expect(await desk.stop(id)).toMatchObject({
      state: 'stopped',
      stopReason: 'staff',
      sent: 10,
      figures: { left: 15, waiting: 0 },
    });
    await desk.sendAll();
    expect(desk.sent).toHaveLength(10);

    await desk.send(id);
    await desk.sendAll();
    expect(desk.recipients()).toEqual(readers.map(({ email }) => email).sort());
    expect(await desk.read(id)).toMatchObject({ state: 'sent', sent: 25, stopReason: null });
  });

  it('a planned one that is cancelled is a draft again', async () => {
    const desk = await openNewsletterDesk();
    await addNewsReaders(desk.services, 1);
    const { id } = await desk.create();
    await desk.send(id, '2026-03-01T10:00');
    expect(await desk.stop(id)).toMatchObject({ state: 'draft', sendsAt: null });
    desk.services.pass(2 * hour);
    await desk.sendAll();
    expect(desk.sent).toEqual([]);
    expect((await desk.stop(id)).state).toBe('draft');
  });

  it('stops if too many are refused, and gives nobody two once it goes on', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    const readers = await addNewsReaders(services, 60);
    const tenth = new Set(readers.filter((_, place) => place % 10 === 9).map(({ email }) => email));
    const isRefused = ({ recipient }: { readonly recipient: string }) => tenth.has(recipient);
    const { id } = await desk.create();
    await desk.send(id);
    await desk.sendAll(isRefused);

    const stopped = await desk.read(id);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'refused' });
    expect(stopped.figures.refused).toBeGreaterThanOrEqual(testPace.fewestRefused);
    expect(stopped.figures.left).toBe(readers.length - stopped.sent - stopped.figures.refused);
    expect((await desk.linesOf(id)).at(-1)?.action).toBe('newsletter.stopped');

    await desk.send(id);
    await desk.sendAll(isRefused, { ...testPace, refusedShare: 0.5 });
    const taking = readers.filter(({ email }) => !tenth.has(email));
    expect(desk.recipients()).toEqual(taking.map(({ email }) => email).sort());
    expect(await desk.read(id)).toMatchObject({
      state: 'sent',
      sent: taking.length,
      figures: { refused: tenth.size, left: 0, waiting: 0 },
    });
  });

  it('stops when its coupon ends', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 15);
    const endsAt = new Date(services.clock().getTime() + testPace.portionMs).toISOString();
    await addCoupon(services, { code: 'SOON', endsAt });
    const { id } = await desk.create({ couponCode: 'SOON' });
    await desk.send(id);
    await desk.sendAll();
    expect(await desk.read(id)).toMatchObject({ state: 'stopped', stopReason: 'coupon', sent: 10 });
  });

  it('goes on while the last use of its coupon is only reserved, and stops once it is spent', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 15);
    const couponId = await addCoupon(services, { code: 'LAST', useLimit: 1 });
    const buyer = await signUp(services, { status: 'approved' });
    const order = { accountId: buyer.id, productIds: [await addProduct(services)] };
    const { id: orderId } = await addOrder(services, order);
    await makeChange(services, (change) =>
      reserveUse(change, { orderId, couponId, accountId: buyer.id }),
    );
    const { id } = await desk.create({ couponCode: 'LAST' });
    await desk.send(id);
    await sendNextPortion(services, testPace);
    await desk.deliver();
    expect(await desk.read(id)).toMatchObject({ state: 'sending' });
    await services.database.write((tx) => spendUse(tx, orderId));
    services.pass(testPace.portionMs);
    await desk.sendAll();
    expect(await desk.read(id)).toMatchObject({ state: 'stopped', stopReason: 'coupon', sent: 10 });
  });

  it('settles what was being sent when it was stopped', async () => {
    const { desk, id } = await openStopped({ roundsLeft: 3, attempts: 1 });
    const { services } = desk;
    expect((await desk.read(id)).figures).toMatchObject({ left: 1, waiting: 1 });
    await sendNextPortion(services, testPace);
    await services.database.write((tx) =>
      tx
        .updateTable('mailOutbox')
        .set({ sentAt: services.clock().toISOString(), roundsLeft: 0 })
        .where('news', '=', 'letters')
        .execute(),
    );
    services.pass(testPace.portionMs);
    await desk.sendAll();
    expect(await desk.read(id)).toMatchObject({
      ...{ state: 'stopped', sent: 1 },
      figures: { left: 1, waiting: 0 },
    });
    expect(desk.sent).toEqual([]);
  });

  it('sends the rest to nobody whose mail was tried before it was stopped', async () => {
    const { desk, id } = await openStopped({ roundsLeft: 0, attempts: 1 });
    expect((await desk.read(id)).figures).toMatchObject({ left: 1, waiting: 0 });
    await desk.send(id);
    await desk.sendAll();
    expect(desk.sent).toHaveLength(1);
  });

  it('only links designs that are still in the shop', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 1);
    const [fox, moon] = [
      await addProduct(services, { title: 'Fox' }),
      await addProduct(services, { title: 'Moon' }),
    ];
    const { id } = await desk.create({ designIds: [fox, moon] });
    await desk.send(id, '2026-03-01T10:00');
    await desk.move(fox, 'retired');
    services.pass(hour);
    await desk.sendAll();
    expect(desk.sent[0]?.text).not.toContain('Fox');
    expect(desk.sent[0]?.text).toContain('Moon');
  });
});

/** A newsletter to two readers that was stopped while the first one's mail was as given, and the second one's untouched. */
async function openStopped(mail: { readonly roundsLeft: number; readonly attempts: number }) {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  await addNewsReaders(services, 2);
  const { id } = await desk.create();
  await desk.send(id);
  await sendNextPortion(services, testPace);
  await services.database.write(async (tx) => {
    const letters = tx.selectFrom('mailOutbox').select('id').where('news', '=', 'letters');
    const { id: first } = await letters.orderBy('id').limit(1).executeTakeFirstOrThrow();
    await tx.updateTable('mailOutbox').set(mail).where('id', '=', first).execute();
  });
  services.pass(testPace.portionMs);
  await desk.stop(id);
  return { desk, id };
}

test('counts who left since, and the paid orders with its coupon since it began', async () => {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  const [reader, other] = await addNewsReaders(services, 2);
  const couponId = await addCoupon(services, { code: 'FAIR20' });
  const fox = await addProduct(services);
  const order = async (accountId = '') => {
    const { id: orderId } = await addOrder(services, { accountId, productIds: [fox] });
    const use = { orderId, couponId, accountId, onceKey: null, state: 'spent' as const };
    await services.database.write((tx) =>
      tx
        .insertInto('couponUses')
        .values({ ...use, createdAt: services.clock().toISOString() })
        .execute(),
    );
  };
  await order(other?.id);
  services.pass(hour);
  const { id } = await desk.create({ couponCode: 'FAIR20' });
  await desk.send(id);
  await desk.sendAll();
  await order(reader?.id);
  await makeChange(services, (change) => endConsent(change, other?.id ?? ''));

  expect((await desk.read(id)).figures).toMatchObject({ unsubscribed: 1, orders: 1, refused: 0 });
});

test('is among the data of who got it', async () => {
  const desk = await openNewsletterDesk();
  const { services, app } = desk;
  const [reader] = await addNewsReaders(services, 1);
  const token = reader?.token ?? '';
  const { id } = await desk.create();
  await desk.send(id);
  await desk.sendAll();

  const { answer } = await call(app, 'myData', { token });
  expect(answer.newsletters).toEqual([
    { subject: 'Autumn', queuedAt: expect.any(String), outcome: 'sent' },
  ]);
});

test('a test goes to its writer alone, as it is written', async () => {
  const desk = await openNewsletterDesk();
  await addNewsReaders(desk.services, 2);
  const body = { subject: 'Spring', text: 'Soon.', designIds: [], couponCode: '' };
  const signed = { cookie: desk.cookie };
  const { answer } = await callStudio(desk.app, 'testNewsletter', { ...signed, body });
  await desk.deliver();
  expect(answer.message).toBe(`Sent to ${desk.sent[0]?.recipient}.`);
  expect(desk.sent).toMatchObject([{ subject: 'Spring' }]);
  const wrong = { ...body, couponCode: 'NONE' };
  const { problem } = await studioRefused(desk.app, 'testNewsletter', { ...signed, body: wrong });
  expect(problem.fields).toEqual({ couponCode: newsletterRefusals.noCoupon });
});

test('the new designs of the month are those published in the last 31 days, newest first', async () => {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  const old = await addProduct(services, { title: 'Old' });
  const publishedAt = new Date(services.clock().getTime() - 31 * 24 * hour).toISOString();
  await services.database.write((tx) =>
    tx.updateTable('products').set({ publishedAt }).where('id', '=', old).execute(),
  );
  await addProduct(services, { title: 'Draft', status: 'draft' });
  for (const title of ['First', 'Second']) {
    services.pass(hour);
    await addProduct(services, { title });
  }
  const { answer } = await callStudio(desk.app, 'newDesigns', { cookie: desk.cookie });
  expect(answer.designs.map(({ title }) => title)).toEqual(['Second', 'First']);
});

describe('refuses', () => {
  it.each([
    ['no subject', { subject: ' ' }, { subject: newsletterMessages.subject }],
    [
      '200 designs',
      { designIds: Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(24, '0')) },
      { designIds: newsletterMessages.designs },
    ],
    [
      'an unknown design',
      { designIds: ['0'.repeat(24)] },
      { designIds: newsletterRefusals.unknownDesign },
    ],
    ['an unknown coupon', { couponCode: 'NONE' }, { couponCode: newsletterRefusals.noCoupon }],
    ['half a code', { couponCode: 'a b' }, { couponCode: newsletterMessages.coupon }],
    ['an unknown audience', { audience: 'all' }, { audience: newsletterMessages.audience }],
    [
      'a category that is gone',
      { audience: `bought:${'0'.repeat(24)}` },
      { audience: newsletterRefusals.noCategory },
    ],
  ])('to save %s', async (_, changes, fields) => {
    const desk = await openNewsletterDesk();
    const { id } = await desk.create();
    const problem = await desk.editRefused(id, changes);
    const shown = Object.entries(problem.fields ?? {}).map(([field, text]) => [
      field.replace(/^changes\./, ''),
      text,
    ]);
    expect(Object.fromEntries(shown)).toEqual(fields);
  });

  it('to send without a text, to nobody, in the past, or far ahead', async () => {
    const desk = await openNewsletterDesk();
    const empty = await desk.create({ text: '' });
    expect((await desk.sendRefused(empty.id)).fields).toEqual({ text: newsletterRefusals.noText });
    const { id } = await desk.create();
    expect((await desk.sendRefused(id)).fields).toEqual({ audience: newsletterRefusals.nobody });
    await addNewsReaders(desk.services, 1);
    const fieldsAt = async (at: string) => (await desk.sendRefused(id, at)).fields;
    expect(await fieldsAt('2026-03-01T09:00')).toEqual({ at: newsletterRefusals.past });
    expect(await fieldsAt('2027-03-03T09:00')).toEqual({ at: newsletterRefusals.tooLate });
    expect(await fieldsAt('tomorrow')).toEqual({ at: newsletterMessages.at });
    expect(await fieldsAt('2026-02-30T09:00')).toEqual({ at: newsletterMessages.at });
  });

  it('to send a retired design, or a coupon that has ended by then', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 1);
    const fox = await addProduct(services, { title: 'Fox', status: 'retired' });
    const endsAt = new Date(services.clock().getTime() + 2 * hour).toISOString();
    await addCoupon(services, { code: 'SOON', endsAt });
    const retired = await desk.create({ designIds: [fox] });
    const notInShop = { designIds: newsletterRefusals.notInShop('Fox') };
    expect((await desk.sendRefused(retired.id)).fields).toEqual(notInShop);
    const { id } = await desk.create({ couponCode: 'SOON' });
    const ended = { couponCode: newsletterRefusals.couponEnded };
    expect((await desk.sendRefused(id, '2026-03-01T11:00')).fields).toEqual(ended);
    expect((await desk.send(id, '2026-03-01T10:00')).state).toBe('planned');
  });

  it('to send a coupon that isn’t valid yet', async () => {
    const desk = await openNewsletterDesk();
    const { services } = desk;
    await addNewsReaders(services, 1);
    const startsAt = new Date(services.clock().getTime() + hour).toISOString();
    await addCoupon(services, { code: 'SOON', startsAt });
    const { id } = await desk.create({ couponCode: 'SOON' });
    const notYet = { couponCode: newsletterRefusals.couponNotYet };
    expect((await desk.sendRefused(id)).fields).toEqual(notYet);
    expect((await desk.send(id, '2026-03-01T10:00')).state).toBe('planned');
  });

  it('to send it twice, or to change or delete what is planned', async () => {
    const desk = await openNewsletterDesk();
    await addNewsReaders(desk.services, 1);
    const { id, version } = await desk.create();
    const request = { cookie: desk.cookie, params: { id }, body: { version, at: null } };
    await callStudio(desk.app, 'sendNewsletter', request);
    const { problem } = await studioRefused(desk.app, 'sendNewsletter', request);
    expect(problem).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: newsletterRefusals.changed,
    });
    expect(await desk.sendRefused(id)).toMatchObject({ code: 'CONFLICT' });
    const notDraft = { code: 'CONFLICT', message: newsletterRefusals.notDraft };
    expect(await desk.editRefused(id, { subject: 'Later' })).toMatchObject(notDraft);
    const { problem: kept } = await studioRefused(desk.app, 'deleteNewsletter', {
      cookie: desk.cookie,
      params: { id },
    });
    expect(kept).toMatchObject(notDraft);
    await desk.sendAll();
    expect(desk.sent).toHaveLength(1);
  });
});

test('a draft can be deleted, and two people don’t overwrite each other', async () => {
  const desk = await openNewsletterDesk();
  const { id, text } = await desk.create();
  await desk.edit(id, { text: 'Other words.' });
  const { problem } = await studioRefused(desk.app, 'saveNewsletter', {
    cookie: desk.cookie,
    params: { id },
    body: { base: { text }, changes: { text: 'Mine.' } },
  });
  expect(problem).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    fields: { text: expect.any(String) },
  });
  await callStudio(desk.app, 'deleteNewsletter', { cookie: desk.cookie, params: { id } });
  const { answer } = await callStudio(desk.app, 'newsletters', { cookie: desk.cookie, query: {} });
  expect(answer.items).toEqual([]);
});
