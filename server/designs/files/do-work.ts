import { buffer } from 'node:stream/consumers';
import { fileMessages } from '#contract/studio/files.ts';
import { makeChange } from '../../platform/database/change.ts';
import { studioStorageProblem } from '../../platform/http/storage-problem.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { publishArchive } from './archive.ts';
import { findDesign, recordShownFiles } from './design-row.ts';
import { notifyOwners } from './notify-owners.ts';
import { makePreviews, TooManyPixels } from './previews.ts';
import { claimWork, endWork, resumeWork, type Work } from './work-queue.ts';

/** How often to check for work. */
const everyMs = 1000;

/** Does the oldest waiting work. Returns false if there is none. */
export async function doNextWork(services: Services): Promise<boolean> {
  const work = await claimWork(services);
  if (!work) return false;
  try {
    await (work.kind === 'previews' ? makeImage(services, work) : deliver(services, work));
  } catch (error) {
    services.log.warn({ err: error, workId: work.id, kind: work.kind }, 'file work failed');
    await setWork(services, work, { state: 'failed', problem: problemOf(error, work) });
  }
  return true;
}

/** Does file work, one piece at a time, until stopped. Assumes that no other server runs it. */
export function startFileWork(services: Services): Job {
  let isResumed = false;
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      if (!isResumed) await resumeWork(services);
      isResumed = true;
      while (!signal.aborted && (await doNextWork(services)));
    },
    (error) => services.log.error({ err: error }, 'file work stopped'),
  );
}

async function makeImage(services: Services, work: Work): Promise<void> {
  const { files } = services;
  const { sha256, productId, name } = work;
  if (sha256 === null) throw new TypeError('a picture without its original');
  let done = 0;
  const preview = await makePreviews(files, await buffer(files.readOriginal(sha256)), () => {
    done += 1;
    return setWork(services, work, { done });
  });
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
    const { news } = await tx
      .selectFrom('designWork')
      .select('news')
      .where('id', '=', work.id)
      .executeTakeFirstOrThrow();
    await endWork(tx, work);
    const design = await findDesign(tx, work.productId);
    await recordShownFiles(change, design);
    await notifyOwners(change, services.env, design, JSON.parse(news) as string[]);
  });
  if (outcome === 'changed') await setWork(services, work, { state: 'waiting', tries: 0 });
  if (outcome === 'missing') {
    await setWork(services, work, { state: 'failed', problem: fileMessages.missingFile });
  }
}

async function setWork(
  { database }: Services,
  { id }: Work,
  values: Partial<Pick<Work, 'state' | 'done' | 'tries' | 'problem'>>,
): Promise<void> {
  await database.write((tx) =>
    tx.updateTable('designWork').set(values).where('id', '=', id).execute(),
  );
}

function problemOf(error: unknown, { kind }: Work): string {
  const storage = studioStorageProblem(error);
  if (storage) return storage.message;
  if (error instanceof TooManyPixels) return fileMessages.imagePixels;
  return kind === 'previews' ? fileMessages.imageBroken : fileMessages.deliveryFailed;
}
