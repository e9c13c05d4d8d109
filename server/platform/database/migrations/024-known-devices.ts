import type { Kysely } from 'kysely';

/** The devices that signed in to each account, and the device or address that requested each reset. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('knownDevices')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull())
    .addColumn('lastSignInAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('knownDevicesKey', ['owner', 'tokenHash'])
    .execute();
  await schema
    .alterTable('resetSteps')
    .addColumn('requesterHash', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
