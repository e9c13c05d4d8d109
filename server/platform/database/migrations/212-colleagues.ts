import { type Kysely, sql } from 'kysely';
import { table, text } from '../table.ts';

export const tables = {
  /** People who share an account with its owner. */
  colleagues: table({
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    /** As the owner wrote it in the invitation. */
    email: text(),
    /** Normalised: the form that is unique and that limits are counted by. */
    emailKey: text().unique(),
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    joinedAt: text(),
  }).with({ indexes: { colleaguesByAccount: ['accountId'] } }),

  /** Who is invited to share an account. */
  colleagueInvitations: table({
    /** Of the invitation, and then of the colleague. */
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    email: text(),
    emailKey: text(),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text().unique(),
    invitedAt: text(),
    expiresAt: text(),
  }).with({ unique: { colleagueInvitationsOfAccount: ['accountId', 'emailKey'] } }),

  /** Apart from those of owners: the version before knows no colleagues, and takes everybody in `sessions` for the owner. */
  colleagueSessions: table({
    /** SHA-256 of the bearer token, hex. */
    tokenHash: text().key(),
    colleagueId: text().ownedBy('colleagues.id'),
    deviceId: text().nullable().ownedBy('accountDevices.id'),
    createdAt: text(),
    lastSeenAt: text(),
  }).with({
    indexes: {
      colleagueSessionsByColleague: ['colleagueId'],
      colleagueSessionsByDevice: ['deviceId'],
    },
  }),
};

export const columns = {
  /** The colleague whose browser it is; null: the owner's. */
  pushDevices: { colleagueId: text().nullable() },
  /** The colleague who resets a password. `accountId` is null then: the version before would set the owner's. */
  resetSteps: { colleagueId: text().nullable() },
};

/** To end what a colleague began. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index "resetStepsByColleague" on "resetSteps" ("colleagueId")`.execute(database);
}
