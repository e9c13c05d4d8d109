import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { keptMarks } from '../platform/database/changes-after.ts';
import type { Services } from '../platform/services/services.ts';

/** How many changes are read or deleted at once: SQLite blocks the process while it works. */
const atOnce = 200;

/**
 * Deletes each change that is followed by a newer one of the same design; changes of other public data, which have no
 * design, are treated like those of one. Readers only need the newest change of each design, and the newest `kept`
 * marked ones, by which it is known where they are. Goes from the newest to the oldest, a few at a time, and stops once
 * `isStopped`.
 */
export async function removeOldChanges(
  { database }: Pick<Services, 'database'>,
  isStopped: () => boolean,
  kept = keptMarks,
): Promise<void> {
  const seen = new Set<string | null>();
  let marked = 0;
  for (let from = Number.MAX_SAFE_INTEGER; !isStopped(); ) {
    const changes = await database.read
      .selectFrom('catalogueChanges')
      .select(['seq', 'productId', 'mark'])
      .where('seq', '<', from)
      .orderBy('seq', 'desc')
      .limit(atOnce)
      .execute();
    const old: number[] = [];
    for (const { seq, productId, mark } of changes) {
      if (mark !== null) marked += 1;
      if (seen.has(productId) && (mark === null || marked > kept)) old.push(seq);
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
    await yieldToEventLoop();
  }
}
