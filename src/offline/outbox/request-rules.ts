import { type Postponed, withDone } from './outbox-rules.ts';
import type { AccountRows, CustomRequestOp, OpProblem, Picture, RequestFields } from './rows.ts';

/** So much of its description names a request in a list. */
export const titleLength = 60;

/** What was written of a custom request. */
export interface RequestContent {
  readonly fields: RequestFields;
  readonly images: readonly Picture[];
}

/** The request that is still being written; at most one. */
export function draftOf(rows: AccountRows): CustomRequestOp | null {
  return rows.requests.find(({ state }) => state === 'draft') ?? null;
}

/** Requests that are to be sent, the oldest first. Each stands in a line of its own. */
export function pendingRequests(rows: AccountRows): readonly CustomRequestOp[] {
  return rows.requests
    .filter(({ state }) => state === 'waiting')
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Requests that the studio hasn't got: to be sent, sent back, or begun with a word or a picture. */
export function unsentRequests(rows: AccountRows): readonly CustomRequestOp[] {
  return rows.requests.filter(
    ({ state, fields, images }) =>
      state !== 'draft' || images.length > 0 || Object.values(fields).some((text) => text !== ''),
  );
}

/** Keeps what is written. One that may have reached the server and then changed is another request. */
export function writeDraft(
  rows: AccountRows,
  content: RequestContent,
  next: { readonly opId: string; readonly at: string },
): AccountRows {
  const known = draftOf(rows);
  const isSame = known?.attempts === 0;
  const draft: CustomRequestOp = {
    opId: known && isSame ? known.opId : next.opId,
    state: 'draft',
    fields: content.fields,
    images: content.images.map(({ id }) => id),
    createdAt: known && isSame ? known.createdAt : next.at,
    attempts: 0,
    nextAttemptAt: 0,
    problem: null,
  };
  const kept = new Set(rows.pictures.map(({ id }) => id));
  const added = content.images.filter(({ id }) => !kept.has(id));
  return withRequests({ ...rows, pictures: [...rows.pictures, ...added] }, [
    ...withoutRequest(rows, known?.opId ?? ''),
    draft,
  ]);
}

/** Raises the attempts before a sending, so that a change afterwards makes another request of it. */
export function markRequestTried(rows: AccountRows, opId: string): AccountRows {
  return changeRequest(rows, opId, (op) => ({ ...op, attempts: op.attempts + 1, problem: null }));
}

/** From now on it is sent by itself, and as if it had never failed. */
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

/** When a request is sent again by itself, and since when it has failed. */
export type RequestBackoff = Pick<CustomRequestOp, 'nextAttemptAt' | 'failingSince'>;

/** Keeps it for later, with the reason. */
export function postponeRequest(
  rows: AccountRows,
  opId: string,
  { problem, faults, foreign }: Postponed,
  backoff: RequestBackoff,
): AccountRows {
  return changeRequest(rows, opId, (op) => ({ ...op, ...faults, problem, foreign, ...backoff }));
}

/** The server will not take it as it is: it stays where the buyer can see, mend and send it again. */
export function refuseRequest(rows: AccountRows, opId: string, problem: OpProblem): AccountRows {
  return changeRequest(rows, opId, (op) => ({ ...op, state: 'refused', problem }));
}

/** A refused request is written on; a draft begun meanwhile waits to be opened in its turn. */
export function reopenRequest(rows: AccountRows, opId: string): AccountRows {
  const draft = draftOf(rows);
  const aside = draft
    ? changeRequest(rows, draft.opId, (op) => ({ ...op, state: 'refused', problem: null }))
    : rows;
  return changeRequest(aside, opId, (op) => ({ ...op, state: 'draft' }));
}

/** The buyer threw it away. */
export function forgetRequest(rows: AccountRows, opId: string): AccountRows {
  return withRequests(rows, withoutRequest(rows, opId));
}

/** The studio has it. */
export function acknowledgeRequest(rows: AccountRows, opId: string, doneAt: string): AccountRows {
  const op = rows.requests.find((candidate) => candidate.opId === opId);
  if (!op) return rows;
  const title = op.fields.description.slice(0, titleLength);
  return withDone(forgetRequest(rows, opId), { opId, kind: 'customRequest', title, doneAt });
}

/** A visitor's requests come along at sign-in; an account that writes one keeps its own draft open. */
export function mergeRequests(account: AccountRows, visitor: AccountRows): AccountRows {
  const taken = new Set(account.requests.map(({ opId }) => opId));
  const fresh = visitor.requests.filter(({ opId }) => !taken.has(opId));
  const hasDraft = draftOf(account) !== null;
  const moved = fresh.map(
    (op): CustomRequestOp => (op.state === 'draft' && hasDraft ? { ...op, state: 'refused' } : op),
  );
  const known = new Set(account.pictures.map(({ id }) => id));
  const pictures = visitor.pictures.filter(({ id }) => !known.has(id));
  return withRequests({ ...account, pictures: [...account.pictures, ...pictures] }, [
    ...account.requests,
    ...moved,
  ]);
}

/** The pictures of a request, in its order. */
export function picturesOf(rows: AccountRows, { images }: CustomRequestOp): Picture[] {
  const pictures = new Map(rows.pictures.map((picture) => [picture.id, picture]));
  return images.flatMap((id) => pictures.get(id) ?? []);
}

/** What is being written, with its pictures. */
export function draftContent(rows: AccountRows): RequestContent | null {
  const draft = draftOf(rows);
  return draft && { fields: draft.fields, images: picturesOf(rows, draft) };
}

/** These requests and the pictures that belong to one of them. */
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
