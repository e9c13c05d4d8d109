import { chunk } from '#contract/wire/chunk.ts';
import { askForPicture } from './ask-for-picture.ts';
import { isImage } from './is-image.ts';
import { otherVersionWaits } from './make-way.ts';

/** How many pictures are requested at once. Few, because the page's own come first. */
const atOnce = 4;
/** Timeout per picture, in ms. */
const answerMs = 30_000;

/** After this many failures in a row, check whether the shop is healthy. */
const maxFailures = 3;

/** Why fetching ended: everything available is saved, the shop is in trouble, the device is full, or the caller stopped it. */
export type PicturesEnd = 'done' | 'unanswered' | 'full' | 'stopped';

/**
 * Saves the pictures missing in a cache, skipping those that can't be fetched. Stops if the shop doesn't
 * answer, is busy, or fails several times in a row and isn't healthy, and when another version waits. Calls `onSaved` after each batch with
 * the number of pictures and bytes; return false to stop.
 */
export async function fetchPictures(
  cache: Cache,
  paths: Iterable<string>,
  isShopWell: () => Promise<boolean>,
  onSaved: (pictures: number, bytes: number) => Promise<boolean> = async () => true,
): Promise<PicturesEnd> {
  const saved = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...paths].filter((path) => !saved.has(path));
  let failures = 0;
  for (const some of chunk(missing, atOnce)) {
    const answers = await Promise.all(some.map((path) => fetchPicture(cache, path)));
    for (const answer of answers) failures = answer === 'failed' ? failures + 1 : 0;
    const ended = answers.find((answer) => answer === 'unanswered' || answer === 'full');
    const isInTrouble = !ended && failures >= maxFailures && !(await isShopWell());
    if (failures >= maxFailures) failures = 0;
    const end = ended ?? (isInTrouble ? 'unanswered' : null);
    const bytes = answers.filter((answer) => typeof answer === 'number');
    const isWanted = await onSaved(
      bytes.filter((size) => size > 0).length,
      bytes.reduce((sum, size) => sum + size, 0),
    );
    if (end) return end;
    if (!isWanted) return 'stopped';
  }
  return 'done';
}

/** Saves one picture and returns its size in bytes; 0 if the shop has no such picture. */
async function fetchPicture(
  cache: Cache,
  path: string,
): Promise<number | 'failed' | 'unanswered' | 'full'> {
  const signal = AbortSignal.any([AbortSignal.timeout(answerMs), otherVersionWaits]);
  const response = await askForPicture(path, { priority: 'low', signal }).catch(() => null);
  if (!response || response.status === 429 || response.status === 503) return 'unanswered';
  if (response.status === 404) return 0;
  if (response.status !== 200 || !isImage(response)) return 'failed';
  const picture = await response.blob().catch(() => null);
  if (!picture) return 'unanswered';
  const headers = { 'Content-Type': picture.type, 'Content-Length': String(picture.size) };
  // Any error means that the device stored nothing. Chromium reports a full disk under other names.
  return cache.put(path, new Response(picture, { headers })).then(
    () => picture.size,
    () => 'full',
  );
}
