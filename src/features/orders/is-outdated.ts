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
 * Whether the shop has another ZIP by now than the one that is here: more was bought, a file was replaced. Without an
 * answer, what is here counts.
 * @throws the reason of `signal`
 */
export async function isOutdated(
  { ask, draft, clock }: OutdatedParts,
  signal: AbortSignal,
): Promise<boolean> {
  const tag = draft.state()?.sha256;
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', stop);
  const cancel = clock.after(patienceMs, () => attempt.abort());
  try {
    const headers = { 'If-None-Match': `"${tag}"`, Range: 'bytes=0-0' };
    const answer = await ask(headers, attempt.signal);
    const found = readFileAnswer(answer.status, answer.headers, answer.url);
    return found.kind === 'body' && found.sha256 !== tag;
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
    attempt.abort();
  }
}
