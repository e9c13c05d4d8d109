import { setImmediate as breathe } from 'node:timers/promises';
import type { Services } from '../platform/services.ts';

/** How many changes are read, and deleted, at once: SQLite blocks the process meanwhile. */
const atOnce = 200;

/**
 * Deletes each change that has a newer one of the same design; those of the other public data have no design. Whoever
 * follows the changes only asks for the newest of each, so every reader gets the same answer as before. Goes from the
 * newest to the oldest, a few at a time; once `isStopped`, leaves the rest.
 */
export async function removeOldChanges(
  { database }: Pick<Services, 'database'>,
  isStopped: () => boolean,
): Promise<void> {
  const seen = new Set<string | null>();
  for (let from = Number.MAX_SAFE_INTEGER; !isStopped(); ) {
    const changes = await database.read
      .selectFrom('catalogueChanges')
      .select(['seq', 'productId'])
      .where('seq', '<', from)
      .orderBy('seq', 'desc')
      .limit(atOnce)
      .execute();
    const old: number[] = [];
    for (const { seq, productId } of changes) {
      if (seen.has(productId)) old.push(seq);
      seen.add(productId);
      from = seq;
    }
    if (old.length > 0) {
      await database.write(
        (tx) => tx.deleteFrom('catalogueChanges').where('seq', 'in', old).execute(),
        'old catalogue changes',
      );
    }
    if (changes.length < atOnce) return;
    await breathe();
  }
}
