import { counter, integer, oneOf, table, text } from '../../table.ts';

export const accountTables = {
  accounts: table({
    id: text().key(),
    /** As the owner wrote it. */
    email: text(),
    /** Normalised: the form that is unique and that limits are counted by. */
    emailKey: text().unique(),
    /** The `emailKey` that its owner has shown to be theirs, with a mail sent there; null: none. */
    confirmedEmailKey: text().nullable(),
    passwordHash: text(),
    firstName: text(),
    lastName: text(),
    licenseType: oneOf('FABRIC_SHOP', 'SMALL_BUSINESS'),
    businessVerificationLink: text(),
    avatarUrl: text().nullable(),
    status: oneOf('pending', 'approved', 'rejected'),
    /** Its owner is mailed when custom requests open. */
    hasCustomsNews: integer().default(0),
    /** Its owner is mailed when a bought design gets new files. */
    hasFilesNews: integer().default(1),
    /** JSON of what its owner wants on receipts; null: nothing. */
    billing: text().nullable(),
    /** When its owner is to be notified of price drops; null if there are none. */
    priceDropsDueAt: text().nullable(),
    /** When its owner was last notified of price drops. */
    priceDropsToldAt: text().nullable(),
    /** When its owner was last told of new designs for saved searches. */
    newDesignsToldAt: text().nullable(),
    isDemo: integer().default(0).stated(),
    createdAt: text(),
    /** When its owner deleted it. The row stays for its orders, without personal data. */
    deletedAt: text().nullable(),
  }).with({
    indexes: {
      accountsByAge: ['deletedAt', 'createdAt', 'id'],
      accountsByCreation: ['createdAt', 'id'],
      accountsByStatus: ['deletedAt', 'status', 'createdAt', 'id'],
      accountsPriceDropsDue: ['priceDropsDueAt'],
      accountsSubscribed: { of: ['id'], where: '"hasCustomsNews" = 1' },
    },
  }),

  /** A yearly licence that the studio agreed with a buyer. */
  yearlyLicences: table({
    accountId: text().key().ownedBy('accounts.id'),
    /** The last day it is valid on, such as `2027-06-12`. */
    endsOn: text(),
    wantsReminder: integer().default(1),
    /** The `endsOn` that its owner was reminded of; null: none yet. */
    remindedOf: text().nullable(),
  }),

  /** A browser that signed in to an account of a buyer. */
  accountDevices: table({
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    /** SHA-256 of the token in its device cookie, hex, by which its next sign-in finds it. */
    cookieHash: text(),
    userAgent: text(),
    /** The name its owner gave it; empty: none. */
    givenName: text(),
    /** Its last sign-in. */
    signedInAt: text(),
  }).with({ unique: { accountDevicesCookie: ['accountId', 'cookieHash'] } }),

  sessions: table({
    /** SHA-256 of the bearer token, hex. The token itself isn't stored on the server. */
    tokenHash: text().key(),
    accountId: text().ownedBy('accounts.id'),
    deviceId: text().nullable().ownedBy('accountDevices.id'),
    createdAt: text(),
    lastSeenAt: text(),
  }).with({
    indexes: {
      sessionsByAccount: ['accountId'],
      sessionsByDevice: ['deviceId'],
    },
  }),

  /** A device that signed in to an account. Its cookie only recognises it; it doesn't sign in. */
  knownDevices: table({
    /** `account:<id>` or `studio:<id>`. */
    owner: text().key(),
    /** SHA-256 of the token in its cookie, hex. The token itself isn't stored on the server. */
    tokenHash: text().key(),
    lastSignInAt: text(),
  }),

  /** A step of a password reset. Its token works once. */
  resetSteps: table({
    /** SHA-256 of the step's token, hex. The token itself isn't stored on the server. */
    tokenHash: text().key(),
    /** SHA-256 of the normalised e-mail of the request, hex. */
    emailHash: text(),
    /** Of the known device, or else the address, that asked. A new code replaces the last one for the same requester. */
    requesterHash: text().default(''),
    /** Null if there is no such account. */
    accountId: text().nullable().ownedBy('accounts.id'),
    /** Hash of token and code; null once the code was entered, when the token sets a password. */
    codeHash: text().nullable(),
    triesLeft: integer(),
    expiresAt: text(),
  }).with({
    indexes: {
      resetStepsByAccount: ['accountId'],
      resetStepsByEmail: ['emailHash'],
    },
  }),

  /** A change of e-mail that the previous address can still undo. Until it expires, no other account can use that address. */
  emailUndos: table({
    /** Increases with each change. */
    id: counter(),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text().unique(),
    accountId: text().ownedBy('accounts.id'),
    /** The previous e-mail as its owner wrote it, and normalised. */
    email: text(),
    emailKey: text(),
    expiresAt: text(),
  }).with({
    indexes: {
      emailUndosByAccount: ['accountId'],
      emailUndosByEmail: ['emailKey'],
    },
  }),
};
