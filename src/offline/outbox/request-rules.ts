import { attempted, isPending, type Postponed, postponed } from './attempts.ts';
import { withDone } from './outbox-rules.ts';
import type {
  AccountRows,
  CustomRequestOp,
  DoneOp,
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

/** The id of a request that doesn't exist yet, and when it begins (ISO 8601). */
export interface NewRequest {
  readonly opId: string;
  readonly at: string;
}

/** Saves the draft. If an earlier version may have reached the server, one with another content becomes a new request. */
export function writeDraft(
  rows: AccountRows,
  content: RequestContent,
  next: NewRequest,
  about?: MessageAbout,
): AccountRows {
  const known = draftOf(rows, about);
  if (known && hasContent(known, content)) return rows;
  const begun = known?.attempts === 0 ? known : null;
  const draft = { ...newRequest(rows, content, next, about), state: draftState(about) };
  return withPictures(rows, content.images, [
    ...withoutRequest(rows, known?.opId ?? ''),
    begun ? { ...draft, opId: begun.opId, createdAt: begun.createdAt } : draft,
  ]);
}

/** One that waits to be sent, after what waits about the same. */
export function newRequest(
  rows: AccountRows,
  { fields, images }: RequestContent,
  { opId, at }: NewRequest,
  about?: MessageAbout,
): CustomRequestOp {
  return {
    ...{ opId, fields, state: 'waiting', images: images.map(({ id }) => id) },
    ...(about && { about }),
    ...{ createdAt: afterOthers(rows, at, about), attempts: 0, nextAttemptAt: 0, problem: null },
  };
}

/** Whether the shop would get the same of it. */
function hasContent(op: Pick<CustomRequestOp, 'fields' | 'images'>, content: RequestContent) {
  const names = Object.keys({ ...op.fields, ...content.fields }) as (keyof RequestFields)[];
  return (
    names.every((name) => (op.fields[name] ?? '') === (content.fields[name] ?? '')) &&
    op.images.join() === content.images.map(({ id }) => id).join()
  );
}

/** Replaces the requests, with the pictures that one of them brings. */
function withPictures(
  rows: AccountRows,
  pictures: readonly Picture[],
  requests: readonly CustomRequestOp[],
): AccountRows {
  const stored = new Set(rows.pictures.map(({ id }) => id));
  const added = pictures.filter(({ id }) => !stored.has(id));
  return withRequests({ ...rows, pictures: [...rows.pictures, ...added] }, requests);
}

/** A request or a message as a tab shows it, and the draft that the tab read or saved last; null: none yet. */
export interface ShownDraft {
  readonly about?: MessageAbout;
  readonly content: RequestContent;
  readonly saved: RequestContent | null;
}

/**
 * Queues what a tab shows, in place of its draft, and returns its opId. If the draft is another tab's, with another
 * content, it stays. Null: another tab has sent this, so nothing changes.
 */
export function queueShown(
  rows: AccountRows,
  shown: ShownDraft,
  next: NewRequest,
): { readonly rows: AccountRows; readonly opId: string | null } {
  const { about, content, saved } = shown;
  const draft = draftOf(rows, about);
  const isSaved = saved !== null && hasContent(newRequest(rows, saved, next), content);
  if (!draft && isSaved && isOnItsWay(rows, shown)) return { rows, opId: null };
  // A version before made a draft of what takes a review back.
  const isOwn = !draft || draft.fields.takesBack || hasContent(draft, content);
  if (!isOwn && !(saved && hasContent(draft, saved))) {
    const requests = [...rows.requests, newRequest(rows, content, next, about)];
    return { rows: withPictures(rows, content.images, requests), opId: next.opId };
  }
  const written = writeDraft(rows, content, next, about);
  const opId = draftOf(written, about)?.opId ?? next.opId;
  return { rows: queueRequest(written, opId), opId };
}

/** Whether this was queued or sent before. */
function isOnItsWay(rows: AccountRows, { about, content }: ShownDraft): boolean {
  const title = titleOf(content);
  return (
    rows.requests.some((op) => isAbout(op, about) && hasContent(op, content)) ||
    rows.done.some((done) => done.kind === doneKind(about) && done.title === title)
  );
}

/** Later than what else waits about the same, even if the device's clock was set back: that is sent first. */
function afterOthers(rows: AccountRows, at: string, about?: MessageAbout): string {
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

/** Queues a request that was tried while it was the draft. A draft that has taken its place since stays. */
export function queueTried(
  rows: AccountRows,
  op: CustomRequestOp,
  pictures: readonly Picture[],
): AccountRows {
  const requests = [...withoutRequest(rows, op.opId), op];
  return queueRequest(withPictures(rows, pictures, requests), op.opId);
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
  const done = { opId, kind: doneKind(op.about), title: titleOf(op), doneAt };
  return withDone(forgetRequest(rows, opId), done);
}

const titleOf = ({ fields }: Pick<RequestContent, 'fields'>) =>
  fields.description.slice(0, titleLength);

function doneKind(about?: MessageAbout): DoneOp['kind'] {
  if (!about) return 'customRequest';
  return about.kind === 'review' ? 'review' : 'message';
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
