import { type ExpressionBuilder, sql } from 'kysely';
import {
  type AuditLine,
  type AuditSubject,
  auditActions,
  type StudioAction,
} from '#contract/studio/audit.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { shopItself, terminal } from '../platform/audit/record-action.ts';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { contains } from '../platform/database/text-search.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';

type Read = Database['read'];
type Query = StudioCallInput<'auditLines'>['query'];

/** A page of the activity log, newest first, with the names of who did it and what it was done to. */
export async function activityPage(read: Read, query: Query) {
  const found = matching(read, query);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('auditLines')
    .orderBy('auditLines.id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(query.page))
    .execute();
  const actors = await actorsOf(read);
  const nameOf = new Map(actors.map(({ id, name }) => [id, name]));
  const subjects = await subjectsOf(
    read,
    rows.map(({ subjectId }) => subjectId),
  );
  const items = rows.map(({ actorId, before, after, ...line }) => ({
    ...line,
    actor: nameOf.get(actorId) ?? actorId,
    subject: subjects.get(line.subjectId) ?? null,
    before: seen(before),
    after: seen(after),
  }));
  return { ...listPage(items, total), actors };
}

async function actorsOf(read: Read) {
  const staff = await read
    .selectFrom('studioAccounts')
    .select(['id', 'email as name'])
    .orderBy('email')
    .execute();
  return [...staff, ...[terminal, shopItself].map((id) => ({ id, name: id }))];
}

function matching(read: Read, { actor, kind, action, search }: Query) {
  const actions = Object.keys(auditActions).filter(
    (each) => auditActions[each as StudioAction] === kind,
  );
  return read
    .selectFrom('auditLines')
    .$if(actor !== '', (lines) => lines.where('auditLines.actorId', '=', actor))
    .$if(kind !== 'all', (lines) => lines.where('auditLines.action', 'in', actions))
    .$if(action !== '', (lines) => lines.where('auditLines.action', '=', action))
    .$if(search !== '', (lines) => lines.where((eb) => isFound(eb, search)));
}

/** Whether a line's action, its values or what it was done to has what was typed. */
function isFound(eb: ExpressionBuilder<Tables, 'auditLines'>, search: string) {
  const has = (column: string) => contains(column, search);
  const order = eb.selectFrom('orders').select('orders.id').where(has('orders.orderNumber'));
  const subjects = [
    order,
    eb.selectFrom('orderItems').select('orderItems.id').where('orderItems.orderId', 'in', order),
    eb.selectFrom('products').select('products.id').where(has('products.title')),
    eb.selectFrom('coupons').select('coupons.id').where(has('coupons.code')),
    eb.selectFrom('categories').select('categories.id').where(has('categories.name')),
    eb.selectFrom('imports').select('imports.id').where(has('imports.fileName')),
    eb.selectFrom('customRequests').select('customRequests.id').where(has('customRequests.name')),
    eb.selectFrom('studioAccounts').select('studioAccounts.id').where(has('studioAccounts.email')),
    eb.selectFrom('buyerTexts').select('buyerTexts.accountId as id').where(has('buyerTexts.text')),
  ];
  return eb.or([
    has('auditLines.action'),
    has('auditLines.before'),
    has('auditLines.after'),
    eb('auditLines.subjectId', '=', search),
    ...subjects.map((ids) => eb('auditLines.subjectId', 'in', ids)),
  ]);
}

/** The names of what these ids belong to, and where its screen is. */
async function subjectsOf(
  read: Read,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, AuditSubject>> {
  const ids = [...new Set(subjectIds)];
  if (ids.length === 0) return new Map();
  const named = (await Promise.all([
    read.selectFrom('products').select(['id', 'title as name']).where('id', 'in', ids).execute(),
    read.selectFrom('coupons').select(['id', 'code as name']).where('id', 'in', ids).execute(),
    read.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute(),
    read.selectFrom('imports').select(['id', 'fileName as name']).where('id', 'in', ids).execute(),
    read.selectFrom('bulkChanges').select(['id', 'title as name']).where('id', 'in', ids).execute(),
    read.selectFrom('customRequests').select(['id', 'name']).where('id', 'in', ids).execute(),
    read
      .selectFrom('orders')
      .select(['id', 'orderNumber as name'])
      .where('id', 'in', ids)
      .execute(),
    read
      .selectFrom('studioAccounts')
      .select(['id', 'email as name'])
      .where('id', 'in', ids)
      .execute(),
    read
      .selectFrom('accounts')
      .select([
        'id',
        sql<string>`trim("firstName" || ' ' || "lastName") || ' (' || email || ')'`.as('name'),
      ])
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .execute(),
  ])) as readonly { readonly id: string; readonly name: string }[][];
  const kinds = [
    'design',
    'coupon',
    'category',
    'import',
    'bulk change',
    'custom request',
    'order',
    'staff member',
    'buyer',
  ] as const;
  const items = await read
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orderItems.id as itemId', 'orders.id', 'orders.orderNumber', 'productName'])
    .where('orderItems.id', 'in', ids)
    .execute();
  return new Map<string, AuditSubject>([
    ...kinds.flatMap((kind, place) =>
      (named[place] ?? []).map(({ id, name }) => [id, { kind, id, name }] as const),
    ),
    ...items.map(({ itemId, id, orderNumber, productName }) => {
      const name = `${productName} in ${orderNumber}`;
      return [itemId, { kind: 'order', id, name }] as const;
    }),
  ]);
}

function seen(json: string | null): AuditLine['before'] {
  return json === null ? null : (JSON.parse(json) as AuditLine['before']);
}
