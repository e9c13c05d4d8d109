import { expressionBuilder } from 'kysely';
import { utcDay } from '#contract/wire/day-in.ts';
import { limits } from '#contract/wire/limits.ts';
import { removeOldChanges } from '../catalogue/remove-old-changes.ts';
import { keepMoves } from '../commissions/keep-moves.ts';
import { removeUnclaimedUploads } from '../commissions/unclaimed-uploads.ts';
import { removeOldUploads, removeUnclaimedParts } from '../designs/files/remove-old-uploads.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { StoreUnreachable } from '../platform/files/file-store.ts';
import { deviceKeptMs } from '../platform/http/device-cookie.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { runAlone } from '../platform/jobs/run-alone.ts';
import type { Services } from '../platform/services/services.ts';
import { absoluteMs, idleMs } from '../platform/sign-in/signed-in.ts';
import { studioAbsoluteMs, studioIdleMs } from '../staff/sessions.ts';
import { deletableBefore } from './deletable-files.ts';
import { oldRequests } from './old-requests.ts';
import { type RemovalRule, removal, removeRows } from './remove-rows.ts';
import { removeUnreferencedFiles } from './unreferenced-files.ts';

const day = 86_400_000;
/** How long a repeated Idempotency-Key gets the same answer. */
const answersKeptMs = 90 * day;
/** How long a sent mail is kept in case somebody asks about it. */
const sentMailKeptMs = 7 * day;
/** A mail that was never sent, and a notification of staff. */
const mailKeptMs = 30 * day;
/** An invitation to share an account after it expired: until then its owner sees it. */
const invitationKeptMs = 30 * day;
/** A custom request after it was closed, or one that nobody has moved since it came; and after its last message. */
const requestKeptMs = 365 * day;
/**
 * Pictures are only needed for drawing: a month after a request is closed nobody looks at them. One whose quote has expired
 * may be quoted again, so it keeps them. No shorter than `mailKeptMs`: the mail that they are attached to is older than the
 * closing, so it isn't kept any more.
 */
const picturesKeptMs = 30 * day;
/** The pictures of a thread that waits for nobody, after its last message; those about a request are kept as its own. */
const messagePicturesKeptMs = 90 * day;
/** An import's report. */
const importKeptMs = 365 * day;
/** The file of an import that was never started; until then its dry run can be made again. */
const importFileKeptMs = 30 * day;
/** A bulk change, which can be undone until then. */
const bulkChangeKeptMs = 90 * day;
/** A bulk change that was never started. */
const plannedChangeKeptMs = day;
/** What designs cost before a rise: longer than any price is held. */
const endedPricesKeptMs = 14 * day;
/** Searches without results, for a year's figures. */
const searchesKeptMs = 400 * day;
/** What was removed from a cart, for its owner's other devices. */
const removalKeptMs = limits.cartRemovalDays * day;
/** How long rows of `commits` are kept, in ms. A shop that lost the answer to a COMMIT looks within seconds. */
const commitsKeptMs = day / 24;
/** What S3 servers say about what they don't allow or don't know, and what they answer without a word. */
const refusals: ReadonlySet<string> = new Set([
  'AccessDenied',
  'MethodNotAllowed',
  'NotImplemented',
  'HTTP 403',
  'HTTP 405',
  'HTTP 501',
]);
/** How often to check whether a day has passed. */
const everyMs = 600_000;
/** How long after a run that failed in part it is tried again. */
const againMs = 3_600_000;
/** The first check waits until the start is over. */
const firstMs = 60_000;

/**
 * Deletes what nobody can use any more, each after its time above. Once `isStopped`, leaves the remaining rows and
 * files for the next day. A step that fails keeps no other from running.
 * @throws AggregateError of all that failed, at the end
 */
export async function runRetention(services: Services, isStopped = () => false): Promise<void> {
  const { database, clock } = services;
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<unknown>) => work().catch((error) => failures.push(error));
  const now = clock().getTime();
  for (const rule of rules(now)) {
    await attempt(() => removeRows(services, rule, isStopped));
  }
  await attempt(async () => {
    const rule = oldRequests(new Date(now - requestKeptMs).toISOString());
    await database.write((tx) => keepMoves(tx, rule.isOld));
    await removeRows(services, rule, isStopped);
  });
  // Ranges that end today are counted again each day.
  await attempt(() => database.write((tx) => tx.deleteFrom('buyerCounts').execute()));
  await attempt(() => database.write(forgetBilling));
  await attempt(() => removeOldUploads(services));
  await attempt(async () => {
    const instant = await deletableBefore(services);
    if (instant === null) return;
    await attempt(() => removeUnclaimedUploads(services, instant));
    await attempt(() => removeUnclaimedParts(services, instant));
  });
  await attempt(() => endUploads(services));
  await attempt(() => removeOldChanges(services, isStopped));
  await attempt(() => removeUnreferencedFiles(services, isStopped));
  await attempt(() => removeOldCommits(services, isStopped));
  if (failures.length > 0) throw new AggregateError(failures, 'retention failed in part');
}

/** Of accounts that the version before deleted. */
async function forgetBilling(tx: Transaction): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ billing: null })
    .where('deletedAt', 'is not', null)
    .where('billing', 'is not', null)
    .execute();
}

/** A bucket may keep the shop from ending uploads. Another try would change nothing, so that isn't a failure. */
async function endUploads({ files, log }: Services): Promise<void> {
  try {
    await files.endUploads();
  } catch (error) {
    if (!(error instanceof StoreUnreachable && refusals.has(error.reason))) throw error;
    log.warn(
      { reason: error.reason },
      'the bucket doesn’t let the shop end unfinished uploads: allow it s3:ListBucketMultipartUploads and s3:AbortMultipartUpload, or have the bucket end them (npm run files:setup)',
    );
  }
}

/** Which rows are too old at `now`, in milliseconds since 1970. */
function rules(now: number): readonly RemovalRule[] {
  const before = (age: number) => new Date(now - age).toISOString();
  const deletedAccounts = expressionBuilder<Tables>()
    .selectFrom('accounts')
    .select('id')
    .where('deletedAt', 'is not', null);
  return [
    ...(['sessions', 'colleagueSessions'] as const).map((table) =>
      removal(table, (row) =>
        row.or([row('lastSeenAt', '<', before(idleMs)), row('createdAt', '<', before(absoluteMs))]),
      ),
    ),
    removal('colleagueInvitations', (row) => row('expiresAt', '<', before(invitationKeptMs))),
    removal('studioSessions', (row) =>
      row.or([
        row('lastSeenAt', '<', before(studioIdleMs)),
        row('createdAt', '<', before(studioAbsoluteMs)),
      ]),
    ),
    removal('studioInvitations', (row) => row('expiresAt', '<=', before(0))),
    removal('studioTwoStepSetups', (row) => row('expiresAt', '<=', before(0))),
    removal('studioResets', (row) => row('expiresAt', '<=', before(0))),
    removal('knownDevices', (row) => row('lastSignInAt', '<', before(deviceKeptMs))),
    removal('resetSteps', (row) => row('expiresAt', '<', before(0))),
    removal('emailUndos', (row) => row('expiresAt', '<=', before(0))),
    removal('mailOutbox', (mail) =>
      mail.or([
        mail('sentAt', '<', before(sentMailKeptMs)),
        mail('createdAt', '<', before(mailKeptMs)),
        mail('expiresAt', '<', before(0)),
      ]),
    ),
    removal('notifications', (row) => row('createdAt', '<', before(mailKeptMs))),
    removal('cartRemovals', (row) => row('removedAt', '<', before(removalKeptMs))),
    removal('rateLimits', (row) => row('windowEndsAt', '<=', before(0))),
    removal('idempotencyAnswers', (row) => row('createdAt', '<', before(answersKeptMs))),
    removal('requestLinks', (row) => row('expiresAt', '<=', before(0))),
    removal('threadLinks', (row) => row('expiresAt', '<=', before(0))),
    removal('threadMails', (row) => row('createdAt', '<=', before(requestKeptMs))),
    removal('threads', (row) =>
      row.and([row('kind', '!=', 'request'), row('lastAt', '<', before(requestKeptMs))]),
    ),
    // The version before deletes accounts without these.
    ...(
      ['threads', 'colleagues', 'colleagueInvitations', 'newsConsents', 'newsletterMails'] as const
    ).map((table) => removal(table, (row) => row('accountId', 'in', deletedAccounts))),
    removal('mailOutbox', (mail) =>
      mail.and([
        mail('news', '=', 'letters'),
        mail('sentAt', 'is', null),
        mail('accountId', 'in', deletedAccounts),
      ]),
    ),
    removal('receiptVersions', (row) =>
      row('orderId', 'in', (inner) =>
        inner
          .selectFrom('orders')
          .innerJoin('accounts', 'accounts.id', 'accountId')
          .select('orders.id')
          .where('deletedAt', 'is not', null),
      ),
    ),
    removal('customRequestImages', (row) =>
      row('requestId', 'in', (inner) =>
        inner
          .selectFrom('customRequests')
          .select('id')
          .where('closedAt', '<', before(picturesKeptMs))
          .where('state', '!=', 'expired'),
      ),
    ),
    removal('messagePictures', (row) =>
      row('messageId', 'in', (inner) =>
        inner
          .selectFrom('threadMessages')
          .innerJoin('threads', 'threads.id', 'threadId')
          .leftJoin('customRequests', 'customRequests.id', 'requestId')
          .select('threadMessages.id')
          .where('waitingSince', 'is', null)
          .where((thread) =>
            thread.or([
              thread.and([
                thread('requestId', 'is', null),
                thread('lastAt', '<', before(messagePicturesKeptMs)),
              ]),
              thread.and([
                thread('lastAt', '<', before(picturesKeptMs)),
                thread('closedAt', '<', before(picturesKeptMs)),
                thread('customRequests.state', '!=', 'expired'),
              ]),
            ]),
          ),
      ),
    ),
    removal('bulkChanges', (row) =>
      row.or([
        row('createdAt', '<', before(bulkChangeKeptMs)),
        row.and([row('state', '=', 'planned'), row('createdAt', '<', before(plannedChangeKeptMs))]),
      ]),
    ),
    removal('endedPrices', (row) => row('endedAt', '<', before(endedPricesKeptMs))),
    removal('emptySearches', (row) => row('day', '<', utcDay(before(searchesKeptMs)))),
    removal('imports', (row) => row('createdAt', '<', before(importKeptMs))),
    removal('importFiles', (row) =>
      row('importId', 'in', (inner) =>
        inner.selectFrom('imports').select('id').where('createdAt', '<', before(importFileKeptMs)),
      ),
    ),
  ];
}

/** Every write leaves one, so there may be millions. They are deleted as an owner's, which gets in no other write's way. */
function removeOldCommits(services: Services, isStopped: () => boolean): Promise<void> {
  const oldest = newId(new Date(services.clock().getTime() - commitsKeptMs));
  const rule = removal('commits', (row) => row('id', '<', oldest));
  return removeRows(services, rule, isStopped, 'commits');
}

/**
 * Runs retention unless one of the processes did within a day, or failed within an hour. Once `stop` is aborted, leaves
 * the rest for the next day.
 * @throws AggregateError of all that failed
 */
export async function runDailyRetention(services: Services, stop: AbortSignal): Promise<void> {
  const run = (lost: AbortSignal) => runRetention(services, () => stop.aborted || lost.aborted);
  await runAlone(services, 'retention', run, { everyMs: day, afterFailureMs: againMs, stop });
}

/** Runs retention daily, in one of the processes; `stop` resolves when the current run has ended. */
export function startRetention(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    (stop) => runDailyRetention(services, stop),
    (error) => services.log.error({ err: error }, 'retention failed'),
  );
}
