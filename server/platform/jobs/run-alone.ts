import type { Change } from '../database/change.ts';
import { newId } from '../database/new-id.ts';
import { type ClaimServices, doNext, type Kind } from './do-next.ts';
import { leaseEnd, leaseMs, setClaimed, skewMs } from './lease.ts';

interface Options {
  /** How long after a success the work isn't done again, by any process; 0 by default. */
  readonly everyMs?: number;
  /** How long after a failure; 0 by default. */
  readonly afterFailureMs?: number;
  /** Until when to try to record its end while the database is away; by default it is tried once. */
  readonly stop?: AbortSignal;
  /** How often the lease is renewed, if not as usual. */
  readonly renewMs?: number;
}

type Lease = { readonly name: string; readonly holder: string };

/**
 * Runs `work` unless another process does under the same name, or did within `everyMs`. If this process dies,
 * another may after 40 s. `lost` is aborted if another has begun, because this one couldn't renew its lease.
 * Returns whether it ran.
 */
export function runAlone(
  services: ClaimServices,
  name: string,
  work: (lost: AbortSignal) => Promise<unknown>,
  { everyMs = 0, afterFailureMs = 0, stop = AbortSignal.abort(), renewMs }: Options = {},
): Promise<boolean> {
  const holdFor =
    (milliseconds: number) =>
    ({ tx, now }: Change, lease: Lease) =>
      setClaimed(tx, 'leases', lease, {
        expiresAt: new Date(now.getTime() + milliseconds).toISOString(),
      });
  /** When the longest lease of this work would expire. One that expires later was taken while the clock was ahead. */
  const longest = (now: Date) =>
    new Date(now.getTime() + Math.max(everyMs, afterFailureMs, leaseMs) + skewMs).toISOString();
  const kind: Kind<Lease> = {
    name,
    renewMs,
    async isAnyFree(read, now) {
      const taken = await read
        .selectFrom('leases')
        .select('name')
        .where('name', '=', name)
        .where('expiresAt', '>', now.toISOString())
        .where('expiresAt', '<=', longest(now))
        .executeTakeFirst();
      return taken === undefined;
    },
    async claim({ tx, now }) {
      const lease = { holder: newId(now), expiresAt: leaseEnd(now) };
      const row = await tx
        .insertInto('leases')
        .values({ name, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(lease)
            .where(({ eb, or }) =>
              or([
                eb('leases.expiresAt', '<=', now.toISOString()),
                eb('leases.expiresAt', '>', longest(now)),
              ]),
            ),
        )
        .returning(['name', 'holder'])
        .executeTakeFirst();
      return row ?? null;
    },
    renew: holdFor(leaseMs),
    giveBack: holdFor(afterFailureMs),
  };
  return doNext(
    services,
    kind,
    async (lease, { lost }) => {
      await work(lost);
      return (change) => holdFor(everyMs)(change, lease);
    },
    stop,
  );
}
