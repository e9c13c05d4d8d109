import type { Kysely } from 'kysely';

/** An index over an account's stored answers by age, to find the oldest ones. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('idempotencyAnswersByAge')
    .on('idempotencyAnswers')
    .columns(['scope', 'createdAt'])
    .execute();
}
