import { swatchesOf } from '#contract/catalogue/swatches.ts';
import { makeChange } from '../../platform/database/change.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import { areFilesAway } from '../../platform/files/are-files-away.ts';
import { loadSharp } from '../../platform/files/load-sharp.ts';
import { storageFailure } from '../../platform/http/storage-problem.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { runAlone } from '../../platform/jobs/run-alone.ts';
import type { Services } from '../../platform/services.ts';
import { visiblePixels } from './picture-colors.ts';

const everyMs = 60_000;
/** Read at once; each batch is one change of the catalogue. */
const batch = 50;
/** With more that can't be read, the next run goes on. */
const maxUnread = 1000;

interface Picture {
  readonly id: string;
  readonly productId: string;
  readonly hash: string;
}
type Computed = Picture & { readonly swatches: string };

/**
 * Computes the main colours of pictures that were stored before the shop did so. Resumes where it was, since
 * each batch is stored. A picture whose preview is missing or damaged gets none; one that can't be read is left
 * for the next time, and keeps no other from its colours.
 * @throws the first failure to read one
 */
export async function addMissingSwatches(
  services: Services,
  isStopped = () => false,
): Promise<void> {
  const unread: string[] = [];
  let failure: unknown;
  while (!isStopped() && unread.length < maxUnread) {
    const pictures = await services.database.read
      .selectFrom('productImages')
      .select(['id', 'productId', 'hash'])
      .where('swatches', 'is', null)
      .where('id', 'not in', unread)
      .limit(batch)
      .execute();
    if (pictures.length === 0) break;
    const computed: Computed[] = [];
    let isAway = false;
    for (const picture of pictures) {
      try {
        computed.push({ ...picture, swatches: await swatchesOfPreview(services, picture.hash) });
      } catch (error) {
        failure ??= error;
        unread.push(picture.id);
        isAway = await areFilesAway(services.files);
        if (isAway) break;
      }
    }
    if (computed.length > 0) await store(services, computed);
    if (isAway) break;
  }
  if (unread.length > 0) throw failure;
}

async function store(services: Services, computed: readonly Computed[]): Promise<void> {
  await makeChange(services, async (change) => {
    for (const { id, swatches } of computed) {
      await change.tx.updateTable('productImages').set({ swatches }).where('id', '=', id).execute();
    }
    const published = await change.tx
      .selectFrom('products')
      .select('id')
      .where('id', 'in', [...new Set(computed.map(({ productId }) => productId))])
      .where('status', '=', 'published')
      .execute();
    if (published.length === 0) return;
    await recordCatalogueChange(
      change,
      published.map(({ id }) => id),
    );
  });
}

async function swatchesOfPreview({ files, log }: Services, hash: string): Promise<string> {
  try {
    const preview = await files.readPreview(`${hash}/320.webp`);
    if (!preview) return '';
    const sharp = await loadSharp();
    return swatchesOf(await visiblePixels(sharp(preview.bytes)));
  } catch (error) {
    if (storageFailure(error)) throw error;
    log.warn({ err: error, hash }, 'a picture has no colours');
    return '';
  }
}

/** Runs `addMissingSwatches` at the start, and then every minute for what another version stored. */
export function startMissingSwatches(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      await runAlone(services, 'colours', (lost) =>
        addMissingSwatches(services, () => signal.aborted || lost.aborted),
      );
    },
    (error) => services.log.error({ err: error }, 'computing colours failed'),
  );
}
