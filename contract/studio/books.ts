import * as v from 'valibot';
import { paperSizes } from '../shop/paper.ts';
import { instantSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';

/** The months of the shop's payments, which can be closed. */

export const closingMessages = {
  month: 'Choose a month such as 2026-10.',
  trial:
    'You’re trying things out: no money moves. You can close months once the shop sells for real.',
  running: (month: string) => `${month} isn’t over yet. You can close it once it is.`,
  earlier: (month: string) => `Close ${month} first: months are closed in order.`,
  closed: (month: string) => `${month} is closed already.`,
  empty: (month: string) => `There are no payments in ${month}.`,
} as const;

/** Such as `2026-10`. */
export const monthSchema = v.pipe(
  v.string(closingMessages.month),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, closingMessages.month),
);

/** Dollars, which corrections and refunds can make negative. */
const dollarsSchema = v.number();

const bookedMonthSchema = v.object({
  month: monthSchema,
  orders: v.number(),
  paid: dollarsSchema,
  refunds: v.number(),
  refunded: dollarsSchema,
  fees: dollarsSchema,
  unknownFees: v.number(),
  corrections: v.number(),
  corrected: dollarsSchema,
  net: dollarsSchema,
  /** `next`: it is over, and every earlier one is closed. `later`: it is over. */
  state: v.picklist(['closed', 'next', 'later', 'running']),
  /** When and by whom (a name or an e-mail) it was closed; null: it is open. */
  closed: v.nullable(v.object({ at: instantSchema, by: v.string() })),
});
export type BookedMonth = v.InferOutput<typeof bookedMonthSchema>;

/** Newest first. */
const booksSchema = v.object({
  months: v.array(bookedMonthSchema),
  /** Open months show payments that moved no money. The version before doesn't say, and runs beside this one during an update. */
  isTrial: v.optional(v.boolean(), false),
});

const params = v.object({ month: monthSchema });

export const bookCalls = {
  books: {
    method: 'GET',
    path: '/api/studio/books',
    access: 'owner',
    summary: 'What the payments and refunds of each month come to, newest first',
    answer: booksSchema,
  },
  closeMonth: {
    method: 'PUT',
    path: '/api/studio/books/{month}/closed',
    access: 'owner',
    summary:
      'Close a month for good: later changes of its orders become corrections in the open month',
    params,
    answer: booksSchema,
  },
  monthOverview: {
    method: 'GET',
    path: '/api/studio/books/{month}/{size}',
    access: 'owner',
    summary: 'An overview of a month as PDF',
    params: v.object({ ...params.entries, size: v.picklist(paperSizes) }),
    answer: fileAnswerSchema,
  },
} as const satisfies StudioCalls;
