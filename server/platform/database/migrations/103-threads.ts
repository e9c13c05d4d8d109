import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { createIndex, ownedBy } from '../table-parts.ts';

/** Messages between buyers and the studio, with the replies to custom requests, which were a table of their own. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const { text } = columnTypes(database);
  await schema
    .createTable('threads')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) =>
      column.notNull().check(sql`kind in ('request', 'order', 'design')`),
    )
    .addColumn('requestId', text, (column) =>
      column.unique().references('customRequests.id').onDelete('cascade'),
    )
    .addColumn('orderId', text, (column) =>
      column.unique().references('orders.id').onDelete('cascade'),
    )
    .addColumn('productId', text)
    .addColumn('accountId', text, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('waitingSince', text)
    .addColumn('lastAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'threadsByWait', 'threads', ['waitingSince', 'lastAt']);
  await createIndex(database, 'threadsByTime', 'threads', ['lastAt']);
  // One thread of an account about a design.
  await schema
    .createIndex('threadsByAccount')
    .unique()
    .on('threads')
    .columns(['accountId', 'productId'])
    .execute();

  await schema
    .createTable('threadMessages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('threadId', text, ownedBy('threads.id'))
    .addColumn('staffId', text)
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('createdAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'messagesByThread', 'threadMessages', [
    'threadId',
    'createdAt',
    'id',
  ]);

  await schema
    .createTable('messagePictures')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('messageId', text, ownedBy('threadMessages.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('upload', text, (column) => column.notNull().unique())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(database, 'picturesByMessage', 'messagePictures', ['messageId']);

  await schema
    .createTable('threadLinks')
    .addColumn('tokenHash', text, (column) => column.primaryKey())
    .addColumn('threadId', text, ownedBy('threads.id'))
    .addColumn('expiresAt', text, (column) => column.notNull())
    .execute();
  await createIndex(database, 'threadLinksByThread', 'threadLinks', ['threadId']);

  await sql`insert into threads (id, kind, "requestId", name, email, title, "lastAt")
    select "requestId", 'request', "requestId", '', '', '', max("createdAt")
    from "customReplies" group by "requestId"`.execute(database);
  await sql`insert into "threadMessages" (id, "threadId", "staffId", text, "createdAt")
    select id, "requestId", "authorId", text, "createdAt" from "customReplies"`.execute(database);
}
