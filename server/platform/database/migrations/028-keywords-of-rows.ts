import type { Kysely } from 'kysely';

/** Keywords that an import makes of a design's tags, for its report. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('importRows').addColumn('keywords', 'text').execute();
}
