import { makeChange } from '../database/change.ts';
import { newId } from '../database/new-id.ts';
import { isStorageFailure } from '../http/storage-problem.ts';
import type { Services } from '../services/services.ts';
import { leaseEnd, whileLeased } from './lease.ts';
import { untilRecorded } from './until-recorded.ts';

interface Options {
  /** How long after a success the work isn't done again, by any process; 0 by default. */
  readonly everyMs?: number;
  /** How long after a failure; 0 by default. */
  readonly afterFailureMs?: number;
  /** Until when to try to record a success while the database is away; by default it is tried once. */
  readonly stop?: AbortSignal;
  /** How often the lease is renewed, if not as usual. */
  readonly renewMs?: number;
}

/**
 * Runs `work` unless another process does under the same name, or did within `everyMs`. If this process dies,
 * another may after 40 s. `lost` is aborted if another has begun, because this one couldn't renew its lease.
 * Returns whether it ran.
 */
export async function runAlone(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  name: string,
  work: (lost: AbortSignal) => Promise<unknown>,
  { everyMs = 0, afterFailureMs = 0, stop = AbortSignal.abort(), renewMs }: Options = {},
): Promise<boolean> {
  const { database, clock, log } = services;
  const taken = await database.read
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('expiresAt', '>', clock().toISOString())
    .executeTakeFirst();
  if (taken) return false;
  const holder = newId();
  const isMine = await makeChange(services, async ({ tx, now }) => {
    const lease = { holder, expiresAt: leaseEnd(now) };
    const row = await tx
      .insertInto('leases')
      .values({ name, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(lease)
          .where('leases.expiresAt', '<=', now.toISOString()),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  });
  if (!isMine) return false;

  /** Returns false if another process has the lease. */
  const extend = (expiresAt: (now: Date) => string) =>
    makeChange(services, async ({ tx, now }) => {
      const row = await tx
        .updateTable('leases')
        .set({ expiresAt: expiresAt(now) })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    });
  const release = (afterMs: number) =>
    extend((now) => new Date(now.getTime() + afterMs).toISOString());
  const onUnreleased = (error: unknown) =>
    log.warn({ err: error, work: name }, 'giving work back failed');
  try {
    await whileLeased(() => extend(leaseEnd), work, renewMs);
  } catch (error) {
    // If this fails too, the lease expires by itself.
    await release(afterFailureMs).catch(onUnreleased);
    throw error;
  }
  // Otherwise it would be done again once the lease has expired by itself.
  await untilRecorded(() => release(everyMs), onUnreleased, { stop, isPassing: isStorageFailure });
  return true;
}
