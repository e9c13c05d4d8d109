import type { Kysely } from 'kysely';

/** The stored answers of an account from the newest on, so that the oldest ones are found. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('idempotencyAnswersByAge')
    .on('idempotencyAnswers')
    .columns(['scope', 'createdAt'])
    .execute();
}
