import type { Hono } from 'hono';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import type { StudioCallRequest } from '#contract/studio/calls.ts';
import type { StudioCoupon } from '#contract/studio/coupons.ts';
import { periodMessages } from '#contract/studio/period.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

type NewCoupon = StudioCallRequest<'createCoupon'>['body'];

const spring: NewCoupon = {
  code: 'Spring-15',
  discountType: 'percentage',
  discountAmount: 15,
  skus: [],
  categoryIds: [],
};

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

const create = async (body: Partial<NewCoupon> = {}) =>
  (await callStudio(app, 'createCoupon', { cookie, body: { ...spring, ...body } })).answer;
const list = async (query: { page?: string; search?: string } = {}) =>
  (await callStudio(app, 'coupons', { cookie, query })).answer;
const createRefused = (body: Partial<NewCoupon>) =>
  studioRefused(app, 'createCoupon', { cookie, body: { ...spring, ...body } });
type Limits = StudioCallRequest<'limitCoupon'>['body']['changes'];
const read = async (id: string) =>
  (await callStudio(app, 'coupon', { cookie, params: { id } })).answer;
/** Saves limits over those that were read; without these, over the current ones. */
const limit = async (id: string, changes: Limits, seen?: StudioCoupon, as = cookie) => {
  const body = changedBody(seen ?? (await read(id)), changes);
  return callStudio(app, 'limitCoupon', { cookie: as, params: { id }, body });
};
const limitRefused = async (id: string, changes: Limits, seen?: StudioCoupon) => {
  const body = changedBody(seen ?? (await read(id)), changes);
  return studioRefused(app, 'limitCoupon', { cookie, params: { id }, body });
};
const turn = (id: string, isOff: boolean) =>
  callStudio(app, 'switchCoupon', { cookie, params: { id }, body: { isOff } });

/** A buyer with one design in the cart. */
async function buyer() {
  const { token } = await signUp(services);
  const productId = await addProduct(services, { price: 2000 });
  await call(app, 'cartAdd', { token, body: { productId } });
  const cartId = (await call(app, 'cart', { token })).answer._id;
  return {
    cart: async () => (await call(app, 'cart', { token })).answer,
    apply: (code: string) => call(app, 'couponApply', { token, body: { code, cartId } }),
    applyRefused: (code: string) =>
      callRefused(app, 'couponApply', { token, body: { code, cartId } }),
  };
}

describe('a new coupon', () => {
  it('is listed as it was created, and buyers can use it', async () => {
    const id = await addProduct(services);
    const { sku } = await services.database.read
      .selectFrom('products')
      .select('sku')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const made = await create({
      minimumSubtotal: 20.5,
      startsAt: '2026-03-01T08:00:00+01:00',
      endsAt: '2026-04-01T00:00:00.000Z',
      useLimit: 3,
      isOncePerCustomer: true,
      skus: [sku],
    });

    expect(made).toMatchObject({
      code: 'Spring-15',
      discountType: 'percentage',
      discountAmount: 15,
      minimumSubtotal: 20.5,
      startsAt: '2026-03-01T07:00:00.000Z',
      endsAt: '2026-04-01T00:00:00.000Z',
      useLimit: 3,
      used: 0,
      isOncePerCustomer: true,
      isOff: false,
      scope: { skus: [sku], categories: [] },
    });
    expect((await list()).items).toEqual([made]);

    const open = await create({ code: 'OPEN' });
    const { apply, cart } = await buyer();
    await apply('open');
    expect((await cart()).appliedCoupon?.code).toBe(open.code);
  });

  it.each([
    ['a code that exists in other case', { code: 'sPRING-15' }, 'code'],
    ['a code with a space', { code: 'SPRING 15' }, 'code'],
    ['more than 100 percent off', { discountAmount: 101 }, 'discountAmount'],
    ['nothing off', { discountAmount: 0 }, 'discountAmount'],
    ['a limit of no uses', { useLimit: 0 }, 'useLimit'],
    ['half a use', { useLimit: 1.5 }, 'useLimit'],
    [
      'an end before its start',
      { startsAt: '2026-05-02T00:00:00.000Z', endsAt: '2026-05-01T00:00:00.000Z' },
      'endsAt',
    ],
    ['a missing design', { code: 'OTHER', skus: ['PW-0'] }, 'skus'],
    ['a missing category', { code: 'OTHER', categoryIds: ['0'.repeat(24)] }, 'categoryIds'],
  ])('is refused with %s', async (_, wrong, field) => {
    await create();

    const { status, problem } = await createRefused(wrong);

    expect(status).toBe(422);
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
    expect((await list()).total).toBe(1);
  });
});

describe('the list', () => {
  it('shows the newest first, in pages, and finds codes however they are typed', async () => {
    for (let place = 0; place < 51; place += 1) {
      await addCoupon(services, { code: `SHOP_${place}` });
      services.pass(1000);
    }
    await addCoupon(services, { code: 'SHOPX1' });

    const first = await list();
    expect(first).toMatchObject({ total: 52, totalPages: 2 });
    expect(first.items[0]?.code).toBe('SHOPX1');
    expect((await list({ page: '2' })).items.map(({ code }) => code)).toEqual(['SHOP_1', 'SHOP_0']);
    // An underscore is not a wildcard.
    expect((await list({ search: 'shop_1' })).total).toBe(11);
    expect((await list({ search: ' x1' })).items.map(({ code }) => code)).toEqual(['SHOPX1']);
    expect(await list({ search: '%' })).toMatchObject({ items: [], total: 0, totalPages: 1 });
  });
});

describe('dates and limits', () => {
  it('can change while the rest stays the same', async () => {
    const made = await create({ useLimit: 3 });

    const { answer } = await limit(made._id, {
      minimumSubtotal: 10,
      startsAt: '2027-01-01T00:00:00.000Z',
      endsAt: null,
      useLimit: null,
    });

    expect(answer).toEqual({
      ...made,
      version: 2,
      minimumSubtotal: 10,
      startsAt: '2027-01-01T00:00:00.000Z',
      useLimit: null,
    });
    const { applyRefused } = await buyer();
    expect((await applyRefused('SPRING-15')).problem.message).toBe(messages.coupon.notYet);
  });

  it('cannot go below what was already used', async () => {
    const made = await create({ useLimit: 5 });
    await services.database.write((tx) =>
      tx.updateTable('coupons').set({ used: 2 }).where('id', '=', made._id).execute(),
    );

    const refused = await limitRefused(made._id, { useLimit: 1 });

    expect(refused.status).toBe(422);
    expect(refused.problem.fields).toEqual({ useLimit: 'It has already been used 2 times.' });
    expect((await limit(made._id, { useLimit: 2 })).answer.useLimit).toBe(2);
  });

  it('are saved beside what a colleague has set meanwhile, and show who set the same', async () => {
    const made = await create();
    const { _id } = made;
    const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
    await limit(_id, { useLimit: 5 }, made, theirs);
    // Not among them.
    await turn(_id, true);

    const { answer } = await limit(_id, { minimumSubtotal: 10 }, made);
    const { status, problem } = await limitRefused(_id, { useLimit: 6, minimumSubtotal: 9 }, made);

    expect(answer).toMatchObject({ useLimit: 5, minimumSubtotal: 10, isOff: true });
    expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(problem.fields).toEqual({
      useLimit: 'ben@studio.example changed this too.',
      minimumSubtotal: `${studioEmail} changed this too.`,
    });
    expect(await read(_id)).toEqual(answer);
    expect((await limit(_id, { useLimit: 5 }, made)).answer.useLimit).toBe(5);
  });

  it('stay in order where one sets the start and another the end', async () => {
    const made = await create();
    await limit(made._id, { startsAt: '2026-05-02T00:00:00.000Z' }, made);

    const { status, problem } = await limitRefused(
      made._id,
      { endsAt: '2026-05-01T00:00:00.000Z' },
      made,
    );

    expect(status).toBe(422);
    expect(problem.fields).toEqual({ endsAt: periodMessages.order });
  });

  it('are the same instant in any time zone', async () => {
    const made = await create({ startsAt: '2026-03-01T07:00:00.000Z' });
    await limit(made._id, { startsAt: '2026-03-02T07:00:00.000Z' }, made);

    const same = await limit(made._id, { startsAt: '2026-03-02T08:00:00+01:00' }, made);

    expect(same.answer.startsAt).toBe('2026-03-02T07:00:00.000Z');
  });
});

test('a disabled coupon takes nothing off a cart that has it, until it is enabled again', async () => {
  const { _id } = await create();
  const { apply, applyRefused, cart } = await buyer();
  await apply('SPRING-15');
  expect(await cart()).toMatchObject({ totalPrice: 17 });

  await turn(_id, true);

  expect(await cart()).toMatchObject({ totalPrice: 20 });
  expect((await applyRefused('SPRING-15')).problem.message).toBe(messages.coupon.ended);
  await turn(_id, false);
  expect(await cart()).toMatchObject({ totalPrice: 17 });
});

test('each change leaves one audit entry, and none if nothing changed', async () => {
  const { _id } = await create();
  await limit(_id, { useLimit: 5 });
  await limit(_id, { useLimit: 5 });
  await turn(_id, true);
  await turn(_id, true);
  await turn(_id, false);

  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  const lines = answer.items.filter(({ subjectId }) => subjectId === _id);
  expect(lines.map(({ action }) => action)).toEqual([
    'coupon.switched_on',
    'coupon.switched_off',
    'coupon.changed',
    'coupon.created',
  ]);
  expect(lines[2]).toMatchObject({ before: { useLimit: null }, after: { useLimit: 5 } });
});
