import * as v from 'valibot';
import { storageStateSchema } from '../shop/storage.ts';
import { isTimeZone } from '../wire/day-in.ts';
import { idSchema, instantSchema, messageSchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';

/** The work that waits for staff, on the wire of the studio. */

const timeZoneMessage = 'Unknown time zone.';

/** The name of an IANA time zone, such as `Europe/Berlin`. */
export const timeZoneSchema = v.pipe(
  v.string(),
  v.maxLength(100, timeZoneMessage),
  v.check(isTimeZone, timeZoneMessage),
);

export const todayCalls = {
  today: {
    method: 'GET',
    path: '/api/studio/today',
    access: 'studio',
    summary: 'What needs attention',
    answer: v.object({
      waiting: v.object({
        approvals: v.number(),
        customs: v.number(),
        reviews: v.number(),
        failedMails: v.number(),
        /** Reviews of designs to approve. */
        designReviews: v.optional(v.number(), 0),
        /** Designs that weren't complete when they were to be published by themselves. */
        unpublished: v.optional(v.number(), 0),
        /** Newsletters that stopped by themselves, or since a backup was restored. */
        stoppedNewsletters: v.optional(v.number(), 0),
      }),
      /** When the newest whole backup was made, on any machine, and whether the last attempt to make one failed. */
      backup: v.object({ lastAt: v.nullable(instantSchema), hasFailed: v.boolean() }),
      storage: storageStateSchema,
      /** While previews of an earlier version are made again: how many pictures are left, of how many. */
      previews: v.optional(v.nullable(v.object({ left: v.number(), total: v.number() })), null),
      /** What the payment provider refuses because of the shop's account; `isStopped`: every payment. */
      payments: v.optional(
        v.array(v.object({ text: v.string(), advice: v.string(), isStopped: v.boolean() })),
        [],
      ),
    }),
  },
  waiting: {
    method: 'GET',
    path: '/api/studio/waiting',
    access: 'studio',
    summary:
      'How many buyers, orders, custom requests, conversations, reviews and new passwords of staff need attention, of what the caller may do',
    answer: v.object({
      buyers: v.number(),
      orders: v.number(),
      customs: v.number(),
      /** Conversations that wait for an answer; missing in answers of an older server. */
      threads: v.optional(v.number(), 0),
      /** Reviews of designs to approve; missing in answers of an older server. */
      designReviews: v.optional(v.number(), 0),
      resets: v.number(),
    }),
  },
  failedMails: {
    method: 'GET',
    path: '/api/studio/mails/failed',
    access: 'studio',
    summary: 'The newest 1,000 failed e-mails',
    answer: v.object({
      mails: v.array(
        v.object({
          id: idSchema,
          recipient: v.string(),
          subject: v.string(),
          /** The codes of the last failure, then its words: `EENVELOPE 550: 5.1.1 User unknown`. */
          problem: v.string(),
          createdAt: instantSchema,
          /** Null if it was refused for good, or after three days of attempts; then it waits for a manual retry. */
          nextTryAt: v.nullable(instantSchema),
        }),
      ),
    }),
  },
  retryMail: {
    method: 'POST',
    path: '/api/studio/mails/{id}/retry',
    access: 'studio',
    summary: 'Retry one failed e-mail',
    params: v.object({ id: idSchema }),
    answer: messageSchema,
  },
  retryMails: {
    method: 'POST',
    path: '/api/studio/mails/retry',
    access: 'studio',
    summary: 'Retry all failed e-mails',
    answer: messageSchema,
  },
} as const satisfies StudioCalls;
