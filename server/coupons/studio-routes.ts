import type { Hono } from 'hono';
import type { Selectable, Updateable } from 'kysely';
import type { StudioAction } from '#contract/studio/audit-actions.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { couponMessages, type StudioCoupon } from '#contract/studio/coupons.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { periodMessages, startsBeforeItEnds } from '#contract/studio/period.ts';
import { counted } from '#contract/wire/counted.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';
import { productIdsBySku } from '../catalogue/product-ids-by-sku.ts';
import { assertNoConflicts, mergeFields } from '../platform/audit/merge-fields.ts';
import { differences, recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database, Reader, Transaction } from '../platform/database/open.ts';
import { searchForm } from '../platform/database/searched-letters.ts';
import type { Tables } from '../platform/database/tables.ts';
import { contains } from '../platform/database/text-search.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { categoriesOfCoupon } from './categories-of-coupon.ts';
import { createCoupon, type NewCoupon } from './create-coupon.ts';

/** The studio's routes for coupons: list, create, and change what may change while buyers have the code. */
export function studioCouponRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'coupons', ({ query }) =>
    couponPage(database.read, query.page, query.search),
  );

  serveStudio(app, services, 'coupon', ({ params }) => readCoupon(database.read, params.id));

  serveStudio(app, services, 'couponCategories', async () => ({
    categories: await database.read
      .selectFrom('categories')
      .select(['id as _id', 'name'])
      .orderBy('position')
      .execute(),
  }));

  serveStudio(app, services, 'createCoupon', ({ account, body: { skus, ...terms }, once }) =>
    makeAuditedOnce(once, account.id, async (change) => {
      const { tx } = change;
      const productIds = await productIdsBySku(tx, skus);
      return makeCoupon(change, { ...terms, productIds });
    }),
  );

  serveStudio(app, services, 'limitCoupon', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) =>
      changeCoupon(change, params.id, 'coupon.changed', (before) =>
        newLimits(change.tx, before, body),
      ),
    ),
  );

  serveStudio(app, services, 'switchCoupon', ({ account, params, body: { isOff } }) =>
    makeAuditedChange(services, account.id, (change) =>
      changeCoupon(
        change,
        params.id,
        isOff ? 'coupon.switched_off' : 'coupon.switched_on',
        async () => ({ isOff: isOff ? 1 : 0 }),
      ),
    ),
  );
}

const columns = [
  'id',
  'code',
  'discountType',
  'discount',
  'minimumSubtotal',
  'startsAt',
  'endsAt',
  'useLimit',
  'used',
  'isOncePerCustomer',
  'isOff',
  'isScoped',
  'version',
] as const;

/** Creates a coupon with its audit line. */
export async function makeCoupon(change: AuditedChange, wanted: NewCoupon): Promise<StudioCoupon> {
  const { tx } = change;
  const id = await createCoupon(change, wanted);
  const coupon = await readCoupon(tx, id);
  const line = { action: 'coupon.created', subjectId: id } as const;
  await recordAction(change, { ...line, before: null, after: seen(coupon) });
  return coupon;
}

async function couponPage(read: Database['read'], page: number, search: string) {
  const matching = read
    .selectFrom('coupons')
    .$if(search !== '', (query) => query.where(contains('codeKey', searchForm(search))));
  const total = await countOf(matching);
  const rows = await matching
    .select(columns)
    .orderBy('id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(await Promise.all(rows.map((row) => present(read, row))), total);
}

/** @throws NOT_FOUND */
async function readCoupon(reader: Reader, id: string): Promise<StudioCoupon> {
  const row = await reader
    .selectFrom('coupons')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', couponMessages.noCoupon);
  return present(reader, row);
}

type Row = Pick<Selectable<Tables['coupons']>, (typeof columns)[number]>;

async function present(reader: Reader, row: Row): Promise<StudioCoupon> {
  return {
    _id: row.id,
    version: row.version,
    code: row.code,
    discountType: row.discountType,
    discountAmount: toWire(row.discount),
    minimumSubtotal: toWire(row.minimumSubtotal),
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    useLimit: row.useLimit,
    used: row.used,
    isOncePerCustomer: row.isOncePerCustomer === 1,
    isOff: row.isOff === 1,
    scope: row.isScoped === 1 ? await scopeOf(reader, row.id) : null,
  };
}

async function scopeOf(reader: Reader, couponId: string): Promise<StudioCoupon['scope']> {
  const products = await reader
    .selectFrom('couponProducts')
    .innerJoin('products', 'products.id', 'couponProducts.productId')
    .select('products.sku')
    .where('couponProducts.couponId', '=', couponId)
    .orderBy('products.sku')
    .execute();
  return {
    skus: products.map(({ sku }) => sku),
    categories: await categoriesOfCoupon(reader, couponId),
  };
}

/** Changes a coupon, and adds an audit line if anything changed. @throws NOT_FOUND, and what `newValues` throws */
async function changeCoupon(
  change: AuditedChange,
  id: string,
  what: StudioAction,
  newValues: (before: StudioCoupon) => Promise<Updateable<Tables['coupons']>>,
): Promise<StudioCoupon> {
  const { tx } = change;
  const before = await readCoupon(tx, id);
  const values = await newValues(before);
  await tx.updateTable('coupons').set(values).where('id', '=', id).execute();
  const after = await readCoupon(tx, id);
  const seenOfBoth = differences(seen(before), seen(after));
  if (Object.keys(seenOfBoth.after).length === 0) return after;
  await recordAction(change, { action: what, subjectId: id, ...seenOfBoth });
  return after;
}

/**
 * The dates and limits with what changed. Refuses a limit below the uses so far, because counter and limit
 * would contradict each other.
 */
async function newLimits(
  tx: Transaction,
  { _id, version, used, minimumSubtotal, startsAt, endsAt, useLimit }: StudioCoupon,
  body: StudioCallInput<'limitCoupon'>['body'],
) {
  const current = { minimumSubtotal, startsAt, endsAt, useLimit };
  const { merged: limits, conflicts } = mergeFields(current, body);
  await assertNoConflicts(tx, _id, conflicts);
  if (!startsBeforeItEnds(limits)) throw invalidField('endsAt', periodMessages.order);
  if (limits.useLimit !== null && limits.useLimit < used) {
    throw invalidField('useLimit', `It has already been used ${counted(used, 'time')}.`);
  }
  return {
    ...limits,
    minimumSubtotal: fromWire(limits.minimumSubtotal),
    version: version + 1,
  };
}

function seen({ _id, version, scope, ...coupon }: StudioCoupon) {
  const counts = scope && [...scope.skus, ...scope.categories.map(({ name }) => name)].join(', ');
  return { ...coupon, 'counts for': counts ?? 'everything' };
}
