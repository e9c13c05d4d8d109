import type { ExpressionBuilder, Selectable } from 'kysely';
import { fileMessages } from '#contract/studio/files.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Kind } from '../../platform/jobs/do-next.ts';
import { leaseEnd, setClaimed, skipTaken } from '../../platform/jobs/lease.ts';

/** A piece of background work for a design. */
export type Work = Selectable<Tables['designWork']>;

/**
 * After this many attempts that killed their process, met an unreadable file or took the database too long, work fails
 * until staff retry it.
 */
export const maxAttempts = 3;

export async function queuePreviews(
  { tx, now }: Change,
  picture: { readonly productId: string; readonly name: string; readonly sha256: string },
): Promise<void> {
  await tx
    .insertInto('designWork')
    .values({
      id: newId(now),
      kind: 'previews',
      ...picture,
      state: 'waiting',
      problem: null,
      createdAt: now.toISOString(),
    })
    .execute();
}

/** Queues packing a design's files for its buyers, or adds `news` to the delivery already waiting. */
export async function queueDelivery(
  { tx, now }: Change,
  productId: string,
  news: readonly string[],
): Promise<void> {
  const known = await tx
    .selectFrom('designWork')
    .select(['id', 'news', 'state'])
    .where('productId', '=', productId)
    .where('kind', '=', 'delivery')
    .executeTakeFirst();
  const allNews = new Set([...(known ? (JSON.parse(known.news) as string[]) : []), ...news]);
  const row = { news: JSON.stringify([...allNews]) };
  if (known) {
    const again = { state: 'waiting', tries: 0, problem: null } as const;
    await tx
      .updateTable('designWork')
      .set({ ...row, ...(known.state === 'failed' && again) })
      .where('id', '=', known.id)
      .execute();
    return;
  }
  await tx
    .insertInto('designWork')
    .values({
      id: newId(now),
      productId,
      kind: 'delivery',
      name: '',
      sha256: null,
      ...row,
      state: 'waiting',
      problem: null,
      createdAt: now.toISOString(),
    })
    .execute();
}

/** Work that waits, or whose process stopped renewing its claim. */
function isFree(work: ExpressionBuilder<Tables, 'designWork'>, now: Date) {
  return work.or([
    work('state', '=', 'waiting'),
    work.and([work('state', '=', 'working'), work('heldUntil', '<=', now.toISOString())]),
  ]);
}

/** File work, the oldest first. What was left behind too often fails. */
export const fileWork: Kind<Work> = {
  name: 'file work',
  async isAnyFree(read, now) {
    const free = await read
      .selectFrom('designWork')
      .select('id')
      .where((work) => isFree(work, now))
      .limit(1)
      .executeTakeFirst();
    return free !== undefined;
  },
  async claim({ tx, now }) {
    await tx
      .updateTable('designWork')
      .set({ state: 'failed', problem: fileMessages.killed, heldBy: null })
      .where('state', '=', 'working')
      .where('heldUntil', '<=', now.toISOString())
      .where('tries', '>=', maxAttempts)
      .execute();
    const next = await tx
      .selectFrom('designWork')
      .select('id')
      .where((work) => isFree(work, now))
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .modifyEnd(skipTaken(tx))
      .executeTakeFirst();
    if (!next) return null;
    return tx
      .updateTable('designWork')
      .set((row) => ({
        state: 'working',
        done: 0,
        tries: row('tries', '+', 1),
        heldBy: newId(now),
        heldUntil: leaseEnd(now),
      }))
      .where('id', '=', next.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  },
  renew: ({ tx, now }, work) => setWork(tx, work, { heldUntil: leaseEnd(now) }),
};

/** Changes claimed work; false if it was cancelled, or another process has it. */
export function setWork(
  tx: Transaction,
  { id, heldBy }: Work,
  values: Partial<Pick<Work, 'state' | 'done' | 'tries' | 'problem' | 'heldUntil'>>,
): Promise<boolean> {
  return setClaimed(tx, 'designWork', { id, heldBy }, values);
}

/** Deletes finished work; false if it was cancelled in the meantime, or another process has it. */
export async function endWork(tx: Transaction, { id, heldBy }: Work): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('designWork')
    .where('id', '=', id)
    .where('heldBy', '=', heldBy)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Retries failed work. @throws NOT_FOUND if it no longer exists */
export async function retryWork(change: AuditedChange, id: string): Promise<void> {
  const { tx } = change;
  const row = await tx
    .selectFrom('designWork')
    .select(['productId', 'kind', 'name', 'state', 'problem'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', fileMessages.noWork);
  const { productId: target, kind, name, state, problem } = row;
  if (state !== 'failed') return;
  await tx
    .updateTable('designWork')
    .set({ state: 'waiting', tries: 0, problem: null })
    .where('id', '=', id)
    .execute();
  const line = { action: 'processing.retried', subjectId: target } as const;
  await recordAction(change, { ...line, before: { kind, name, problem }, after: null });
}
