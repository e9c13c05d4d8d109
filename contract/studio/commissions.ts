import * as v from 'valibot';
import {
  type CommissionMove,
  commissionMoveNames,
  commissionStates,
} from '../shop/commission-states.ts';
import { customStatusSchema, designTypes, wantedKinds } from '../shop/custom-request.ts';
import { markSchema } from '../shop/delivery.ts';
import { quoteOfferSchema } from '../shop/quote.ts';
import { counted } from '../wire/counted.ts';
import { idSchema, instantSchema, moneySchema, paragraphsSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Requests for custom designs in the studio's inbox, and the switch that opens and closes them. */

/** Whom a request waits for: the studio, its buyer, or nobody any more. */
export const commissionStatuses = ['open', 'answered', 'closed'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** The columns of the board. Being drawn is what waits for the studio, but is under way already. */
export const boardColumns = ['studio', 'drawing', 'buyer', 'done'] as const;
export type BoardColumn = (typeof boardColumns)[number];

export const commissionMessages = {
  gone: 'This request no longer exists.',
  notDrawn: 'Nothing is drawn for a yearly licence.',
  noBuyer: 'Its buyer has deleted the account, so nobody can read a reply.',
  pictureGone: 'This picture no longer exists.',
  moved: 'Someone else changed this request meanwhile. Please check it again.',
  reply: 'Enter your reply.',
  note: 'Enter a note.',
  exclusive: 'This design is exclusive: it belongs to its buyer alone, so it can’t be in the shop.',
  slots: 'Enter 1 to 1000 requests, or leave it empty.',
  full: (slots: number) =>
    `${counted(slots, 'request')} ${slots === 1 ? 'is' : 'are'} open, which is the most you take. Raise that number first.`,
  notReady: (missing: string) => `The design isn’t ready to be delivered. ${missing}`,
  outOfTurn: (state: string) =>
    `This request has changed meanwhile: its state is “${state}”. Reload the page to see what you can do.`,
  beingPaid: 'A payment for this request is being processed. Please try again once it is finished.',
  refundTogether: 'Refund deposit and rest together, on the page of the custom request.',
  beingRefunded: 'The payment for this request is being refunded, so it can’t be accepted.',
  noRest: 'No rest is due for this request. Reload the page to see what you can do.',
  noRoundLeft: (rounds: number) =>
    `The quote includes ${counted(rounds, 'round')} of changes, and all are used. Please write to the studio.`,
} as const;

/** The terms promise about a week, and at most this many days (N02). */
const turnaroundDays = 14;
const day = 86_400_000;

/**
 * When the studio has to act on a request, by its quote or else by the terms, in milliseconds since 1970; null: nothing
 * waits for the studio.
 */
export function dueTime({ state, status, dueAt, createdAt }: DueParts): number | null {
  if (status === 'closed' || state === 'quoted' || state === 'delivered') return null;
  return dueAt === null ? Date.parse(createdAt) + turnaroundDays * day : Date.parse(dueAt);
}

/** Whole days until then; negative if it is overdue. */
export function daysLeft(due: number, now: Date): number {
  return Math.ceil((due - now.getTime()) / day);
}

/** What follows when a buyer never answers a delivery: it counts as accepted, or a person decides. */
export const silences = ['person', 'accepted'] as const;

export const mostSlots = 1000;

/** How the studio takes commissions. `slots`: the most open ones at a time; null: any number. */
export const commissionRulesSchema = v.object({
  slots: v.nullable(
    v.pipe(
      v.number(commissionMessages.slots),
      v.integer(commissionMessages.slots),
      v.minValue(1, commissionMessages.slots),
      v.maxValue(mostSlots, commissionMessages.slots),
    ),
  ),
  silence: v.picklist(silences),
});
export type CommissionRules = v.InferOutput<typeof commissionRulesSchema>;

const columnSchema = v.picklist(boardColumns);
const stateSchema = v.picklist(commissionStates);
const moveSchema = v.picklist(commissionMoveNames);

const summaryEntries = {
  _id: idSchema,
  /** Missing in answers of an older server. */
  wants: v.optional(v.picklist(wantedKinds)),
  name: v.string(),
  email: v.string(),
  designType: v.picklist(designTypes),
  state: stateSchema,
  status: v.picklist(commissionStatuses),
  dueAt: v.nullable(instantSchema),
  /** Dollars; null before the first quote. */
  price: v.nullable(moneySchema),
  createdAt: instantSchema,
  pictures: v.number(),
};

export const commissionSchema = v.object(summaryEntries);
export type Commission = v.InferOutput<typeof commissionSchema>;
type DueParts = Pick<Commission, 'state' | 'status' | 'dueAt' | 'createdAt'>;

const boardSchema = v.object({
  ...listAnswerSchema(commissionSchema).entries,
  counts: v.record(columnSchema, v.number()),
});

/** What staff wrote; `author` is a staff member's e-mail. */
const writtenSchema = v.object({
  _id: idSchema,
  author: v.string(),
  text: v.string(),
  createdAt: instantSchema,
});
export type Written = v.InferOutput<typeof writtenSchema>;

const quoteSchema = v.object({
  version: v.number(),
  author: v.string(),
  price: moneySchema,
  deposit: v.nullable(moneySchema),
  included: v.string(),
  designType: v.picklist(designTypes),
  rounds: v.nullable(v.number()),
  days: v.number(),
  /** The days of a yearly licence. Missing in answers of an older server. */
  startsOn: v.optional(v.nullable(v.string())),
  endsOn: v.optional(v.nullable(v.string())),
  validUntil: instantSchema,
  createdAt: instantSchema,
});
export type StudioQuote = v.InferOutput<typeof quoteSchema>;

export const commissionDetailsSchema = v.object({
  ...summaryEntries,
  description: v.string(),
  /** The pictures that are still stored; each is fetched by its id. */
  pictureIds: v.array(idSchema),
  /** Messages since; a page of the version before needs it. */
  replies: v.optional(v.array(writtenSchema)),
  /** What only the studio reads, oldest first, as the next. */
  notes: v.array(writtenSchema),
  moves: v.array(
    v.object({
      move: moveSchema,
      /** A staff member's e-mail, `buyer` or `shop`. */
      by: v.string(),
      note: v.string(),
      marks: v.array(markSchema),
      movedAt: instantSchema,
    }),
  ),
  /** The private design that is drawn for it; null until drawing has started. */
  design: v.nullable(
    v.object({
      id: idSchema,
      pictures: v.array(
        v.object({ _id: idSchema, url: v.string(), width: v.number(), height: v.number() }),
      ),
      /** Whether it has changed since it was delivered, so that it can't be accepted. */
      isChanged: v.optional(v.boolean(), false),
    }),
  ),
  /** The last day that the yearly licence of who asks for one is recorded for; null: none. Missing in answers of an older server. */
  yearAfter: v.optional(v.nullable(v.string())),
  /** Whether a copy of the design is in the studio's list, for the shop. */
  isForShop: v.boolean(),
  /** What of the price can still be paid after its deposit, in dollars; null: nothing. */
  restDue: v.optional(v.nullable(moneySchema), null),
  /** Newest first. */
  quotes: v.array(quoteSchema),
  /** The last quotes of other requests, to start from. */
  templates: v.array(quoteSchema),
});
export type CommissionDetails = v.InferOutput<typeof commissionDetailsSchema>;

export const replyTextSchema = paragraphsSchema(commissionMessages.reply, 10_000);
export const noteTextSchema = paragraphsSchema(commissionMessages.note, 10_000);

/** What the studio says with a move; a decline's reason. */
export const moveNoteSchema = v.union([v.literal(''), replyTextSchema]);

/**
 * The moves of the studio that need nothing but a note. It accepts or asks for changes in the name of a buyer who says so
 * by mail.
 */
export const plainMoves = [
  'draw',
  'deliver',
  'accept',
  'askForChanges',
  'decline',
  'close',
  'reopen',
] as const satisfies readonly CommissionMove[];
export type PlainMove = (typeof plainMoves)[number];

/** `listeners`: how many buyers get an e-mail when custom requests open. */
const deskStateSchema = v.object({
  ...customStatusSchema.entries,
  listeners: v.number(),
  rules: commissionRulesSchema,
  /** How many requests are open. */
  open: v.number(),
});
export type DeskState = v.InferOutput<typeof deskStateSchema>;

const idParams = v.object({ id: idSchema });

export const commissionCalls = {
  customsState: {
    method: 'GET',
    path: '/api/studio/customs-status',
    access: 'studio',
    summary: 'Whether custom requests are open, and how many subscribed to updates',
    answer: deskStateSchema,
  },
  setCustomsState: {
    method: 'PUT',
    path: '/api/studio/customs-status',
    access: 'studio',
    summary: 'Open or close custom requests; opening notifies subscribers, once',
    body: v.object({ status: customStatusSchema.entries.status }),
    answer: deskStateSchema,
  },
  setCommissionRules: {
    method: 'PUT',
    path: '/api/studio/customs-rules',
    access: 'owner',
    summary:
      'Save what changed of how many requests may be open, and of what follows when a buyer never answers',
    body: changedFieldsSchema(commissionRulesSchema.entries, commissionRulesSchema.entries),
    answer: deskStateSchema,
  },
  deskRequests: {
    method: 'GET',
    path: '/api/studio/customs',
    access: 'studio',
    summary:
      'Custom requests in one column of the board; those with work left by due date, others newest first',
    query: v.object({ ...listQueryEntries, column: v.optional(columnSchema, 'studio') }),
    answer: boardSchema,
  },
  deskRequest: {
    method: 'GET',
    path: '/api/studio/customs/{id}',
    access: 'studio',
    summary: 'One custom request with its pictures, notes, quotes and moves',
    params: idParams,
    answer: commissionDetailsSchema,
  },
  deskPicture: {
    method: 'GET',
    path: '/api/studio/custom-pictures/{id}',
    access: 'studio',
    summary: 'A picture of a custom request, for download',
    params: idParams,
    answer: fileAnswerSchema,
  },
  noteRequest: {
    method: 'POST',
    path: '/api/studio/customs/{id}/notes',
    access: 'studio',
    summary: 'Add a note that only the studio reads; the same `noteId` is added once',
    params: idParams,
    body: v.object({ noteId: idSchema, text: noteTextSchema }),
    answer: commissionDetailsSchema,
  },
  passRequest: {
    method: 'PUT',
    path: '/api/studio/customs/{id}/status',
    access: 'studio',
    summary: 'Say whom a received request waits for, if it was answered outside the shop',
    params: idParams,
    body: v.object({ status: v.picklist(['open', 'answered']) }),
    answer: commissionDetailsSchema,
  },
  quoteRequest: {
    method: 'POST',
    path: '/api/studio/customs/{id}/quotes',
    access: 'studio',
    summary:
      'Send a quote; `replaces` is the version of the quote that was shown, 0 if there was none',
    params: idParams,
    body: quoteOfferSchema,
    answer: commissionDetailsSchema,
  },
  putInShop: {
    method: 'POST',
    path: '/api/studio/customs/{id}/shop-design',
    access: 'studio',
    summary:
      'Copy the design of an accepted, non-exclusive request to a draft with the request’s id, once',
    params: idParams,
    answer: commissionDetailsSchema,
  },
  remindOfRest: {
    method: 'POST',
    path: '/api/studio/customs/{id}/rest-reminders',
    access: 'studio',
    summary: 'E-mail the buyer of an accepted request that the rest of its price is due',
    params: idParams,
    answer: commissionDetailsSchema,
  },
  moveRequest: {
    method: 'POST',
    path: '/api/studio/customs/{id}/moves',
    access: 'studio',
    summary: 'Move a custom request; `from` is the state that was shown',
    params: idParams,
    body: v.object({ move: v.picklist(plainMoves), from: stateSchema, note: moveNoteSchema }),
    answer: commissionDetailsSchema,
  },
} as const satisfies StudioCalls;

/** The path of a custom request in the studio. */
export function studioRequestPath(requestId: string): string {
  return `/studio/customs/${requestId}`;
}
