import { fileMessages } from '#contract/studio/files.ts';
import { makeChange } from '../../platform/database/change.ts';
import { areFilesAway } from '../../platform/files/are-files-away.ts';
import { readInTurn } from '../../platform/files/read-in-turn.ts';
import {
  databaseFailure,
  storageFailure,
  studioStorageProblem,
} from '../../platform/http/storage-problem.ts';
import { type Claim, doNext, type End } from '../../platform/jobs/do-next.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services/services.ts';
import { publishArchive } from './archive.ts';
import { findDesign, recordShownFiles } from './files-changed.ts';
import { notifyBuyers } from './notify-buyers.ts';
import { makePreviews, TooManyPixels } from './previews.ts';
import { endWork, fileWork, maxAttempts, setWork, type Work } from './work-queue.ts';

/** How often to check for work. */
const everyMs = 1000;
/** Waits longer while database or files fail. */
const afterFailureMs = 15_000;

/**
 * Does the oldest free work. Returns false if there is none. If the database fails or no file can be reached, the work
 * is free again once its claim has ended, and no attempt is used up. Two things use one up, and the last one fails the
 * work: a file that can't be read while others can, and a statement that takes the database too long. If the database
 * is slow for everything, the next claim mostly fails first, which uses up none.
 * @throws what they threw, once the database has recorded that or `stop` is aborted; or why it refuses to
 */
export function doNextWork(services: Services, stop?: AbortSignal): Promise<boolean> {
  const doWork = async (work: Work, { record }: Claim): Promise<End | null> => {
    try {
      await (work.kind === 'previews' ? makeImage(services, work) : deliver(services, work));
      return null;
    } catch (error) {
      const failure = storageFailure(error);
      if (failure !== null && failure !== 'full') {
        const isAway =
          failure !== 'busy' &&
          (databaseFailure(error) !== null || (await areFilesAway(services.files)));
        // An outage isn't a crash: it uses up no attempt, however long it is.
        if (isAway) await record(({ tx }) => setWork(tx, work, { tries: work.tries - 1 }));
        if (isAway || work.tries < maxAttempts) throw error;
      }
      services.log.warn({ err: error, workId: work.id, kind: work.kind }, 'file work failed');
      const problem = problemOf(error, work);
      return ({ tx }) => setWork(tx, work, { state: 'failed', problem });
    }
  };
  return doNext(services, fileWork, doWork, stop);
}

/** Does file work, one piece at a time, until stopped. */
export function startFileWork(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0, afterFailureMs },
    async (signal) => {
      while (!signal.aborted && (await doNextWork(services, signal)));
    },
    (error) => services.log.error({ err: error }, 'file work stopped'),
  );
}

async function makeImage(services: Services, work: Work): Promise<void> {
  const { files, database } = services;
  const { sha256, productId, name } = work;
  if (sha256 === null) throw new TypeError('a picture without its original');
  let done = 0;
  const onMade = async () => {
    done += 1;
    await database.write((tx) => setWork(tx, work, { done }));
  };
  const source = await readInTurn(files.readOriginal(sha256));
  const preview = await makePreviews(files, source, { onMade });
  await makeChange(services, async (change) => {
    const { tx } = change;
    if (!(await endWork(tx, work))) return;
    const { last } = await tx
      .selectFrom('productImages')
      .select((row) => row.fn.max('position').as('last'))
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('productImages')
      .values({
        // The work's own id, so that the screen shows the waiting picture and the finished one as the same.
        id: work.id,
        productId,
        position: (last ?? -1) + 1,
        name,
        sourceSha256: sha256,
        ...preview,
      })
      .execute();
    await recordShownFiles(change, await findDesign(tx, productId));
  });
}

async function deliver(services: Services, work: Work): Promise<void> {
  const outcome = await publishArchive(services, work.productId, async (change) => {
    const { tx } = change;
    const row = await tx
      .selectFrom('designWork')
      .select('news')
      .where('id', '=', work.id)
      .executeTakeFirst();
    // Another process has taken it over, and makes the same archive.
    if (!row || !(await endWork(tx, work))) return;
    const design = await findDesign(tx, work.productId);
    await notifyBuyers(change, services, design, JSON.parse(row.news) as string[]);
    await recordShownFiles(change, design);
  });
  if (outcome === 'done') return;
  await services.database.write((tx) =>
    setWork(
      tx,
      work,
      outcome === 'changed'
        ? { state: 'waiting', tries: 0 }
        : { state: 'failed', problem: fileMessages.missingFile },
    ),
  );
}

function problemOf(error: unknown, { kind }: Work): string {
  const storage = studioStorageProblem(error);
  if (storage) return storage.message;
  if (error instanceof TooManyPixels) return fileMessages.imagePixels;
  return kind === 'previews' ? fileMessages.imageBroken : fileMessages.deliveryFailed;
}
