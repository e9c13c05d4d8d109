import { throughShopHeader } from '#contract/shop/paths.ts';
import type { FileDraft } from '#offline/files/file-draft.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { readFileAnswer } from './file-answer.ts';

interface OutdatedParts {
  readonly draft: Pick<FileDraft, 'state'>;
  readonly ask: (
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<Response>;
  readonly clock: Clock;
}

/** How long the shop has to say so. */
const patienceMs = 5000;

/**
 * Whether the shop has another file by now than the one that is here: it was replaced, or more was bought. Null: no
 * answer says so.
 * @throws the reason of `signal`
 */
export async function isOutdated(
  { ask, draft, clock }: OutdatedParts,
  signal: AbortSignal,
): Promise<boolean | null> {
  const tag = draft.state()?.sha256;
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', stop);
  const cancel = clock.after(patienceMs, () => attempt.abort());
  try {
    // A bucket knows its files by other tags.
    const headers = {
      'If-None-Match': `"${tag}"`,
      Range: 'bytes=0-0',
      [throughShopHeader]: '1',
    };
    const answer = await ask(headers, attempt.signal);
    const found = readFileAnswer(answer.status, answer.headers, answer.url);
    if (answer.status === 304) return false;
    return found.kind === 'body' ? found.sha256 !== tag : null;
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
    attempt.abort();
  }
}
