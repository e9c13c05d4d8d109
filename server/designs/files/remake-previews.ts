import { setTimeout as pause } from 'node:timers/promises';
import { makeChange } from '../../platform/database/change.ts';
import { countOf } from '../../platform/database/count-of.ts';
import type { Reader } from '../../platform/database/open.ts';
import { areFilesAway } from '../../platform/files/are-files-away.ts';
import { readInTurn } from '../../platform/files/read-in-turn.ts';
import { storageFailure } from '../../platform/http/storage-problem.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { runAlone } from '../../platform/jobs/run-alone.ts';
import type { Services } from '../../platform/services/services.ts';
import { findDesign, recordShownFiles } from './files-changed.ts';
import { makePreviews, type Previewed, previewedAgain, previewVersion } from './previews.ts';

const everyMs = 60_000;
/** After a picture, others get the processor for as long as it took, or this long. */
const longestPauseMs = 2000;
/** With more that can't be read, the next run goes on. */
const maxUnread = 1000;

interface Picture {
  readonly id: string;
  readonly productId: string;
  readonly hash: string;
  readonly color: string;
  readonly swatches: string | null;
  readonly miniature: string;
  readonly sourceSha256: string | null;
}

/** What buyers see a difference of. */
const shown = ['hash', 'color', 'swatches', 'miniature'] as const;

/** Pictures whose previews an earlier version made. */
const outdated = (read: Reader) =>
  read.selectFrom('productImages').where('previewVersion', '<', previewVersion);

/** How many pictures still have previews of an earlier version, of how many; null once none has. */
export async function remakingProgress(
  read: Reader,
): Promise<{ readonly left: number; readonly total: number } | null> {
  const left = await countOf(outdated(read));
  return left === 0 ? null : { left, total: await countOf(read.selectFrom('productImages')) };
}

/**
 * Makes the previews and colours of pictures again that an earlier version made; of one without an original, such as the
 * demo's, what its smallest preview tells. Previews that would be the same stay, and the catalogue changes only where
 * buyers see a difference. Resumes where it was, since each picture is stored. One
 * that is damaged, or whose original is missing, keeps what it has; one that can't be read is left for the next time.
 * @throws the first failure to read one
 */
export async function remakePreviews(services: Services, isStopped = () => false): Promise<void> {
  const unread: string[] = [];
  let failure: unknown;
  while (!isStopped() && unread.length < maxUnread) {
    const picture = await outdated(services.database.read)
      .select(['id', 'productId', 'hash', 'color', 'swatches', 'miniature', 'sourceSha256'])
      .where('id', 'not in', unread)
      .orderBy('previewVersion')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!picture) break;
    const startedAt = performance.now();
    try {
      await store(services, picture, await madeAgain(services, picture));
    } catch (error) {
      failure ??= error;
      unread.push(picture.id);
      if (await areFilesAway(services.files)) break;
    }
    await pause(Math.min(performance.now() - startedAt, longestPauseMs));
  }
  if (unread.length > 0) throw failure;
}

/** Null if there is no picture to make them of. */
async function madeAgain(
  { files, log }: Services,
  picture: Picture,
): Promise<Partial<Previewed> | null> {
  try {
    if (picture.sourceSha256 === null) {
      const found = await previewedAgain(files, picture.hash);
      return found && { ...found, swatches: picture.swatches ?? found.swatches };
    }
    const source = await readInTurn(files.readOriginal(picture.sourceSha256));
    return await makePreviews(files, source, { isAgain: true });
  } catch (error) {
    if (storageFailure(error)) throw error;
    log.warn({ err: error, imageId: picture.id }, 'a picture keeps its earlier previews');
    return null;
  }
}

function store(
  services: Services,
  picture: Picture,
  made: Partial<Previewed> | null,
): Promise<void> {
  return makeChange(services, async (change) => {
    const { tx } = change;
    const row = await tx
      .updateTable('productImages')
      .set(made ?? { previewVersion })
      .where('id', '=', picture.id)
      .returning('id')
      .executeTakeFirst();
    const isSame = shown.every((column) => (made?.[column] ?? picture[column]) === picture[column]);
    // Deleted in the meantime, or nothing that buyers see.
    if (!row || isSame) return;
    await recordShownFiles(change, await findDesign(tx, picture.productId));
  });
}

/** Runs `remakePreviews` at the start, and then every minute for what another version stored. */
export function startRemakingPreviews(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      await runAlone(services, 'previews', (lost) =>
        remakePreviews(services, () => signal.aborted || lost.aborted),
      );
    },
    (error) => services.log.error({ err: error }, 'making previews again failed'),
  );
}
