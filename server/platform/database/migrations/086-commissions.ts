import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';
import type { Tables } from '../tables.ts';

/**
 * The states of commissions, their moves and quotes. A request that was closed stays so; every other is received.
 * `status` stays the inbox's: whether a request waits for the studio.
 */
export async function up(database: Kysely<Pick<Tables, 'customRequests'>>): Promise<void> {
  const { schema } = database;
  const { text, counter } = columnTypes(database);
  await schema
    .alterTable('customRequests')
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('received')
        .check(
          sql`state in ('received', 'quoted', 'paid', 'drawing', 'delivered', 'changes_wanted',
            'accepted', 'declined', 'expired', 'withdrawn', 'refunded', 'closed')`,
        ),
    )
    .execute();
  await schema.alterTable('customRequests').addColumn('dueAt', text).execute();
  await database
    .updateTable('customRequests')
    .set({ state: 'closed' })
    .where('status', '=', 'closed')
    .execute();
  await createIndex(database, 'customRequestsByState', 'customRequests', ['state', 'createdAt']);

  await schema
    .createTable('commissionMoves')
    .addColumn('id', counter.type, counter.build)
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('move', text, (column) => column.notNull())
    .addColumn('fromState', text, (column) => column.notNull())
    .addColumn('toState', text, (column) => column.notNull())
    .addColumn('mover', text, (column) =>
      column.notNull().check(sql`mover in ('buyer', 'studio', 'shop')`),
    )
    .addColumn('staffId', text)
    .addColumn('note', text, (column) => column.notNull().defaultTo(''))
    .addColumn('movedAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'commissionMovesByRequest', 'commissionMoves', ['requestId', 'id']);

  await schema
    .createTable('quotes')
    .addColumn('requestId', text, ownedBy('customRequests.id'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull().check(sql`price > 0`))
    .addColumn('deposit', 'bigint', (column) => column.check(sql`deposit > 0`))
    .addColumn('included', text, (column) => column.notNull())
    .addColumn('designType', text, (column) =>
      column.notNull().check(sql`"designType" in ('Exclusive', 'Non-Exclusive')`),
    )
    .addColumn('rounds', 'bigint')
    .addColumn('days', 'bigint', (column) => column.notNull())
    .addColumn('termsVersion', text, (column) => column.notNull())
    .addColumn('validUntil', text, (column) => column.notNull())
    .addColumn('staffId', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('quotesKey', ['requestId', 'version'])
    .execute();
}
