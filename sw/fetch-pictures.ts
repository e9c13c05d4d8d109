import { isImage } from './is-image.ts';

/** Pictures asked for at once: the page's own come first. */
const atOnce = 4;
/** A picture is waited for this long, in milliseconds. */
const answerMs = 30_000;

/** Why fetching ended: all that the shop has are saved, it gave no picture, the device is full, or the caller ended it. */
export type PicturesEnd = 'done' | 'unanswered' | 'full' | 'stopped';

/**
 * Saves the pictures that a cache still lacks. A shop that gives no answer, or an error of its own,
 * is asked no further. `onSaved` is called with the bytes of each few; false ends it.
 */
export async function fetchPictures(
  cache: Cache,
  paths: Iterable<string>,
  onSaved: (pictures: number, bytes: number) => Promise<boolean> = async () => true,
): Promise<PicturesEnd> {
  const saved = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...paths].filter((path) => !saved.has(path));
  for (let at = 0; at < missing.length; at += atOnce) {
    const answers = await Promise.all(
      missing.slice(at, at + atOnce).map((path) => fetchPicture(cache, path)),
    );
    const end = answers.find((answer) => typeof answer === 'string');
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
async function fetchPicture(cache: Cache, path: string): Promise<number | 'unanswered' | 'full'> {
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(path, { priority: 'low', signal }).catch(() => null);
  if (response?.status === 404) return 0;
  if (response?.status !== 200 || !isImage(response)) return 'unanswered';
  try {
    const picture = await response.blob();
    const headers = { 'Content-Type': picture.type, 'Content-Length': String(picture.size) };
    await cache.put(path, new Response(picture, { headers }));
    return picture.size;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull ? 'full' : 'unanswered';
  }
}
