import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { chunk } from '#contract/wire/chunk.ts';
import { type Change, makeChange } from '../database/change.ts';
import { newId } from '../database/new-id.ts';
import type { Reader } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { areFilesAway } from '../files/are-files-away.ts';
import { DamagedFile, type FileStore } from '../files/file-store.ts';
import { doNext, type Kind } from '../jobs/do-next.ts';
import { leaseEnd, setClaimed, skipTaken } from '../jobs/lease.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import type { Services } from '../services/services.ts';

/** The CRC-32 of originals, which a ZIP has to say of its entries. Each is computed once, in the background. */

type Row = Selectable<Tables['fileChecksums']>;

/** How often to look for files without one. A buyer may wait for them. */
const everyMs = 1000;
const afterFailureMs = 15_000;
/** When to try again a file that couldn't be read. */
const retryMs = 15 * 60_000;
/** What holds the row of such a file begins with it, also while it is tried again. */
const unreadable = 'unreadable';
/** At most as many values as one statement takes. */
const atOnce = 500;

/** The checksums that are known, by SHA-256; null for a file that can't be read or is damaged. */
export async function checksumsOf(
  read: Reader,
  digests: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const known = new Map<string, number | null>();
  for (const some of chunk(digests, atOnce)) {
    const rows = await read
      .selectFrom('fileChecksums')
      .select(['sha256', 'crc32', 'heldBy'])
      .where('sha256', 'in', some)
      .execute();
    for (const row of rows)
      if (row.crc32 !== null || isUnreadable(row)) known.set(row.sha256, row.crc32);
  }
  return known;
}

/** Queues the files whose checksum isn't known. */
export async function queueChecksums({ tx }: Change, digests: readonly string[]): Promise<void> {
  for (const some of chunk([...new Set(digests)], atOnce)) {
    await tx
      .insertInto('fileChecksums')
      .values(some.map((sha256) => ({ sha256, crc32: null, heldBy: null, heldUntil: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Notes that these originals are lost or damaged, and logs each once, until their checksums can be computed again. */
export async function noteUnreadable(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  digests: readonly string[],
): Promise<void> {
  for (const some of chunk(digests, atOnce)) {
    const noted = await makeChange(services, ({ tx, now }) =>
      tx
        .updateTable('fileChecksums')
        .set({ crc32: null, ...untilRetry(now) })
        .where('sha256', 'in', some)
        .where('crc32', 'is not', null)
        .returning('sha256')
        .execute(),
    );
    for (const { sha256 } of noted) services.log.error({ sha256 }, unreadableLine);
  }
}

const unreadableLine = 'a bought file can’t be read';

function untilRetry(now: Date) {
  const heldUntil = new Date(now.getTime() + retryMs).toISOString();
  return { heldBy: unreadable, heldUntil };
}

function isUnreadable({ heldBy }: Pick<Row, 'heldBy'>): boolean {
  return heldBy?.startsWith(unreadable) ?? false;
}

function isFree(row: ExpressionBuilder<Tables, 'fileChecksums'>, now: Date) {
  return row.and([
    row('crc32', 'is', null),
    row.or([row('heldUntil', 'is', null), row('heldUntil', '<=', now.toISOString())]),
  ]);
}

const held = ({ sha256, heldBy }: Row) => ({ sha256, heldBy });

const checksums: Kind<Row> = {
  name: 'checksums',
  async isAnyFree(read, now) {
    const free = await read
      .selectFrom('fileChecksums')
      .select('sha256')
      .where((row) => isFree(row, now))
      .limit(1)
      .executeTakeFirst();
    return free !== undefined;
  },
  async claim({ tx, now }) {
    const next = await tx
      .selectFrom('fileChecksums')
      .select(['sha256', 'heldBy'])
      .where((row) => isFree(row, now))
      .orderBy('sha256')
      .limit(1)
      .modifyEnd(skipTaken(tx))
      .executeTakeFirst();
    if (!next) return null;
    const heldBy = (isUnreadable(next) ? unreadable : '') + newId(now);
    return tx
      .updateTable('fileChecksums')
      .set({ heldBy, heldUntil: leaseEnd(now) })
      .where('sha256', '=', next.sha256)
      .returningAll()
      .executeTakeFirstOrThrow();
  },
  renew: ({ tx, now }, row) =>
    setClaimed(tx, 'fileChecksums', held(row), { heldUntil: leaseEnd(now) }),
  giveBack: ({ tx }, row) =>
    setClaimed(tx, 'fileChecksums', held(row), {
      heldBy: isUnreadable(row) ? unreadable : null,
      heldUntil: null,
    }),
};

/**
 * Computes the next checksum; returns false if none is missing. A file that can't be read while others can, or is
 * damaged, is tried again after a while.
 * @throws if no file can be read, the database fails, or `stop` is aborted; then another process may go on at once
 */
export function computeNextChecksum(services: Services, stop?: AbortSignal): Promise<boolean> {
  const { files, log } = services;
  return doNext(
    services,
    checksums,
    async (row, { lost }) => {
      const ended = stop ? AbortSignal.any([lost, stop]) : lost;
      try {
        const crc32 = await checksumOf(files, row.sha256, ended);
        return ({ tx }) => setClaimed(tx, 'fileChecksums', held(row), { crc32 });
      } catch (error) {
        if (ended.aborted || (await areFilesAway(files))) throw error;
        if (!isUnreadable(row)) log.error({ err: error, sha256: row.sha256 }, unreadableLine);
        return ({ tx, now }) => setClaimed(tx, 'fileChecksums', held(row), untilRetry(now));
      }
    },
    stop,
  );
}

/** @throws DamagedFile if the bytes aren't those of the digest; what reading throws, also once `ended` is aborted */
async function checksumOf(
  files: Pick<FileStore, 'readOriginal'>,
  sha256: string,
  ended: AbortSignal,
): Promise<number> {
  const hash = createHash('sha256');
  let checksum = 0;
  for await (const chunk of addAbortSignal(ended, files.readOriginal(sha256))) {
    const bytes: Uint8Array = chunk;
    hash.update(bytes);
    checksum = crc32(bytes, checksum);
  }
  if (hash.digest('hex') !== sha256) throw new DamagedFile(`${sha256} has other bytes`);
  return checksum;
}

/** Computes the missing ones, one after another, until stopped. */
export function startChecksums(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    async (signal) => {
      try {
        while (!signal.aborted && (await computeNextChecksum(services, signal)));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    (error) => services.log.error({ err: error }, 'computing checksums failed'),
  );
}
