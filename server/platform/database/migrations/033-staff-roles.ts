import type { Kysely } from 'kysely';

/**
 * Names and roles of staff, and what their devices are. Everybody so far may do everything, so they become
 * owners.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('studioAccounts')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema
    .alterTable('studioAccounts')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
    .execute();
  await schema.alterTable('studioAccounts').addColumn('lastSeenAt', 'text').execute();
  await schema
    .alterTable('studioSessions')
    .addColumn('userAgent', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
