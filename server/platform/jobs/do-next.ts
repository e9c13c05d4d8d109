import { setTimeout as pause } from 'node:timers/promises';
import { type Change, makeChange } from '../database/change.ts';
import type { Reader } from '../database/open.ts';
import { isStorageFailure } from '../http/storage-problem.ts';
import type { Services } from '../services/services.ts';
import { backoffMs } from './backoff.ts';
import { leaseMs, whileLeased } from './lease.ts';

/**
 * All background work that one process at a time may do is done by `doNext`: mails, pushes, file work, dry runs,
 * backups and the jobs of `runAlone`; see decision 110.
 */

/** A kind of work whose pieces any process may claim: how its rows say which are free, and who has one. */
export interface Kind<Piece> {
  /** For the log. */
  readonly name: string;
  /** Whether any is free: a cheap look, before the transaction. */
  readonly isAnyFree: (read: Reader, now: Date) => Promise<boolean>;
  /** Claims the next free one and counts the attempt; null if another process was faster. */
  readonly claim: (change: Change) => Promise<Piece | null>;
  /** Keeps others from taking it for longer; false if somebody has, or if it was withdrawn. */
  readonly renew: (change: Change, piece: Piece) => Promise<boolean>;
  /** How often it is renewed, if not as usual. */
  readonly renewMs?: number | undefined;
  /** Makes it free again after its work threw, with its attempts as they were. Otherwise its claim ends by itself. */
  readonly giveBack?: Write<Piece>;
  /** Whose writes its claim, its renewals and its end are; see `Database.write`. */
  readonly owner?: string;
}

/** The waits between tries to record an end. */
const betweenTries = { firstMs: 100, longestMs: 1600 };

type Write<Piece> = (change: Change, piece: Piece) => Promise<unknown>;

/** Writes how a piece of work ended. May be called again if the answer to it was lost. */
export type End = (change: Change) => Promise<unknown>;

/** What work may ask of its claim. */
export interface Claim {
  /** Aborted if another process has taken the piece, because this one couldn't renew its claim. */
  readonly lost: AbortSignal;
  /**
   * Whether a lease lasts for this much longer, in ms, by a clock that nothing sets. For what must not be done twice,
   * although an outage of the database may keep this process from knowing that another has the piece.
   */
  lastsFor(milliseconds: number): boolean;
  /** Records an end while nobody else can take the piece; see `doNext`. */
  record(end: End): Promise<void>;
}

export type ClaimServices = Pick<Services, 'database' | 'clock'> & {
  readonly log: Pick<Services['log'], 'warn'>;
};

/**
 * Claims the next free piece of a kind, does it, and records its end; returns false if none is free. The claim is
 * renewed until `work` ends, so nobody else takes it however long that is; if this process dies, another takes it within
 * a minute. `work` returns the end to record when no renewal gets in its way any more, or null if it has recorded it.
 * Ends are tried until an outage of the database is over, or `stop` is aborted.
 * @throws what `work` threw, once the piece is given back; or why the database refuses an end
 */
export async function doNext<Piece>(
  services: ClaimServices,
  kind: Kind<Piece>,
  work: (piece: Piece, claim: Claim) => Promise<End | null>,
  stop?: AbortSignal,
): Promise<boolean> {
  const { name, renew, renewMs, giveBack, owner } = kind;
  // Before the claim, whose answer an outage may delay.
  let renewedAt = performance.now();
  const piece = await claimNext(services, kind);
  if (piece === null) return false;
  let hasEnded = false;
  const onFailure = (error: unknown) =>
    services.log.warn({ err: error, work: name }, 'recording the end of background work failed');
  const write = (end: End) =>
    untilRecorded(() => makeChange(services, end, owner), onFailure, stop);
  const record = (end: End) => {
    hasEnded = true;
    return write(end);
  };
  const renewNow = async () => {
    const askedAt = performance.now();
    const isOwn = await makeChange(services, (change) => renew(change, piece), owner);
    renewedAt = isOwn ? askedAt : Number.NEGATIVE_INFINITY;
    return isOwn;
  };
  const lastsFor = (milliseconds: number) =>
    performance.now() + milliseconds <= renewedAt + leaseMs;
  try {
    const end = await whileLeased(
      renewNow,
      (lost) => work(piece, { lost, lastsFor, record }),
      renewMs,
    );
    if (end) await record(end);
  } catch (error) {
    // What has ended mustn't be done again because its end can't be recorded.
    if (giveBack && !hasEnded) await write((change) => giveBack(change, piece)).catch(onFailure);
    throw error;
  }
  return true;
}

/**
 * Runs `record` until it succeeds, however long the database is away, or until `stop` is aborted. `onFailure` is called
 * once, with the first error.
 * @throws an error that isn't an outage's
 */
async function untilRecorded(
  record: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  stop?: AbortSignal,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      if (failures === 1) onFailure(error);
      if (stop?.aborted) return;
    }
    await pause(backoffMs(failures, betweenTries));
  }
}

/** Claims the next free piece of a kind; null if there is none. Its claim ends by itself unless it is renewed. */
export async function claimNext<Piece>(
  services: Pick<Services, 'database' | 'clock'>,
  { isAnyFree, claim, owner }: Kind<Piece>,
): Promise<Piece | null> {
  const { database, clock } = services;
  if (!(await isAnyFree(database.read, clock()))) return null;
  return makeChange(services, claim, owner);
}
