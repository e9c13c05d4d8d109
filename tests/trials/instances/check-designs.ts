import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { imageFormats, imageWidths } from '#contract/shop/paths.ts';
import { fileMessages } from '#contract/studio/files.ts';
import { makeArchive } from '#server/designs/files/archive.ts';
import { maxAttempts } from '#server/designs/files/work-queue.ts';
import type { AppServices } from '#server/services.ts';
import type { Evidence, Verdict } from './check-trust.ts';

/** The files of designs that were made, and whether they are right. */
export interface DesignWork {
  readonly previews: number;
  readonly archives: number;
  readonly verdict: Verdict;
}

/**
 * Each picture has its previews once, and each archive has the newest files. Work that failed three
 * times, because its process died, the bucket was away or the database busy, waits for staff.
 */
export async function checkDesigns({ services, done }: Evidence): Promise<DesignWork> {
  const { read } = services.database;
  const failed = await read
    .selectFrom('designWork')
    .select(['productId', 'kind', 'name', 'problem', 'tries'])
    .where('state', '=', 'failed')
    .execute();
  const isGivenUp = (productId: string, kind: 'previews' | 'delivery', name: string) =>
    failed.some((work) => work.productId === productId && work.kind === kind && work.name === name);
  const explained: readonly (string | null)[] = [
    fileMessages.killed,
    fileMessages.bucketFails,
    fileMessages.databaseBusy,
  ];
  const faults = failed
    .filter(({ problem, tries }) => tries < maxAttempts || !explained.includes(problem))
    .map(({ kind, name, tries, problem }) => `${kind} of ${name} after ${tries}: ${problem}`);
  let previews = 0;
  let archives = 0;
  for (const [productId, names] of done.pictures) {
    const images = await read
      .selectFrom('productImages')
      .select('name')
      .where('productId', '=', productId)
      .execute();
    for (const name of names) {
      const count = images.filter((image) => image.name === name).length;
      previews += count;
      if (count === 0 && isGivenUp(productId, 'previews', name)) continue;
      if (count !== 1) faults.push(`the design has ${count} pictures called ${name}`);
    }
    if (!done.files.has(productId)) continue;
    if (await hasNewestArchive(services, productId)) archives += 1;
    else if (!isGivenUp(productId, 'delivery', ''))
      faults.push('an archive lacks the newest files');
  }
  const images = await read
    .selectFrom('productImages')
    .select(['hash', 'sourceSha256', 'name'])
    .where('sourceSha256', 'is not', null)
    .execute();
  for (const image of images) faults.push(...(await missingFiles(services, image)));
  const seen = `${previews} pictures, ${archives} archives, ${failed.length} given up after ${maxAttempts} attempts`;
  const promise = 'each picture has its previews once, and archives have the newest files';
  return { previews, archives, verdict: { promise, seen, faults } };
}

interface Image {
  readonly hash: string;
  readonly sourceSha256: string | null;
  readonly name: string;
}

/** What is missing of the files of a picture. */
async function missingFiles(
  { files }: AppServices,
  { hash, sourceSha256, name }: Image,
): Promise<string[]> {
  const missing: string[] = [];
  if (!sourceSha256 || !(await files.statOriginal(sourceSha256))) missing.push('original');
  for (const width of imageWidths) {
    for (const format of imageFormats) {
      if (!(await files.previewBytes(`${hash}/${width}.${format}`)))
        missing.push(`${width}.${format}`);
    }
  }
  return missing.map((what) => `the picture ${name} has no ${what}`);
}

async function hasNewestArchive(
  { database: { read }, files: store }: AppServices,
  productId: string,
): Promise<boolean> {
  const { archiveSha256 } = await read
    .selectFrom('products')
    .select('archiveSha256')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  if (archiveSha256 === null) return false;
  const stored = await buffer(store.readOriginal(archiveSha256));
  const rows = await read
    .selectFrom('productFiles')
    .select(['name', 'sha256', 'bytes'])
    .where('productId', '=', productId)
    .orderBy('position')
    .execute();
  const newest = rows.map(({ name, sha256, bytes }) => {
    if (sha256 === null || bytes === null) throw new TypeError(`${name} isn’t stored`);
    return { name, sha256, bytes };
  });
  const { sha256 } = await makeArchive(store, newest);
  return sha256 === archiveSha256 && sha256 === createHash('sha256').update(stored).digest('hex');
}
