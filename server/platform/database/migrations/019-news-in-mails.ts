import type { Kysely } from 'kysely';

/** What a mail is news of, so that it can be withdrawn while it waits. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('mailOutbox').addColumn('news', 'text').execute();
}
