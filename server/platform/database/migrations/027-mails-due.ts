import { type Kysely, sql } from 'kysely';

/** Which mails are sent first, and indexes of those that wait for a sender and of those that have one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .alterTable('mailOutbox')
    .addColumn('priority', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`UPDATE "mailOutbox" SET priority = 0 WHERE "expiresAt" IS NOT NULL`.execute(database);
  await schema
    .createIndex('mailsWaiting')
    .on('mailOutbox')
    .columns(['priority', 'nextAttemptAt'])
    .where(sql.ref('sentAt'), 'is', null)
    .where(sql.ref('roundsLeft'), '=', sql.lit(0))
    .execute();
  await schema
    .createIndex('mailsTaken')
    .on('mailOutbox')
    .column('nextAttemptAt')
    .where(sql.ref('sentAt'), 'is', null)
    .where(sql.ref('roundsLeft'), '>', sql.lit(0))
    .execute();
}
