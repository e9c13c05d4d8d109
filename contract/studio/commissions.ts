import * as v from 'valibot';
import { customStatusSchema, designTypes } from '../shop/custom-request.ts';
import { counted } from '../wire/counted.ts';
import { idSchema, instantSchema, paragraphsSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Requests for custom designs in the studio's inbox, and the switch that opens and closes them. */

export const commissionStatuses = ['open', 'answered', 'closed'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

export const commissionMessages = {
  gone: 'This request no longer exists.',
  pictureGone: 'This picture no longer exists.',
  status: 'Choose open, answered or closed.',
  moved: 'Someone else changed this request’s status. Please check it again.',
  reply: 'Enter your reply.',
  outOfTurn: (state: string) =>
    `This request has changed meanwhile: its state is “${state}”. Reload the page to see what you can do.`,
  noRoundLeft: (rounds: number) =>
    `The quote includes ${counted(rounds, 'round')} of changes, and all are used. Please write to the studio.`,
} as const;

/** The terms promise about a week, and at most this many days (N02). */
const turnaroundDays = 14;
const day = 86_400_000;

/** Whole days until a request is due under the terms; negative if it is overdue. */
export function daysLeft(createdAt: string, now: Date): number {
  const dueAt = Date.parse(createdAt) + turnaroundDays * day;
  return Math.ceil((dueAt - now.getTime()) / day);
}

const statusSchema = v.picklist(commissionStatuses, commissionMessages.status);

const summaryEntries = {
  _id: idSchema,
  name: v.string(),
  email: v.string(),
  designType: v.picklist(designTypes),
  status: v.picklist(commissionStatuses),
  createdAt: instantSchema,
  pictures: v.number(),
};

export const commissionSchema = v.object(summaryEntries);
export type Commission = v.InferOutput<typeof commissionSchema>;

export const commissionDetailsSchema = v.object({
  ...summaryEntries,
  description: v.string(),
  /** The pictures that are still stored; each is fetched by its id. */
  pictureIds: v.array(idSchema),
  /** The studio's replies, oldest first; `who` is a staff member's e-mail. */
  replies: v.array(
    v.object({ _id: idSchema, author: v.string(), text: v.string(), createdAt: instantSchema }),
  ),
});
export type CommissionDetails = v.InferOutput<typeof commissionDetailsSchema>;

export const replyTextSchema = paragraphsSchema(commissionMessages.reply, 10_000);

/** `listeners`: how many buyers get an e-mail when custom requests open. */
const deskStateSchema = v.object({ ...customStatusSchema.entries, listeners: v.number() });

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
  deskRequests: {
    method: 'GET',
    path: '/api/studio/customs',
    access: 'studio',
    summary: 'Custom requests of one status; open ones by due date, others newest first',
    query: v.object({ ...listQueryEntries, status: v.optional(statusSchema, 'open') }),
    answer: listAnswerSchema(commissionSchema),
  },
  deskRequest: {
    method: 'GET',
    path: '/api/studio/customs/{id}',
    access: 'studio',
    summary: 'One custom request with its pictures and the replies to it',
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
  replyToRequest: {
    method: 'POST',
    path: '/api/studio/customs/{id}/replies',
    access: 'studio',
    summary: 'Reply by e-mail; the same `replyId` is sent once',
    params: idParams,
    body: v.object({ replyId: idSchema, text: replyTextSchema }),
    answer: commissionDetailsSchema,
  },
  moveRequest: {
    method: 'PUT',
    path: '/api/studio/customs/{id}/status',
    access: 'studio',
    summary: 'Set a custom request’s status; `from` is the status that was shown',
    params: idParams,
    body: v.object({ status: statusSchema, from: statusSchema }),
    answer: commissionDetailsSchema,
  },
} as const satisfies StudioCalls;

/** The path of a custom request in the studio. */
export function studioRequestPath(requestId: string): string {
  return `/studio/customs/${requestId}`;
}
