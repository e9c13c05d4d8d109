import type { StaffRole } from '#contract/studio/call.ts';
import type { MailTiming, NotificationKind } from '#contract/studio/notifications.ts';
import { counter, integer, table, text } from '../../table.ts';

export const staffTables = {
  /** A staff member's account. While an invitation isn't accepted, it has neither password nor secret. */
  studioAccounts: table({
    id: text().key(),
    email: text(),
    emailKey: text().unique(),
    /** Empty until somebody enters one. */
    name: text().default('').stated(),
    role: text<StaffRole>().default('owner').stated(),
    passwordHash: text().nullable(),
    /** Of its authenticator, hex. */
    totpSecret: text().nullable(),
    /** The step of the last accepted code; only later ones are accepted. */
    lastTotpStep: integer().nullable(),
    createdAt: text(),
    disabledAt: text().nullable(),
    /** Of any of its sessions, at most 5 minutes late; null if it never signed in. */
    lastSeenAt: text().nullable(),
  }),

  /** An open invitation, at most one per account; used and superseded ones are deleted. */
  studioInvitations: table({
    /** SHA-256 of its token, hex. The token itself is only in the mail. */
    tokenHash: text().key(),
    accountId: text().unique().ownedBy('studioAccounts.id'),
    /** Moves to the account once a code proves that an authenticator has it. */
    totpSecret: text(),
    expiresAt: text(),
  }),

  studioSessions: table({
    /** SHA-256 of the token in the cookie, hex. The token itself isn't stored on the server. */
    tokenHash: text().key(),
    accountId: text().ownedBy('studioAccounts.id'),
    createdAt: text(),
    lastSeenAt: text(),
    /** As the browser describes itself. */
    userAgent: text().default('').stated(),
  }).with({ indexes: { studioSessionsByAccount: ['accountId'] } }),

  /** The unused recovery codes of the accounts; a used one is deleted. */
  studioRecoveryCodes: table({
    accountId: text().key().ownedBy('studioAccounts.id'),
    /** The first four characters of the code, by which its row is found. */
    selector: text().key(),
    /** Of the other twelve, hashed like a password. */
    secretHash: text(),
  }),

  /** Sign-ins with a recovery code that still have to set up a new authenticator, at most one per account. */
  studioTwoStepSetups: table({
    /** SHA-256 of its token, hex. */
    tokenHash: text().key(),
    accountId: text().unique().ownedBy('studioAccounts.id'),
    /** Moves to the account once a code proves that an authenticator has it. */
    totpSecret: text(),
    expiresAt: text(),
  }),

  /** Mailed links for a new password. */
  studioResets: table({
    id: text().key(),
    /** SHA-256 of its token, hex. The token itself is only in the mail. */
    tokenHash: text().unique(),
    /** Null if no account has the e-mail, so that asking takes as long. */
    accountId: text().nullable().ownedBy('studioAccounts.id'),
    expiresAt: text(),
    /** How many more codes can be tried. */
    triesLeft: integer(),
    /** When, and from where, the person asked an owner to confirm; null: not asked. */
    askedAt: text().nullable(),
    address: text(),
    userAgent: text(),
    /** The owner who confirmed. */
    confirmedBy: text().nullable(),
  }).with({ indexes: { studioResetsByAccount: ['accountId'] } }),

  /** The audit log. Rows are only ever added. */
  auditLines: table({
    id: counter(),
    at: text(),
    /** Id of a studio account; `terminal` for commands run on the server; or the shop itself. */
    actorId: text(),
    action: text(),
    subjectId: text(),
    /** JSON; null if there was, or is, nothing. */
    before: text().nullable(),
    after: text().nullable(),
    /** `before` and `after` in the form that is searched; the database keeps it. */
    searchText: text().default(''),
  }).with({
    indexes: {
      auditLinesByAction: ['action', 'id'],
      auditLinesByActor: ['actorId', 'id'],
      auditLinesByTarget: ['subjectId'],
    },
  }),

  /** How a staff member wants to be notified of a kind, if it isn't the default. */
  notificationChoices: table({
    accountId: text().key().ownedBy('studioAccounts.id'),
    kind: text<NotificationKind>().key(),
    mail: text<MailTiming>(),
    isPushed: integer(),
  }),

  /** What staff were notified of, a row per person and event. */
  notifications: table({
    id: text().key(),
    accountId: text().ownedBy('studioAccounts.id'),
    kind: text<NotificationKind>(),
    /** Of the order, account, … that it is about. */
    subjectId: text(),
    title: text(),
    /** The screen of the studio that it links to. */
    path: text(),
    createdAt: text(),
    /** When its mail was put in the outbox; null while it waits for the digest. */
    mailedAt: text().nullable(),
  }).with({
    indexes: {
      notificationsByAccount: ['accountId'],
      notificationsBySubject: ['kind', 'subjectId'],
      notificationsToMail: ['mailedAt', 'createdAt'],
    },
  }),

  /** A staff member's browser that gets pushes; columns as in `pushDevices`. */
  staffPushDevices: table({
    endpoint: text().key(),
    accountId: text().ownedBy('studioAccounts.id'),
    p256dh: text(),
    auth: text(),
    name: text(),
    createdAt: text(),
    goneAt: text().nullable(),
  }).with({ indexes: { staffPushDevicesByAccount: ['accountId'] } }),

  /** The outbox of pushes to staff; columns as in `pushes`. */
  staffPushes: table({
    endpoint: text().key().ownedBy('staffPushDevices.endpoint'),
    /** What it is about, such as `order:<id>`. */
    kind: text().key(),
    detail: text(),
    queuedAt: text(),
    nextTryAt: text(),
    attempts: integer().default(0),
  }).with({ indexes: { staffPushesDue: ['nextTryAt'] } }),
};
