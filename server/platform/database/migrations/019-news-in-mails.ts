import type { Kysely } from 'kysely';

/** The announcement in a mail, so that it can be withdrawn before it is sent. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('mailOutbox').addColumn('news', 'text').execute();
}
