import { type Kysely, sql } from 'kysely';

/** An index of the mails that weren't sent, few of all: the first screen of staff counts those that failed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('mailsUnsent')
    .on('mailOutbox')
    .column('createdAt')
    .where(sql.ref('sentAt'), 'is', null)
    .execute();
}
