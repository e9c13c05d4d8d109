import type { Generated } from 'kysely';
import type { LicenseType } from '#contract/shop/account.ts';

/** The rows of who runs the studio; in `tables.ts` stands how values are stored. */
export interface StudioTables {
  studioAccounts: StudioAccountsTable;
  studioInvitations: StudioInvitationsTable;
  studioSessions: StudioSessionsTable;
  auditLines: AuditLinesTable;
  licenceTexts: LicenceTextsTable;
}

/** Who runs the studio. An account that is invited and hasn't accepted has neither password nor secret. */
interface StudioAccountsTable {
  id: string;
  email: string;
  emailKey: string;
  passwordHash: string | null;
  /** Of its authenticator, hex. */
  totpSecret: string | null;
  /** The step of the last code that was taken; only later ones are. */
  lastTotpStep: number | null;
  createdAt: string;
  disabledAt: string | null;
}

/** An open invitation, one an account at most; a used or superseded one is deleted. */
interface StudioInvitationsTable {
  /** SHA-256 of its token, hex. The token itself is only in the mail. */
  tokenHash: string;
  accountId: string;
  /** Becomes the account's once a code shows that an authenticator has it. */
  totpSecret: string;
  expiresAt: string;
}

interface StudioSessionsTable {
  /** SHA-256 of the token in the cookie, hex. The token itself is nowhere on the server. */
  tokenHash: string;
  accountId: string;
  createdAt: string;
  lastSeenAt: string;
}

/** What was done in the studio; lines are only ever added. */
interface AuditLinesTable {
  id: Generated<number>;
  at: string;
  /** Id of a studio account, `terminal`: whoever may run commands on the server, or the shop itself. */
  who: string;
  what: string;
  /** What it was done to, an id. */
  target: string;
  /** JSON; null where there was, or is, nothing. */
  before: string | null;
  after: string | null;
}

/** What the studio wrote of a licence; the last row of each is in force. Rows are only ever added. */
interface LicenceTextsTable {
  id: Generated<number>;
  licenseType: LicenseType;
  version: string;
  /** JSON array of lines, as `forbids` is. */
  allows: string;
  forbids: string;
  goods: string;
  /** Who of the studio published it. */
  accountId: string;
  publishedAt: string;
}
