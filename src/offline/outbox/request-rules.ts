import { attempted, isPending, type Postponed, postponed } from './attempts.ts';
import { withDone } from './outbox-rules.ts';
import type {
  AccountRows,
  CustomRequestOp,
  DraftState,
  MessageAbout,
  OpProblem,
  Picture,
  RequestFields,
} from './rows.ts';

/** How many characters of its description name a request in a list. */
export const titleLength = 60;

/** The text and pictures of a custom request. */
export interface RequestContent {
  readonly fields: RequestFields;
  readonly images: readonly Picture[];
}

/** The request being written, or the message about something; there is at most one. */
export function draftOf(rows: AccountRows, about?: MessageAbout): CustomRequestOp | null {
  return rows.requests.find((op) => isDraft(op.state) && isAbout(op, about)) ?? null;
}

/** Whether it is still being written. */
export function isDraft(state: CustomRequestOp['state']): state is DraftState {
  return state === 'draft' || state === 'writing';
}

/** A page of an earlier build, which knows no messages, would take any `draft` for its custom request. */
const draftState = (about?: MessageAbout): DraftState => (about ? 'writing' : 'draft');

/**
 * Whether it is a message about this; without `about`: a custom request. A visitor can have several threads about a design,
 * each with links of its own. A request or an order has one, also once its buyer has signed in.
 */
export function isAbout({ about: own }: Pick<CustomRequestOp, 'about'>, about?: MessageAbout) {
  const isSame = own?.kind === about?.kind && own?.id === about?.id;
  return isSame && (own?.kind !== 'design' || own.token === about?.token);
}

/** Requests and messages to be sent, oldest first. */
export function pendingRequests(rows: AccountRows): readonly CustomRequestOp[] {
  return rows.requests.filter(isPending).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Whether it may be sent now: a message waits for the older ones of its thread; a request for nothing. */
export function isNext(rows: AccountRows, { opId, about }: CustomRequestOp): boolean {
  const lane = pendingRequests(rows).filter((op) =>
    about ? isAbout(op, about) : op.opId === opId,
  );
  return lane[0]?.opId === opId;
}

/** Requests that haven't reached the studio: pending, refused, or a draft that isn't empty. */
export function unsentRequests(rows: AccountRows): readonly CustomRequestOp[] {
  return rows.requests.filter(
    (op) =>
      !isDraft(op.state) ||
      op.images.length > 0 ||
      Object.values(op.fields).some((text) => text !== ''),
  );
}

/** Saves the draft. If an earlier version may have reached the server, the changed one becomes a new request. */
export function writeDraft(
  rows: AccountRows,
  content: RequestContent,
  next: { readonly opId: string; readonly at: string },
  about?: MessageAbout,
): AccountRows {
  const known = draftOf(rows, about);
  const isSame = known?.attempts === 0;
  const draft: CustomRequestOp = {
    opId: known && isSame ? known.opId : next.opId,
    state: draftState(about),
    fields: content.fields,
    ...(about && { about }),
    images: content.images.map(({ id }) => id),
    createdAt: known && isSame ? known.createdAt : afterOthers(rows, next.at, about),
    attempts: 0,
    nextAttemptAt: 0,
    problem: null,
  };
  const stored = new Set(rows.pictures.map(({ id }) => id));
  const added = content.images.filter(({ id }) => !stored.has(id));
  return withRequests({ ...rows, pictures: [...rows.pictures, ...added] }, [
    ...withoutRequest(rows, known?.opId ?? ''),
    draft,
  ]);
}

/** Later than what else waits about the same, even if the device's clock was set back: that is sent first. */
export function afterOthers(rows: AccountRows, at: string, about?: MessageAbout): string {
  const newest = pendingRequests(rows).findLast((op) => about && isAbout(op, about))?.createdAt;
  return newest === undefined || newest < at ? at : new Date(Date.parse(newest) + 1).toISOString();
}

/** Counts the attempt before sending, so that a later edit becomes a new request. */
export function markRequestTried(rows: AccountRows, opId: string): AccountRows {
  return changeRequest(rows, opId, (op) => ({
    ...attempted(op),
    state: isPending(op) ? 'sending' : op.state,
  }));
}

/** Marks it to be sent automatically, with a clean record of failures. */
export function queueRequest(rows: AccountRows, opId: string): AccountRows {
  return changeRequest(rows, opId, (op) => ({
    ...op,
    state: 'waiting',
    faults: 0,
    faultsSince: null,
    nextAttemptAt: 0,
    failingSince: null,
  }));
}

/** When a request is retried, and since when it has been failing. */
export type RequestBackoff = Pick<CustomRequestOp, 'nextAttemptAt' | 'failingSince'>;

/** Keeps it pending, with the reason. */
export function postponeRequest(
  rows: AccountRows,
  opId: string,
  why: Postponed,
  { nextAttemptAt, ...since }: RequestBackoff,
): AccountRows {
  return changeRequest(rows, opId, (op) => ({ ...postponed(op, why, nextAttemptAt), ...since }));
}

/** The server refuses it as it is: it stays where the buyer can see, correct and resend it. */
export function refuseRequest(rows: AccountRows, opId: string, problem: OpProblem): AccountRows {
  return changeRequest(rows, opId, (op) => ({ ...op, state: 'refused', problem }));
}

/** Makes a refused request the draft again; a draft started in the meantime is set aside. */
export function reopenRequest(rows: AccountRows, opId: string): AccountRows {
  const draft = draftOf(rows, rows.requests.find((op) => op.opId === opId)?.about);
  const aside = draft
    ? changeRequest(rows, draft.opId, (op) => ({ ...op, state: 'setAside', problem: null }))
    : rows;
  return changeRequest(aside, opId, (op) => ({ ...op, state: draftState(op.about) }));
}

/** The buyer deleted it. */
export function forgetRequest(rows: AccountRows, opId: string): AccountRows {
  return withRequests(rows, withoutRequest(rows, opId));
}

/** The studio received it. */
export function acknowledgeRequest(rows: AccountRows, opId: string, doneAt: string): AccountRows {
  const op = rows.requests.find((candidate) => candidate.opId === opId);
  if (!op) return rows;
  const title = op.fields.description.slice(0, titleLength);
  const kind = op.about?.kind === 'review' ? 'review' : op.about ? 'message' : 'customRequest';
  return withDone(forgetRequest(rows, opId), { opId, kind, title, doneAt });
}

/** Moves a visitor's requests to the account at sign-in. If the account has a draft of its own, that one stays open. */
export function mergeRequests(account: AccountRows, visitor: AccountRows): AccountRows {
  const taken = new Set(account.requests.map(({ opId }) => opId));
  const fresh = visitor.requests.filter(({ opId }) => !taken.has(opId));
  const moved = fresh.map(
    (op): CustomRequestOp =>
      isDraft(op.state) && draftOf(account, op.about)
        ? { ...op, state: 'setAside', problem: null }
        : op,
  );
  const known = new Set(account.pictures.map(({ id }) => id));
  const pictures = visitor.pictures.filter(({ id }) => !known.has(id));
  return withRequests({ ...account, pictures: [...account.pictures, ...pictures] }, [
    ...account.requests,
    ...moved,
  ]);
}

/** The pictures of a request, in order. */
export function picturesOf(rows: AccountRows, { images }: CustomRequestOp): Picture[] {
  const pictures = new Map(rows.pictures.map((picture) => [picture.id, picture]));
  return images.flatMap((id) => pictures.get(id) ?? []);
}

/** The draft with its pictures. */
export function draftContent(rows: AccountRows, about?: MessageAbout): RequestContent | null {
  const draft = draftOf(rows, about);
  return draft && { fields: draft.fields, images: picturesOf(rows, draft) };
}

/** Replaces the requests and drops pictures that belong to none of them. */
export function withRequests(rows: AccountRows, requests: readonly CustomRequestOp[]): AccountRows {
  const used = new Set(requests.flatMap(({ images }) => images));
  return { ...rows, requests, pictures: rows.pictures.filter(({ id }) => used.has(id)) };
}

function withoutRequest(rows: AccountRows, opId: string): readonly CustomRequestOp[] {
  return rows.requests.filter((op) => op.opId !== opId);
}

function changeRequest(
  rows: AccountRows,
  opId: string,
  change: (op: CustomRequestOp) => CustomRequestOp,
): AccountRows {
  if (!rows.requests.some((op) => op.opId === opId)) return rows;
  return { ...rows, requests: rows.requests.map((op) => (op.opId === opId ? change(op) : op)) };
}
