import { type ExpressionBuilder, sql } from 'kysely';
import {
  type AuditKind,
  type AuditLine,
  type AuditSubject,
  linesSearched,
} from '#contract/studio/audit.ts';
import { actionText, auditActions, type StudioAction } from '#contract/studio/audit-actions.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { shopItself, terminal } from '../platform/audit/record-action.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database } from '../platform/database/open.ts';
import { searchForm } from '../platform/database/searched-letters.ts';
import type { Tables } from '../platform/database/tables.ts';
import { contains, hasWritten, isInTitle, isInValues } from '../platform/database/text-search.ts';
import {
  countUpTo,
  listPage,
  longPage,
  pageOffset,
  rowsOfLongPage,
} from '../platform/http/list-page.ts';

type Read = Database['read'];
type Query = StudioCallInput<'auditLines'>['query'];

/** A page of the activity log, newest first, with the names of who did it and what it was done to. */
export async function activityPage(read: Read, query: Query) {
  const { rows, total, isCounted, searchedTo } = await (query.search === ''
    ? filteredLines(read, query)
    : foundLines(read, query));
  const actors = await actorsOf(read);
  const nameOf = new Map(actors.map(({ id, name }) => [id, name]));
  const subjects = await subjectsOf(
    read,
    rows.map(({ subjectId }) => subjectId),
  );
  const items = rows.map(({ id, at, actorId, action, subjectId, before, after }) => ({
    id,
    at,
    actor: nameOf.get(actorId) ?? actorId,
    action,
    subjectId,
    subject: subjects.get(subjectId) ?? null,
    before: seen(before),
    after: seen(after),
  }));
  return { ...listPage(items, total), isCounted, searchedTo, actors };
}

async function filteredLines(read: Read, query: Query) {
  const lines = filtered(read, query);
  const counted = await countUpTo(read, lines);
  const rows = await lines
    .selectAll('auditLines')
    .orderBy('auditLines.id', 'desc')
    .limit(rowsOfLongPage)
    .offset(pageOffset(query.page))
    .execute();
  return { ...longPage(rows, counted, query.page), searchedTo: null };
}

/** Searches a limited number of lines, because no index has their texts. */
async function foundLines(read: Read, query: Query) {
  const lines = filtered(read, query).orderBy('auditLines.id', 'desc');
  const [oldest, older] = await lines
    .select(['auditLines.id', 'auditLines.at'])
    .limit(2)
    .offset(linesSearched - 1)
    .execute();
  const named = await idsNamed(read, query.search);
  const found = await read
    .with(
      (name) => name('searched').materialized(),
      () => lines.selectAll('auditLines').limit(linesSearched),
    )
    .selectFrom('searched')
    .select('searched.id')
    .where((eb) => isFound(read, eb, query.search, named))
    .orderBy('searched.id', 'desc')
    .execute();
  const start = pageOffset(query.page);
  const ids = found.slice(start, start + studioPageSize).map(({ id }) => id);
  const rows = await linesOf(read, ids);
  const searchedTo = older ? (oldest ?? null) : null;
  return { rows, total: found.length, isCounted: true, searchedTo };
}

async function linesOf(read: Read, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return read
    .selectFrom('auditLines')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
}

async function actorsOf(read: Read) {
  const staff = await read
    .selectFrom('studioAccounts')
    .select(['id', 'email as name'])
    .orderBy('email')
    .execute();
  return [...staff, ...[terminal, shopItself].map((id) => ({ id, name: id }))];
}

function filtered(read: Read, { actor, kind, action, olderThan }: Query) {
  return read
    .selectFrom('auditLines')
    .$if(olderThan !== undefined, (lines) => lines.where('auditLines.id', '<', olderThan ?? 0))
    .$if(actor !== '', (lines) => lines.where('auditLines.actorId', '=', actor))
    .$if(kind !== 'all', (lines) => lines.where('auditLines.action', 'in', actionsOf(kind)))
    .$if(action !== '', (lines) => lines.where('auditLines.action', '=', action));
}

function actionsOf(kind: Query['kind']): string[] {
  return Object.keys(auditActions).filter(
    (each) => auditActions[each as StudioAction].kind === kind,
  );
}

function actionsNamed(search: string): string[] {
  const form = searchForm(search);
  return Object.keys(auditActions).filter((each) => searchForm(actionText(each)).includes(form));
}

type Searched = Tables & { searched: Tables['auditLines'] };

/** The ids of what is few and has what was typed in its name, in the letters of all searches. */
async function idsNamed(read: Read, search: string): Promise<string[]> {
  const form = searchForm(search);
  const lists = await Promise.all([
    read.selectFrom('coupons').select(['id', 'code as name']).execute(),
    read.selectFrom('categories').select(['id', 'name']).execute(),
    read.selectFrom('collections').select(['id', 'name']).execute(),
    read.selectFrom('imports').select(['id', 'fileName as name']).execute(),
    read.selectFrom('customRequests').select(['id', 'name']).execute(),
    read.selectFrom('studioAccounts').select(['id', 'email as name']).execute(),
  ]);
  return lists
    .flat()
    .filter(({ name }) => searchForm(name).includes(form))
    .map(({ id }) => id);
}

/**
 * Whether a line's action, its values or what it was done to has what was typed. Of orders, buyers and designs,
 * which may be many, only those that the searched lines are about are read.
 */
function isFound(
  read: Read,
  eb: ExpressionBuilder<Searched, 'searched'>,
  search: string,
  named: readonly string[],
) {
  const hasNumber = contains('orders.orderNumber', searchForm(search));
  const linesAbout = (kind: AuditKind) =>
    eb.selectFrom('searched as line').where('line.action', 'in', actionsOf(kind));
  const subjects = [
    linesAbout('orders')
      .crossJoin('orders')
      .whereRef('orders.id', '=', 'line.subjectId')
      .where(hasNumber)
      .select('orders.id'),
    linesAbout('orders')
      .crossJoin('orderItems')
      .crossJoin('orders')
      .whereRef('orderItems.id', '=', 'line.subjectId')
      .whereRef('orders.id', '=', 'orderItems.orderId')
      .where(hasNumber)
      .select('orderItems.id'),
    linesAbout('buyers')
      .crossJoin('buyerTexts')
      .whereRef('buyerTexts.accountId', '=', 'line.subjectId')
      .where(hasWritten(read, 'buyerTexts', search))
      .select('buyerTexts.accountId as id'),
  ];
  return eb.or([
    eb('searched.action', 'in', ['', ...actionsNamed(search)]),
    isInValues(search),
    eb('searched.subjectId', 'in', [search, ...named]),
    ...subjects.map((ids) => eb('searched.subjectId', 'in', ids)),
    eb.exists(
      // Looked up for each line: without the offset, PostgreSQL would look at all designs.
      eb
        .selectFrom('products')
        .select('products.id')
        .whereRef('products.id', '=', 'searched.subjectId')
        .where(isInTitle(search))
        .$if(isPostgres(read), (designs) => designs.offset(0)),
    ),
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
    read.selectFrom('collections').select(['id', 'name']).where('id', 'in', ids).execute(),
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
      // As a plain column, SQLite would search by it, and so read all accounts.
      .where(sql`coalesce("deletedAt", '')`, '=', '')
      .execute(),
  ])) as readonly { readonly id: string; readonly name: string }[][];
  const kinds = [
    'design',
    'coupon',
    'category',
    'collection',
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
