import type { Generated } from 'kysely';
import type { LicenseType } from '#contract/shop/account.ts';
import type { StaffRole } from '#contract/studio/call.ts';
import type { MailTiming, NotificationKind } from '#contract/studio/notifications.ts';

/** The tables for the people who run the studio; tables.ts describes how values are stored. */
export interface StudioTables {
  studioAccounts: StudioAccountsTable;
  studioInvitations: StudioInvitationsTable;
  studioSessions: StudioSessionsTable;
  studioRecoveryCodes: StudioRecoveryCodesTable;
  studioTwoStepSetups: StudioTwoStepSetupsTable;
  studioResets: StudioResetsTable;
  auditLines: AuditLinesTable;
  licenceTexts: LicenceTextsTable;
  notificationChoices: NotificationChoicesTable;
  notifications: NotificationsTable;
  staffPushDevices: StaffPushDevicesTable;
  staffPushes: StaffPushesTable;
  contentVersions: ContentVersionsTable;
}

/** A staff member's account. While an invitation isn't accepted, it has neither password nor secret. */
interface StudioAccountsTable {
  id: string;
  email: string;
  emailKey: string;
  /** Empty until somebody enters one. */
  name: string;
  role: StaffRole;
  passwordHash: string | null;
  /** Of its authenticator, hex. */
  totpSecret: string | null;
  /** The step of the last accepted code; only later ones are accepted. */
  lastTotpStep: number | null;
  createdAt: string;
  disabledAt: string | null;
  /** Of any of its sessions, at most 5 minutes late; null if it never signed in. */
  lastSeenAt: string | null;
}

/** An open invitation, at most one per account; used and superseded ones are deleted. */
interface StudioInvitationsTable {
  /** SHA-256 of its token, hex. The token itself is only in the mail. */
  tokenHash: string;
  accountId: string;
  /** Moves to the account once a code proves that an authenticator has it. */
  totpSecret: string;
  expiresAt: string;
}

interface StudioSessionsTable {
  /** SHA-256 of the token in the cookie, hex. The token itself isn't stored on the server. */
  tokenHash: string;
  accountId: string;
  createdAt: string;
  lastSeenAt: string;
  /** As the browser describes itself. */
  userAgent: string;
}

/** The unused recovery codes of the accounts; a used one is deleted. */
interface StudioRecoveryCodesTable {
  accountId: string;
  /** The first four characters of the code, by which its row is found. */
  selector: string;
  /** Of the other twelve, hashed like a password. */
  secretHash: string;
}

/** Sign-ins with a recovery code that still have to set up a new authenticator, at most one per account. */
interface StudioTwoStepSetupsTable {
  /** SHA-256 of its token, hex. */
  tokenHash: string;
  accountId: string;
  /** Moves to the account once a code proves that an authenticator has it. */
  totpSecret: string;
  expiresAt: string;
}

/** Mailed links for a new password. */
interface StudioResetsTable {
  id: string;
  /** SHA-256 of its token, hex. The token itself is only in the mail. */
  tokenHash: string;
  /** Null if no account has the e-mail, so that asking takes as long. */
  accountId: string | null;
  expiresAt: string;
  /** How many more codes can be tried. */
  triesLeft: number;
  /** When, and from where, the person asked an owner to confirm; null: not asked. */
  askedAt: string | null;
  address: string;
  userAgent: string;
  /** The owner who confirmed. */
  confirmedBy: string | null;
}

/** The audit log. Rows are only ever added. */
interface AuditLinesTable {
  id: Generated<number>;
  at: string;
  /** Id of a studio account; `terminal` for commands run on the server; or the shop itself. */
  actorId: string;
  action: string;
  subjectId: string;
  /** JSON; null if there was, or is, nothing. */
  before: string | null;
  after: string | null;
  /** `before` and `after` in the form that is searched; the database keeps it. */
  searchText: Generated<string>;
}

/** Licence texts written by the studio; the last row of each type is in force. Rows are only ever added. */
interface LicenceTextsTable {
  id: Generated<number>;
  licenseType: LicenseType;
  version: string;
  /** JSON array of lines, like `forbids`. */
  allows: string;
  forbids: string;
  goods: string;
  /** How many items the licence covers. */
  licenceItems: Generated<number>;
  /** The staff member who published it. */
  accountId: string;
  publishedAt: string;
}

/** How a staff member wants to be notified of a kind, if it isn't the default. */
interface NotificationChoicesTable {
  accountId: string;
  kind: NotificationKind;
  mail: MailTiming;
  isPushed: number;
}

/** What staff were notified of, a row per person and event. */
interface NotificationsTable {
  id: string;
  accountId: string;
  kind: NotificationKind;
  /** Of the order, account, … that it is about. */
  subjectId: string;
  title: string;
  /** The screen of the studio that it links to. */
  path: string;
  createdAt: string;
  /** When its mail was put in the outbox; null while it waits for the digest. */
  mailedAt: string | null;
}

/** A staff member's browser that gets pushes; columns as in `pushDevices`. */
interface StaffPushDevicesTable {
  endpoint: string;
  accountId: string;
  p256dh: string;
  auth: string;
  name: string;
  createdAt: string;
  goneAt: Generated<string | null>;
}

/** The outbox of pushes to staff; columns as in `pushes`. */
interface StaffPushesTable {
  endpoint: string;
  /** What it is about, such as `order:<id>`. */
  kind: string;
  detail: string;
  queuedAt: string;
  nextTryAt: string;
  attempts: Generated<number>;
}

/** Versions of the shop's texts; the newest of a section is in force. */
interface ContentVersionsTable {
  section: string;
  /** Counts from 2 in each section: the first version is in the source. */
  version: number;
  /** JSON. */
  content: string;
  accountId: string;
  publishedAt: string;
  /** Of the terms: the version that buyers accepted while it was in force. */
  termsVersion: string | null;
}
