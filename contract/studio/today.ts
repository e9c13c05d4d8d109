import * as v from 'valibot';
import { storageStateSchema } from '../shop/storage.ts';
import { idSchema, instantSchema, messageSchema, moneySchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';

/** The shop's figures today, on the wire of the studio. */

export const periods = ['today', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** How many designs a period lists by name; the others share one line. */
export const namedDesigns = 10;

const timeZoneMessage = 'Unknown time zone.';

/** The name of an IANA time zone, such as `Europe/Berlin`. */
export const timeZoneSchema = v.pipe(
  v.string(),
  v.maxLength(100, timeZoneMessage),
  v.check(isTimeZone, timeZoneMessage),
);

const soldEntries = { sold: v.number(), net: moneySchema };

/** `net`: payments since the period started, minus their refunds so far. */
const periodSchema = v.object({
  orders: v.number(),
  net: moneySchema,
  designs: v.array(v.object({ id: idSchema, title: v.string(), ...soldEntries })),
  otherDesigns: v.object({ count: v.number(), ...soldEntries }),
  /** A design's sales are split evenly among its designers. */
  designers: v.array(v.object({ name: v.string(), ...soldEntries })),
});
export type PeriodSales = v.InferOutput<typeof periodSchema>;

/** A day in the reader's time zone, such as `2026-11-22`. */
const daySchema = v.object({ day: v.string(), orders: v.number(), net: moneySchema });
export type SalesDay = v.InferOutput<typeof daySchema>;

export const todayCalls = {
  today: {
    method: 'GET',
    path: '/api/studio/today',
    access: 'studio',
    summary: 'Sales of today, this week (from Monday) and this month, and what needs attention',
    query: v.object({ timeZone: v.optional(timeZoneSchema, 'UTC') }),
    answer: v.object({
      sales: v.object({ today: periodSchema, week: periodSchema, month: periodSchema }),
      /** The last 30 days, oldest first. */
      days: v.array(daySchema),
      waiting: v.object({
        approvals: v.number(),
        customs: v.number(),
        reviews: v.number(),
        failedMails: v.number(),
      }),
      /** When the newest whole backup was made. */
      lastBackupAt: v.nullable(instantSchema),
      storage: storageStateSchema,
    }),
  },
  failedMails: {
    method: 'GET',
    path: '/api/studio/mails/failed',
    access: 'studio',
    summary: 'The newest 100 failed e-mails',
    answer: v.object({
      mails: v.array(
        v.object({
          id: idSchema,
          recipient: v.string(),
          subject: v.string(),
          /** The codes of the last failure, such as `EENVELOPE 550`. */
          problem: v.string(),
          createdAt: instantSchema,
          /** Null after three days of attempts; then it waits for a manual retry. */
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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
