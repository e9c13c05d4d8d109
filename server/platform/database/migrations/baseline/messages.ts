import type { PushKind } from '#contract/shop/push-news.ts';
import { integer, table, text } from '../../table.ts';

export const messageTables = {
  mailOutbox: table({
    id: text().key(),
    /** Empty for a mail without recipient, which counts as sent from the start. */
    recipient: text(),
    subject: text(),
    /** Text and HTML are emptied when the mail is sent. */
    text: text(),
    html: text(),
    createdAt: text(),
    sentAt: text().nullable(),
    attempts: integer(),
    nextAttemptAt: text(),
    lastProblem: text().nullable(),
    /** After this the mail is useless and isn't sent any more. */
    expiresAt: text().nullable(),
    /** The address for replies; null: the shop. */
    replyTo: text().nullable(),
    /** JSON: the attached uploads, by name. */
    attachments: text().default('[]'),
    /** The order or refund whose receipt or credit note is attached too, by its id; null: none. */
    paperOf: text().nullable(),
    /** The account whose data the mail is about; null: a mail to the studio, or without recipient. */
    accountId: text().nullable().references('accounts.id', 'set null'),
    /** What kind of mail it is, if it can be withdrawn or tells staff something; null: another. */
    news: text<'customs' | 'letters' | 'staff'>().nullable(),
    /** The address that ends its kind of e-mails; emptied when the mail is sent. */
    unsubscribeUrl: text().nullable(),
    /** When the studio was notified that it keeps failing; null: not since the last manual retry. */
    noticedAt: text().nullable(),
    /** For how many more rounds it stays with its sender; 0: nobody sends it, or the last round has begun. */
    roundsLeft: integer().default(0),
    /** Lower ones are sent first: 0 for a mail that expires, 1 for any other, 2 for news to many; 3: with attachments. */
    priority: integer().default(1),
    /** How often it was sent as a whole without an answer. */
    unanswered: integer().default(0),
  }).with({
    indexes: {
      mailsByAccount: ['accountId'],
      mailsTaken: { of: ['nextAttemptAt'], where: '"sentAt" is null and "roundsLeft" > 0' },
      mailsUnsent: { of: ['createdAt'], where: '"sentAt" is null' },
      mailsWaiting: {
        of: ['priority', 'nextAttemptAt'],
        where: '"sentAt" is null and "roundsLeft" = 0',
      },
    },
  }),

  /** A browser with push subscriptions. */
  pushDevices: table({
    /** Its address at its push service. */
    endpoint: text().key(),
    accountId: text().ownedBy('accounts.id'),
    /** The device that subscribed; its sign-out ends the subscription. */
    deviceId: text().nullable().ownedBy('accountDevices.id'),
    p256dh: text(),
    auth: text(),
    createdAt: text(),
    /** Since when its push service no longer knows it; null while it does. */
    goneAt: text().nullable(),
    /** Whether it is notified when custom requests open. */
    hasCustoms: integer().default(1).stated(),
    /** Whether it is notified of price drops. */
    hasPriceDrops: integer().default(0).stated(),
    /** Whether it is notified of new designs. */
    hasNewDesigns: integer().default(0),
    /** This and the next two were of an earlier version; nothing reads them. */
    openedAt: text().nullable(),
    nextTryAt: text().nullable(),
    attempts: integer().default(0),
  }).with({
    indexes: {
      pushDevicesByAccount: ['accountId'],
      pushDevicesByDevice: ['deviceId'],
    },
  }),

  /** The outbox of pushes: the newest of each kind per browser. */
  pushes: table({
    endpoint: text().key().ownedBy('pushDevices.endpoint'),
    kind: text<PushKind>().key(),
    /** The data that its kind needs for the message. */
    detail: text(),
    queuedAt: text(),
    nextTryAt: text(),
    attempts: integer().default(0),
  }).with({ indexes: { pushesDue: ['nextTryAt'] } }),
};
