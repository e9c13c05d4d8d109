import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import {
  pushAddressSchema,
  pushKeysSchema,
  renewedPushAnswerSchema,
  renewedPushSchema,
} from '../shop/push-news.ts';
import { instantSchema, lineSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';

/** What staff are notified of, and how each of them wants it. */

/** `review` includes disputed payments and refunds that nobody confirmed. */
export const notificationKinds = [
  'order',
  'account',
  'request',
  'review',
  'payments',
  'mail',
  'backup',
  'storage',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `digest`: once a day, with everything else that can wait. */
export const mailTimings = ['atOnce', 'digest', 'off'] as const;
export type MailTiming = (typeof mailTimings)[number];

const choiceEntries = {
  mail: v.picklist(mailTimings, messages.invalid.fields),
  /** Whether it is also pushed to the person's devices. */
  isPushed: v.boolean(messages.invalid.fields),
};
const choiceSchema = v.object(choiceEntries);
export type NotificationChoice = v.InferOutput<typeof choiceSchema>;

/** What applies until a person chooses: all at once, because a buyer, money or trouble waits. */
export const defaultChoices: Readonly<Record<NotificationKind, NotificationChoice>> = {
  order: { mail: 'atOnce', isPushed: true },
  account: { mail: 'atOnce', isPushed: true },
  request: { mail: 'atOnce', isPushed: true },
  review: { mail: 'atOnce', isPushed: true },
  payments: { mail: 'atOnce', isPushed: true },
  mail: { mail: 'atOnce', isPushed: true },
  backup: { mail: 'atOnce', isPushed: true },
  storage: { mail: 'atOnce', isPushed: true },
};

/** When the daily digest is sent: on the hour, such as `08:00`, in the shop's time zone. */
const digestEntries = {
  time: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):00$/, messages.invalid.fields)),
};

/** A staff member's own notifications. `pushKey` is the shop's public key, base64url. */
const notificationsSchema = v.object({
  choices: v.object(v.entriesFromList(notificationKinds, choiceSchema)),
  digest: v.object({ time: v.string(), timeZone: v.string() }),
  /** The browsers that get pushes, newest first. `isGone`: not until the studio is opened there again. */
  devices: v.array(
    v.object({
      endpoint: v.string(),
      name: v.string(),
      createdAt: instantSchema,
      isGone: v.optional(v.boolean(), false),
    }),
  ),
  pushKey: v.string(),
});
export type StudioNotifications = v.InferOutput<typeof notificationsSchema>;

/** What the server pushes to a staff member's device. */
export interface StudioPushMessage {
  readonly title: string;
  readonly icon: string;
  /** The screen that a tap opens. */
  readonly path: string;
  /** For each tag only the newest one is shown. */
  readonly tag: string;
  /** How many tasks are open, for the app's badge. */
  readonly waiting: number;
}

export const notificationCalls = {
  notifications: {
    method: 'GET',
    path: '/api/studio/notifications',
    access: 'studio',
    summary: 'What you are notified about, how, and on which devices',
    answer: notificationsSchema,
  },
  chooseNotification: {
    method: 'PUT',
    path: '/api/studio/notifications/choice',
    access: 'studio',
    summary: 'How you are notified about one kind of event',
    body: v.object({
      kind: v.picklist(notificationKinds, messages.invalid.fields),
      ...choiceEntries,
    }),
    answer: notificationsSchema,
  },
  setDigestTime: {
    method: 'PUT',
    path: '/api/studio/notifications/digest',
    access: 'owner',
    summary: 'When the daily digest is sent, for all staff',
    body: v.object(digestEntries),
    answer: notificationsSchema,
  },
  addPushDevice: {
    method: 'POST',
    path: '/api/studio/notifications/devices',
    access: 'studio',
    summary: 'Send pushes to this browser',
    body: v.object({
      endpoint: pushAddressSchema,
      keys: pushKeysSchema,
      /** How its owner recognises it, such as `Chrome on Android`. */
      name: lineSchema(messages.invalid.fields, 60),
    }),
    answer: notificationsSchema,
  },
  renewPushDevice: {
    method: 'PUT',
    path: '/api/studio/notifications/devices/endpoint',
    access: 'studio',
    summary: 'Send pushes to the new endpoint that a browser of yours got from its push service',
    body: renewedPushSchema,
    answer: renewedPushAnswerSchema,
  },
  removePushDevice: {
    method: 'POST',
    path: '/api/studio/notifications/devices/remove',
    access: 'studio',
    summary: 'Send no more pushes to a browser of yours',
    body: v.object({ endpoint: pushAddressSchema }),
    answer: notificationsSchema,
  },
} as const satisfies StudioCalls;
