import { emptyRequestFields } from '#contract/shop/custom-request.ts';
import {
  isAbout,
  type NewRequest,
  newRequest,
  pendingRequests,
  picturesOf,
  type RequestContent,
} from './request-rules.ts';
import type { AccountRows, MessageAbout } from './rows.ts';

/** Queues taking a review back, after what waits about the same design. What is being written stays as it is. */
export function queueTakeBack(
  rows: AccountRows,
  about: MessageAbout,
  next: NewRequest,
): AccountRows {
  const fields = { ...emptyRequestFields, takesBack: 'true' } as const;
  const op = newRequest(rows, { fields, images: [] }, next, about);
  return { ...rows, requests: [...rows.requests, op] };
}

/** The newest that waits to be sent about something, with its pictures; null: nothing waits. */
export function waitingContent(rows: AccountRows, about: MessageAbout): RequestContent | null {
  const op = pendingRequests(rows).findLast((each) => isAbout(each, about));
  return op ? { fields: op.fields, images: picturesOf(rows, op) } : null;
}
