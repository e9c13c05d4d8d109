import { isImage } from './is-image.ts';

/** Pictures asked for at once: the page's own come first. */
const atOnce = 4;
/** A picture is waited for this long, in milliseconds. */
const answerMs = 30_000;

/** After so many failures in a row the shop is asked whether it is well. */
const mostFailures = 3;

/** Why fetching ended: all that the shop gives are saved, it is in trouble, the device is full, or the caller ended it. */
export type PicturesEnd = 'done' | 'unanswered' | 'full' | 'stopped';

/**
 * Saves the pictures that a cache still lacks, and skips those that can't be had. A shop that is
 * silent or busy, or isn't well when it fails at several in a row, is asked no further. `onSaved` is
 * called with the bytes of each few; false ends it.
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
  for (let at = 0; at < missing.length; at += atOnce) {
    const answers = await Promise.all(
      missing.slice(at, at + atOnce).map((path) => fetchPicture(cache, path)),
    );
    for (const answer of answers) failures = answer === 'failed' ? failures + 1 : 0;
    const ended = answers.find((answer) => answer === 'unanswered' || answer === 'full');
    const isInTrouble = !ended && failures >= mostFailures && !(await isShopWell());
    if (failures >= mostFailures) failures = 0;
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

/** Its bytes once it is saved; 0 where the shop has no such picture. */
async function fetchPicture(
  cache: Cache,
  path: string,
): Promise<number | 'failed' | 'unanswered' | 'full'> {
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(path, { priority: 'low', signal }).catch(() => null);
  if (!response || response.status === 429 || response.status === 503) return 'unanswered';
  if (response.status === 404) return 0;
  if (response.status !== 200 || !isImage(response)) return 'failed';
  const picture = await response.blob().catch(() => null);
  if (!picture) return 'unanswered';
  const headers = { 'Content-Type': picture.type, 'Content-Length': String(picture.size) };
  // Whatever it throws, the device took nothing: on a full disk Chromium doesn't speak of room.
  return cache.put(path, new Response(picture, { headers })).then(
    () => picture.size,
    () => 'full',
  );
}
