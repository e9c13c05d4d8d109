import { type FileDraft, FileTooLarge } from '#offline/files/file-draft.ts';
import { type DownloadProblem, NoRoom, noRoom } from './download-problem.ts';
import { DownloadFailed, type FetchFileParts, fetchFile } from './fetch-file.ts';
import { isOutdated } from './is-outdated.ts';
import { wait } from './wait.ts';
import { draftDigest } from './zip-digest.ts';

/** How long to wait for the shop's other version. */
const otherVersionMs = 3000;

interface FetchNewestParts extends FetchFileParts {
  /** Where the successor of a file that is here arrives. */
  readonly openNext: () => Promise<FileDraft>;
}

/**
 * How the file that is here compares with the shop's. `older`: the shop's couldn't be had, for the reason given; `unsure`:
 * the shop didn't say.
 */
type Age =
  | { readonly kind: 'newest' | 'unsure' }
  | { readonly kind: 'older'; readonly reason: string };

/**
 * Completes a file. A whole one that the shop has another of by now stays until that is whole.
 * @throws as `fetchFile`
 */
export async function fetchNewest(parts: FetchNewestParts, signal: AbortSignal): Promise<Age> {
  const { draft, clock } = parts;
  const next = await parts.openNext();
  // The page ended before it was in its place.
  if (isChecked(next)) await replace(draft, next, signal);
  if (!isChecked(draft) || (await draftDigest(draft, signal)) !== draft.state()?.sha256) {
    await fetchFile({ ...parts, ask: askTwice(parts) }, signal);
    return { kind: 'newest' };
  }
  const isOld = await isOutdated(parts, signal);
  if (!isOld) {
    await draft.note({ checkedAt: clock.now() });
    return { kind: isOld === null ? 'unsure' : 'newest' };
  }
  try {
    await fetchFile(
      { ...parts, ask: askTwice(parts), draft: next, onProgress: withRoom(parts, next) },
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!isForBuyer(error)) throw error;
    if (error instanceof NoRoom) await next.remove();
    return { kind: 'older', reason: error.message };
  }
  await replace(draft, next, signal);
  return { kind: 'newest' };
}

/** What to say about a file that was on this device, by its name there. */
export function ageProblem(name: string, age: Age): DownloadProblem | null {
  if (age.kind === 'newest') return null;
  const text =
    age.kind === 'older'
      ? `This is the older ${name} stored on this device. ${age.reason}`
      : `This is ${name} as stored on this device. The shop couldn’t say whether there is a newer one.`;
  return { text, isForStudio: false };
}

/** During an update, the version before may answer: it knows no such ZIP. */
function askTwice({ ask, clock }: FetchNewestParts): FetchNewestParts['ask'] {
  return async (headers, signal) => {
    const answer = await ask(headers, signal);
    if (answer.status !== 404) return answer;
    await wait(clock, otherVersionMs, signal);
    return ask(headers, signal);
  };
}

/** What is on the device isn't given up for something that goes with the page. */
function withRoom({ draft, name, onProgress }: FetchNewestParts, next: FileDraft) {
  return (progress: Parameters<typeof onProgress>[0]): void => {
    if (draft.place() === 'device' && next.place() !== 'device') throw noRoom(next, name);
    onProgress(progress);
  };
}

/** If the page ends meanwhile, `next` is still whole, and the next download does it again. */
async function replace(draft: FileDraft, next: FileDraft, signal: AbortSignal): Promise<void> {
  const facts = next.state();
  if (!facts) return;
  const isToStore = draft.state()?.isToStore ?? false;
  await draft.start(facts);
  for (const part of next.parts()) {
    signal.throwIfAborted();
    await draft.append(part);
  }
  await draft.note({ checkedAt: facts.checkedAt, isToStore });
  await next.remove();
}

const isChecked = (draft: FileDraft) => (draft.state()?.checkedAt ?? null) !== null;

function isForBuyer(error: unknown): error is Error {
  return (
    error instanceof DownloadFailed || error instanceof FileTooLarge || error instanceof NoRoom
  );
}
