import { afterBucket, throughShopHeader } from '#contract/shop/paths.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { isShopZip } from './shop-zip.ts';

type FetchFile = (
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>;

/** A bucket that hasn't answered by then is left out: well before the page gives up the whole attempt. */
export const bucketPatienceMs = 8000;
/** How long a silent bucket is left out, so that not every file and every retry waits for it. */
export const leftOutMs = 10 * 60_000;

/**
 * Requests a file, which the shop may redirect to its bucket. If the browser doesn't get it there, as behind a
 * firewall that knows only the shop, requests it through the shop.
 * @throws if there is no answer, or the reason of `signal`
 */
export type AskForFile = (
  link: string,
  fetchFile: FetchFile,
  signal: AbortSignal,
) => Promise<Response>;

export function createAskForFile(clock: Clock): AskForFile {
  let leftOutUntil = 0;

  /** Null: not from there. A firewall that drops packets gives no error, so silence counts as one. */
  async function askBucket(fetchFile: FetchFile, signal: AbortSignal): Promise<Response | null> {
    const late = new AbortController();
    const stop = () => late.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const cancel = clock.after(bucketPatienceMs, () => {
      leftOutUntil = clock.now() + leftOutMs;
      late.abort(new TypeError('no answer in time'));
    });
    try {
      const answer = await fetchFile({}, late.signal);
      if (isReadable(answer)) return answer;
      late.abort();
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TypeError) return null;
      throw error;
    } finally {
      cancel();
    }
  }

  return async (link, fetchFile, signal) => {
    signal.throwIfAborted();
    // Never from the bucket, and it takes the shop a moment to put it together.
    if (isShopZip(link)) return fetchFile({}, signal);
    if (clock.now() < leftOutUntil) return fetchFile({ [throughShopHeader]: '1' }, signal);
    const answer = await askBucket(fetchFile, signal);
    return answer ?? fetchFile({ [throughShopHeader]: afterBucket }, signal);
  };
}

/** The shop's answers all are; one of the bucket only if it says which part of the file it has. */
function isReadable(answer: Response): boolean {
  if (!isElsewhere(answer)) return true;
  const { status, headers } = answer;
  return status === 206 ? headers.has('Content-Range') : answer.ok || status === 416;
}

function isElsewhere({ redirected, url }: Response): boolean {
  return redirected && new URL(url).origin !== location.origin;
}
