import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import {
  afterOthers,
  isAbout,
  pendingRequests,
  picturesOf,
  type RequestContent,
} from './request-rules.ts';
import type { AccountRows, MessageAbout } from './rows.ts';

/** Queues taking a review back, after what waits about the same design. What is being written stays as it is. */
export function queueTakeBack(
  rows: AccountRows,
  about: MessageAbout,
  next: { readonly opId: string; readonly at: string },
): AccountRows {
  const op = {
    opId: next.opId,
    state: 'waiting',
    fields: { ...emptyRequestFields, takesBack: 'true' },
    about,
    images: [],
    createdAt: afterOthers(rows, next.at, about),
    attempts: 0,
    nextAttemptAt: 0,
    problem: null,
  } as const;
  return { ...rows, requests: [...rows.requests, op] };
}

/** The newest that waits to be sent about something, with its pictures; null: nothing waits. */
export function waitingContent(rows: AccountRows, about: MessageAbout): RequestContent | null {
  const op = pendingRequests(rows).findLast((each) => isAbout(each, about));
  return op ? { fields: op.fields, images: picturesOf(rows, op) } : null;
}
