import { sql } from 'kysely';
import { limits } from '#contract/wire/limits.ts';
import { removeOldChanges } from '../catalogue/remove-old-changes.ts';
import { removeUnclaimedUploads } from '../commissions/unclaimed-uploads.ts';
import { removeOldUploads } from '../designs/files/remove-old-uploads.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Transaction } from '../platform/database/open.ts';
import { deviceKeptMs } from '../platform/http/device-cookie.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { runAlone } from '../platform/jobs/run-alone.ts';
import type { Services } from '../platform/services.ts';
import { absoluteMs, idleMs } from '../platform/sign-in/signed-in.ts';
import { studioAbsoluteMs, studioIdleMs } from '../staff/sessions.ts';
import { removeUnreferencedFiles } from './unreferenced-files.ts';

const day = 86_400_000;
/** How long a repeated Idempotency-Key gets the same answer. */
const answersKeptMs = 90 * day;
/** How long a sent mail is kept in case somebody asks about it. */
const sentMailKeptMs = 7 * day;
/** A mail that was never sent, and a notification of staff. */
const mailKeptMs = 30 * day;
/** By then a custom request is either drawn or forgotten. */
const requestKeptMs = 365 * day;
/** Pictures are only needed for drawing: a month after a request is closed nobody looks at them. */
const picturesKeptMs = 30 * day;
/** An import's report. */
const importKeptMs = 365 * day;
/** An import whose file was never read completely. */
const unreadImportKeptMs = day;
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
/** How many rows of `commits` one statement deletes. */
const commitsAtOnce = 10_000;
/** How often to check whether a day has passed. */
const everyMs = 600_000;
/** The first check waits until the start is over. */
const firstMs = 60_000;

/**
 * Deletes what nobody can use any more, each after its time above. Once `isStopped`, leaves the remaining changes,
 * files and commits for the next day. A step that fails keeps no other from running.
 * @throws AggregateError of all that failed, at the end
 */
export async function runRetention(services: Services, isStopped = () => false): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<unknown>) => work().catch((error) => failures.push(error));
  await removeOldRows(services, (work) => attempt(() => services.database.write(work)));
  await attempt(() => removeOldImports(services));
  await attempt(() => removeUnclaimedUploads(services));
  await attempt(() => removeOldUploads(services));
  await attempt(() => removeOldChanges(services, isStopped));
  await attempt(() => removeUnreferencedFiles(services, isStopped));
  await attempt(() => removeOldCommits(services, isStopped));
  if (failures.length > 0) throw new AggregateError(failures, 'retention failed in part');
}

/** Deletes rows that are too old, each kind in a transaction of its own, which `remove` runs. */
async function removeOldRows(
  { clock }: Services,
  remove: (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const now = clock().getTime();
  const before = (age: number) => new Date(now - age).toISOString();
  await remove((tx) =>
    tx
      .deleteFrom('sessions')
      .where((row) =>
        row.or([row('lastSeenAt', '<', before(idleMs)), row('createdAt', '<', before(absoluteMs))]),
      )
      .execute(),
  );
  await remove((tx) =>
    tx
      .deleteFrom('studioSessions')
      .where((row) =>
        row.or([
          row('lastSeenAt', '<', before(studioIdleMs)),
          row('createdAt', '<', before(studioAbsoluteMs)),
        ]),
      )
      .execute(),
  );
  // Ranges that end today are counted anew each day.
  await remove((tx) => tx.deleteFrom('buyerCounts').execute());
  await remove((tx) =>
    tx.deleteFrom('studioInvitations').where('expiresAt', '<=', before(0)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('studioTwoStepSetups').where('expiresAt', '<=', before(0)).execute(),
  );
  await remove((tx) => tx.deleteFrom('studioResets').where('expiresAt', '<=', before(0)).execute());
  await remove((tx) =>
    tx.deleteFrom('knownDevices').where('lastSignInAt', '<', before(deviceKeptMs)).execute(),
  );
  await remove((tx) => tx.deleteFrom('resetSteps').where('expiresAt', '<', before(0)).execute());
  await remove((tx) => tx.deleteFrom('emailUndos').where('expiresAt', '<=', before(0)).execute());
  await remove((tx) =>
    tx
      .deleteFrom('mailOutbox')
      .where((mail) =>
        mail.or([
          mail('sentAt', '<', before(sentMailKeptMs)),
          mail('createdAt', '<', before(mailKeptMs)),
          mail('expiresAt', '<', before(0)),
        ]),
      )
      .execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('notifications').where('createdAt', '<', before(mailKeptMs)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('cartRemovals').where('removedAt', '<', before(removalKeptMs)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('rateLimits').where('windowEndsAt', '<=', before(0)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('idempotencyAnswers').where('createdAt', '<', before(answersKeptMs)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('customRequests').where('createdAt', '<', before(requestKeptMs)).execute(),
  );
  await remove((tx) =>
    tx
      .deleteFrom('customRequestImages')
      .where('requestId', 'in', (inner) =>
        inner
          .selectFrom('customRequests')
          .select('id')
          .where('closedAt', '<', before(picturesKeptMs)),
      )
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('mailOutbox')
              .select('mailOutbox.id')
              .where('attachments', 'like', sql<string>`'%' || ${ref('upload')} || '%'`),
          ),
        ),
      )
      .execute(),
  );
  await remove((tx) =>
    tx
      .deleteFrom('bulkChanges')
      .where((row) =>
        row.or([
          row('createdAt', '<', before(bulkChangeKeptMs)),
          row.and([
            row('state', '=', 'planned'),
            row('createdAt', '<', before(plannedChangeKeptMs)),
          ]),
        ]),
      )
      .execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('endedPrices').where('endedAt', '<', before(endedPricesKeptMs)).execute(),
  );
  await remove((tx) =>
    tx.deleteFrom('emptySearches').where('day', '<', before(searchesKeptMs).slice(0, 10)).execute(),
  );
}

/**
 * Every write leaves one, so there may be millions: too many for one statement. They are deleted as an owner's, which
 * gets in no other write's way.
 */
async function removeOldCommits(
  { database, clock }: Services,
  isStopped: () => boolean,
): Promise<void> {
  const oldest = newId(new Date(clock().getTime() - commitsKeptMs));
  let deleted: bigint;
  do {
    const { numDeletedRows } = await database.write(
      (tx) =>
        tx
          .deleteFrom('commits')
          .where('id', 'in', (inner) =>
            inner
              .selectFrom('commits')
              .select('id')
              .where('id', '<', oldest)
              .orderBy('id')
              .limit(commitsAtOnce),
          )
          .executeTakeFirstOrThrow(),
      'commits',
    );
    deleted = numDeletedRows;
  } while (deleted === BigInt(commitsAtOnce) && !isStopped());
}

async function removeOldImports({ database, clock }: Services): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms).toISOString();
  await database.write((tx) =>
    tx
      .deleteFrom('imports')
      .where((row) =>
        row.or([
          row('createdAt', '<', before(importKeptMs)),
          row.and([
            row('state', '=', 'planning'),
            row('createdAt', '<', before(unreadImportKeptMs)),
          ]),
        ]),
      )
      .execute(),
  );
  await database.write((tx) =>
    tx
      .deleteFrom('importFiles')
      .where('importId', 'in', (inner) =>
        inner.selectFrom('imports').select('id').where('createdAt', '<', before(importFileKeptMs)),
      )
      .execute(),
  );
}

/** Runs retention daily, in one of the processes; `stop` resolves when the current run has ended. */
export function startRetention(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    async (signal) => {
      const isStopped = (lost: AbortSignal) => () => signal.aborted || lost.aborted;
      const run = (lost: AbortSignal) => runRetention(services, isStopped(lost));
      await runAlone(services, 'retention', run, { everyMs: day });
    },
    (error) => services.log.error({ err: error }, 'retention failed'),
  );
}
