import type { Transaction } from '../platform/database/open.ts';

/**
 * Deletes the threads of an account. Those of its requests go with them. Retention deletes the files of the pictures
 * later, because nothing refers to them any more.
 */
export async function forgetThreads(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('threads').where('accountId', '=', accountId).execute();
}
