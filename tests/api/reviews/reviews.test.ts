import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import sharp from 'sharp';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { accountDataSchema } from '#contract/shop/account-data.ts';
import { reviewMessages, reviewPhotoPath, reviewTextMax } from '#contract/shop/review.ts';
import { removeUnclaimed } from '#server/commissions/unclaimed-uploads.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { declinePracticeReviews } from '#server/reviews/practice-reviews.ts';
import { forgetReviews } from '#server/reviews/receive-review.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { created, filesLeft, refused, type Sent, setUp } from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let accountId: string;
let token: string;
let design: string;
let itemId: string;

beforeEach(async () => {
  ({ services, app } = await setUp());
  ({ cookie } = await joinStudio(app, services));
  ({ id: accountId, token } = await signUp(services, { email: 'ada@shop.example' }));
  design = await addProduct(services, { title: 'Sleepy fox' });
  [itemId = ''] = (await addOrder(services, { accountId, productIds: [design] })).itemIds;
});

const words = { stars: '5', text: 'Prints beautifully.' };
const write = (sent: Sent = {}) => created(app, { review: design, token, fields: words, ...sent });
const refuse = (sent: Sent = {}) => refused(app, { review: design, token, fields: words, ...sent });
const own = async () => (await call(app, 'ownReviews', { token })).answer.reviews;
const shown = async () =>
  (await call(app, 'designReviews', { params: { id: design }, query: {} })).answer.reviews;
const rating = async () => {
  await services.catalogue.refresh();
  return (await call(app, 'product', { params: { id: design } })).answer.product.rating;
};
const reviews = async (state: 'waiting' | 'shown' | 'declined' = 'waiting') =>
  (await callStudio(app, 'reviews', { cookie, query: { state } })).answer.items;
const decide = async (id: string, body: Parameters<typeof callStudio<'decideReview'>>[2]['body']) =>
  (await callStudio(app, 'decideReview', { cookie, params: { id }, body })).answer;
const approve = (id: string) => decide(id, { state: 'shown', from: 'waiting' });
const takeBack = (key: string = randomUUID()) =>
  call(app, 'takeBackReview', { token, key, params: { id: design } });
/** As somebody else does. */
async function reviewOfAnother(stars: string): Promise<string> {
  const { id, token: theirs } = await signUp(services);
  await addOrder(services, { accountId: id, productIds: [design] });
  return (await write({ token: theirs, fields: { stars } })).data._id;
}

test('a review is shown once the studio approves it, by first name and initial', async () => {
  const { data } = await write();
  expect(await shown()).toEqual([]);
  expect(await rating()).toBeUndefined();
  expect(await own()).toMatchObject([{ _id: data._id, state: 'waiting', stars: 5 }]);
  expect(await reviews()).toMatchObject([
    { title: 'Sleepy fox', name: 'Ada S.', stars: 5, text: words.text, hasPhoto: false },
  ]);
  const { answer } = await callStudio(app, 'waiting', { cookie });
  expect(answer.designReviews).toBe(1);

  await approve(data._id);
  const list = await shown();
  expect(list).toMatchObject([{ name: 'Ada S.', stars: 5, text: words.text, photo: null }]);
  expect(JSON.stringify(list)).not.toContain('ada@shop.example');
  expect(await rating()).toEqual({ average: 5, count: 1 });
  expect(await own()).toMatchObject([{ state: 'shown', reason: '' }]);
});

test('a design has the average of its approved reviews', async () => {
  for (const stars of ['5', '4', '4']) await approve(await reviewOfAnother(stars));
  await reviewOfAnother('1');
  expect(await rating()).toEqual({ average: 4.33, count: 3 });
});

test('a changed review replaces the one before and waits again', async () => {
  const { data } = await write();
  await approve(data._id);
  await write({ fields: { stars: '2', text: '' } });
  expect(await own()).toMatchObject([{ stars: 2, text: '', state: 'waiting' }]);
  expect(await shown()).toEqual([]);
  expect(await rating()).toBeUndefined();
  const { problem } = await studioRefused(app, 'decideReview', {
    ...{ cookie, params: { id: data._id }, body: { state: 'shown', from: 'waiting' } as const },
  });
  expect(problem).toMatchObject({ code: 'NOT_FOUND', message: reviewMessages.gone });
});

test('a shown review is taken down with a reason that its buyer reads', async () => {
  const { data } = await write();
  await approve(data._id);
  await decide(data._id, { state: 'declined', from: 'shown', reason: 'It names another shop.' });
  expect(await own()).toMatchObject([{ state: 'declined', reason: 'It names another shop.' }]);
  expect(await shown()).toEqual([]);
  expect(await reviews('declined')).toHaveLength(1);
});

test('of two who decide, the second hears of the first', async () => {
  const { data } = await write();
  await approve(data._id);
  const body = { state: 'declined', from: 'waiting', reason: 'Too short.' } as const;
  const { problem } = await studioRefused(app, 'decideReview', {
    ...{ cookie, params: { id: data._id }, body },
  });
  expect(problem.code).toBe('CONFLICT');
  expect(await approve(data._id)).toMatchObject({ state: 'shown' });
});

test('a review that is sent twice is there once, and so is one from two tabs', async () => {
  const key = randomUUID();
  const first = await write({ key });
  expect(await write({ key })).toEqual(first);
  await Promise.all([write(), write({ fields: { stars: '3' } })]);
  expect(await own()).toHaveLength(1);
  expect(await refuse({ key, fields: { stars: '1' } })).toMatchObject({ code: 'KEY_REUSED' });
});

test('the studio lists those of one design or one buyer', async () => {
  await write();
  await reviewOfAnother('3');
  const other = await addProduct(services);
  const list = async (query: { productId?: string; buyerId?: string }) =>
    (await callStudio(app, 'reviews', { cookie, query })).answer;
  expect(await list({})).toMatchObject({ total: 2 });
  expect(await list({ productId: design })).toMatchObject({ total: 2 });
  expect(await list({ productId: other })).toMatchObject({ total: 0, items: [] });
  expect(await list({ buyerId: accountId })).toMatchObject({ total: 1, items: [{ stars: 5 }] });
});

test('the same review again stays as it is', async () => {
  const { data } = await write({ images: [await picture('jpeg')] });
  const same = { ...words, keepsPhoto: 'true' };
  expect(await write({ fields: same })).toEqual({ data });
  await approve(data._id);
  services.pass(1000);
  expect(await write({ fields: same })).toEqual({ data });
  expect(await shown()).toMatchObject([{ _id: data._id, name: 'Ada S.' }]);
});

test('a new name of the buyer isn’t shown with a review before the studio sees it', async () => {
  await approve((await write()).data._id);
  await call(app, 'updateUser', { token, body: { firstName: 'Buy at fox.example' } });
  expect(await shown()).toMatchObject([{ name: 'Ada S.' }]);
  expect(await reviews('shown')).toMatchObject([{ name: 'Ada S.' }]);
  await write();
  expect(await shown()).toEqual([]);
  expect(await reviews()).toMatchObject([{ name: 'Buy at fox.example S.' }]);
});

test('the same words of a declined review wait again, and so does a review without its photo', async () => {
  const { data } = await write({ images: [await picture('jpeg')] });
  await approve(data._id);
  const again = await write();
  expect(again.data._id).not.toBe(data._id);
  await decide(again.data._id, { state: 'declined', from: 'waiting', reason: 'Too short.' });
  await write();
  expect(await own()).toMatchObject([{ state: 'waiting', photo: null }]);
});

test('its buyer takes it back at any time, and a repeat of that spares a newer one', async () => {
  const { data } = await write();
  await approve(data._id);
  const key = randomUUID();
  await takeBack(key);
  expect([await own(), await shown(), await rating()]).toEqual([[], [], undefined]);
  await write();
  await takeBack(key);
  expect(await own()).toHaveLength(1);
});

test.each(['0', '6', '4.5', '', 'five'])('refuses “%s” stars', async (stars) => {
  expect(await refuse({ fields: { ...words, stars } })).toMatchObject({
    ...{ status: 422, fields: { stars: reviewMessages.stars } },
  });
});

test.each([
  ['invisible characters', '\u200b\u2060 \u3164\u2800', reviewMessages.unseen],
  ['10,000 characters', 'x'.repeat(10_000), messages.invalid.tooLong],
  ['a control character', 'a\u0007b', messages.invalid.characters],
])('refuses words of %s', async (_, text, message) => {
  expect(await refuse({ fields: { ...words, text } })).toMatchObject({
    ...{ status: 422, fields: { text: message } },
  });
  expect(await own()).toEqual([]);
});

test('takes the longest words, of any script, and none', async () => {
  for (const text of ['x'.repeat(reviewTextMax), 'สวยมาก 🦊', '❤️', '']) {
    await write({ fields: { ...words, text } });
    expect(await own()).toMatchObject([{ text }]);
  }
});

test('only who has bought the design reviews it, and not any more after a refund', async () => {
  const refusal = { status: 403, code: 'FORBIDDEN', message: reviewMessages.notBought };
  const { token: theirs } = await signUp(services);
  expect(await refuse({ token: theirs })).toMatchObject(refusal);
  await services.database.write((tx) =>
    tx
      .updateTable('orderItems')
      .set({ revokedAt: '2026-01-01' })
      .where('id', '=', itemId)
      .execute(),
  );
  expect(await refuse()).toMatchObject(refusal);
  const { id, token: unpaid } = await signUp(services);
  await addOrder(services, { accountId: id, productIds: [design], state: 'review' });
  expect(await refuse({ token: unpaid })).toMatchObject(refusal);
});

test('a practice purchase is none once payments are live', async () => {
  const { data } = await write();
  await approve(data._id);
  await declinePracticeReviews(services);
  expect(await rating()).toEqual({ average: 5, count: 1 });
  const live = { mode: 'live', clientId: '', clientSecret: '', webhookId: '' } as const;
  Object.assign(services.env, { payments: live });
  await declinePracticeReviews(services);
  expect([await shown(), await rating()]).toEqual([[], undefined]);
  expect(await own()).toMatchObject([{ state: 'declined' }]);
  expect(await refuse()).toMatchObject({ status: 403, message: reviewMessages.notBought });
  await addOrder(services, { accountId, productIds: [design] });
  await approve((await write()).data._id);
  await declinePracticeReviews(services);
  expect(await rating()).toEqual({ average: 5, count: 1 });
});

test('a retired design can still be reviewed, and shows nothing', async () => {
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'retired' }).where('id', '=', design).execute(),
  );
  await approve((await write()).data._id);
  expect(await own()).toMatchObject([{ state: 'shown' }]);
  expect(await shown()).toEqual([]);
});

test('a photo is encoded again without its data, and only its writer sees it before it is approved', async () => {
  const camera = await sharp(await picture('jpeg', { width: 3000, height: 1500 }))
    .withExif({ IFD0: { Model: 'Secret phone' } })
    .toBuffer();
  const { data } = await write({ images: [camera] });
  const get = (headers = {}) => app.request(reviewPhotoPath(data._id), { headers });
  expect((await get()).status).toBe(404);
  expect((await get({ Authorization: `Bearer ${token}` })).status).toBe(200);
  await approve(data._id);
  expect((await get()).headers.get('Cache-Control')).toBe('public, max-age=3600');
  const sent = Buffer.from(await (await get()).arrayBuffer());
  const { exif, width, height } = await sharp(sent).metadata();
  expect({ exif, width, height }).toEqual({ exif: undefined, width: 1200, height: 600 });
  expect(await shown()).toMatchObject([{ photo: { width: 1200, height: 600 } }]);
});

test('a photo stays with the review, is replaced, or goes', async () => {
  await write({ images: [await picture('jpeg')] });
  const upload = async () =>
    (await services.database.read.selectFrom('reviews').select('upload').executeTakeFirst())
      ?.upload;
  const first = await upload();
  await write({ fields: { ...words, keepsPhoto: 'true' } });
  expect(await upload()).toBe(first);
  await write({ images: [await picture('png')] });
  expect(await upload()).not.toBe(first);
  await removeUnclaimed(services, [first ?? '', (await upload()) ?? '']);
  expect(await filesLeft(services)).toEqual({ uploads: 1, unfinished: 0 });
  await write();
  expect(await upload()).toBeNull();
});

test.each([
  ['a text file', Buffer.from('no picture'), messages.picture.imageFormat],
  [
    'a HEIC',
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'),
    messages.picture.imageHeic,
  ],
])('refuses %s with .jpg', async (_, bytes, message) => {
  const sent = await refuse({ images: [{ name: 'me.jpg', bytes }] });
  expect(sent).toMatchObject({ status: 422, message: `Picture 1: ${message}` });
  expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
});

test('refuses two photos, and one of 80 MB', async () => {
  const photo = await picture('jpeg');
  expect(await refuse({ images: [photo, photo] })).toMatchObject({
    ...{ status: 422, message: reviewMessages.onePhoto },
  });
  const large = Buffer.concat([photo, Buffer.alloc(80 * 1024 ** 2)]);
  expect(await refuse({ images: [large] })).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  expect(await filesLeft(services)).toEqual({ uploads: 0, unfinished: 0 });
});

test('reviews of a deleted account are deleted, and their designs lose their stars', async () => {
  await approve((await write()).data._id);
  const designs = await makeChange(services, (change) => forgetReviews(change, accountId));
  expect(designs).toEqual([design]);
  expect(await shown()).toEqual([]);
});

test('later reviews come in pages', async () => {
  for (let each = 0; each < 11; each += 1) {
    services.pass(1000);
    await approve(await reviewOfAnother('5'));
  }
  const page = async (number: string) =>
    (await call(app, 'designReviews', { params: { id: design }, query: { page: number } })).answer;
  expect(await page('1')).toMatchObject({ totalPages: 2 });
  expect((await page('1')).reviews).toHaveLength(10);
  expect((await page('2')).reviews).toHaveLength(1);
});

test('a copy of the account’s data has every review', async () => {
  const at = services.clock().toISOString();
  const row = { accountId, stars: 5, text: '', shownName: 'Ada S.', state: 'waiting' } as const;
  await services.database.write(async (tx) => {
    const { id: _, ...product } = await tx
      .selectFrom('products')
      .selectAll()
      .executeTakeFirstOrThrow();
    for (let each = 0; each < 1001; each += 1) {
      const id = newId();
      await tx
        .insertInto('products')
        .values({ ...product, id, sku: `S-${each}` })
        .execute();
      await tx
        .insertInto('reviews')
        .values({ ...row, id: newId(), productId: id, writtenAt: at })
        .execute();
    }
  });
  const { answer } = await call(app, 'myData', { token });
  expect(answer.reviews).toHaveLength(1001);
  expect(answer.reviews[0]).toMatchObject({ name: 'Ada S.' });
});

test('a page takes a copy of the account’s data from a shop that has no reviews yet', async () => {
  const { answer } = await call(app, 'myData', { token });
  const { reviews: _, ...earlier } = answer;
  expect(v.parse(accountDataSchema, earlier).reviews).toEqual([]);
});
