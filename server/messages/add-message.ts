import type { Stored } from '../commissions/receive-form.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { OpenThread, ThreadRow } from './open-thread.ts';

export interface NewMessage {
  readonly id: string;
  /** Null: the buyer wrote it. */
  readonly staffId: string | null;
  /** Since when the buyer waits for an answer once it is written; null: not any more. */
  readonly waitingSince: string | null;
  readonly text: string;
  readonly pictures: readonly Stored[];
}

/**
 * Adds a message to a thread, which begins with it if it is the first. Returns the thread as it is then; null: there is
 * a message with this id.
 */
export async function addMessage(
  change: Change,
  open: OpenThread,
  { id, staffId, waitingSince, text, pictures }: NewMessage,
): Promise<ThreadRow | null> {
  const { tx, now } = change;
  const createdAt = now.toISOString();
  const threadId = open.id ?? (await begin(change, open));
  const thread: ThreadRow = { ...open, id: threadId, lastAt: createdAt, waitingSince };
  const written = await tx
    .insertInto('threadMessages')
    .values({ id, threadId, staffId, text, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return null;
  await tx
    .updateTable('threads')
    .set({ lastAt: createdAt, waitingSince, title: open.title })
    .where('id', '=', threadId)
    .execute();
  for (const [position, picture] of pictures.entries()) {
    const row = { id: newId(now), messageId: id, position, ...picture };
    await tx.insertInto('messagePictures').values(row).execute();
  }
  return thread;
}

/** Begins a thread, unless another tab or process was faster. Returns its id. */
async function begin({ tx, now }: Change, open: OpenThread): Promise<string> {
  const { requestId, orderId, productId, accountId } = open;
  const id = requestId ?? orderId ?? newId(now);
  await tx
    .insertInto('threads')
    .values({ ...open, id, lastAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (productId === null || accountId === null) return id;
  const thread = await tx
    .selectFrom('threads')
    .select('id')
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow();
  return thread.id;
}
