import type { Kysely } from 'kysely';

/** The version of the terms that buyers accept, next to the text that was in force under it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('contentVersions').addColumn('termsVersion', 'text').execute();
}
