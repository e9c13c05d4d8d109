import { type FileDraft, FileTooLarge } from '#offline/files/file-draft.ts';
import type { FileSlots } from '#offline/files/file-slots.ts';
import { type DownloadProblem, isStudios, NoRoom, noRoom } from './download-problem.ts';
import { DownloadFailed, type FetchFileParts, fetchFile } from './fetch-file.ts';
import { isOutdated } from './is-outdated.ts';
import { wait } from './wait.ts';
import { draftDigest } from './zip-digest.ts';

/** How long to wait for the shop's other version. */
const otherVersionMs = 3000;

export interface FetchNewestParts extends FetchFileParts {
  /** Where the successor of a file that is here arrives. */
  readonly spare: FileDraft;
  /** False while the shop is known to be out of reach: what is here then waits for no answer. */
  readonly isReached: () => boolean;
}

/**
 * How the file that is here compares with the shop's. `older`: the shop's couldn't be had, for the reason given; `unsure`:
 * the shop didn't say.
 */
type Age =
  | { readonly kind: 'newest' | 'unsure' }
  | { readonly kind: 'older'; readonly reason: Error };

/**
 * Completes a file. A whole one that the shop has another of by now stays until that is whole, which is then the file.
 * @throws as `fetchFile`
 */
export async function fetchNewest(
  parts: FetchNewestParts,
  signal: AbortSignal,
): Promise<FileSlots & { readonly age: Age }> {
  const { draft, spare, clock } = parts;
  // A page ended before it deleted it.
  if (isChecked(spare)) await spare.remove();
  if (!isChecked(draft) || (await draftDigest(draft, signal)) !== draft.state()?.sha256) {
    await fetchFile({ ...parts, ask: askTwice(parts) }, signal);
    return { draft, spare, age: { kind: 'newest' } };
  }
  const isOld = parts.isReached() ? await isOutdated(parts, signal) : null;
  if (!isOld) {
    await draft.note({ checkedAt: clock.now() });
    return { draft, spare, age: { kind: isOld === null ? 'unsure' : 'newest' } };
  }
  try {
    await fetchFile({ ...parts, ask: askTwice(parts), ...asSuccessor(parts) }, signal);
    assertRoom(parts);
  } catch (error) {
    signal.throwIfAborted();
    if (!isForBuyer(error)) throw error;
    if (error instanceof NoRoom) await spare.remove();
    return { draft, spare, age: { kind: 'older', reason: error } };
  }
  // If that fails, the next download does it.
  await draft.remove().catch(() => {});
  return { draft: spare, spare: draft, age: { kind: 'newest' } };
}

/**
 * What to say about a file that was on this device, by its name there. To a buyer who saves it, that the shop didn't say
 * matters only for a ZIP: it may lack what was bought since.
 */
export function ageProblem(
  draft: FileDraft,
  age: Age,
  { isToSave }: { readonly isToSave: boolean },
): DownloadProblem | null {
  const { name = '', isOfZip = false } = draft.state() ?? {};
  if (age.kind === 'newest' || (age.kind === 'unsure' && isToSave && !isOfZip)) return null;
  const text =
    age.kind === 'older'
      ? `This is the older ${name} stored on this device. ${age.reason.message}`
      : `This is ${name} as stored on this device. The shop couldn’t say whether there is a newer one.`;
  const isForStudio = age.kind === 'older' && isStudios(age.reason);
  return { text, isForStudio };
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

/** It is stored like the file that it replaces as soon as it is whole. */
function asSuccessor(parts: FetchNewestParts): Pick<FetchFileParts, 'draft' | 'onProgress'> {
  const { draft, spare, onProgress } = parts;
  const isToStore = draft.state()?.isToStore ?? false;
  return {
    draft: { ...spare, note: (change) => spare.note({ ...change, isToStore }) },
    onProgress(progress) {
      assertRoom(parts);
      onProgress(progress);
    },
  };
}

/** What is on the device isn't given up for something that goes with the page. @throws NoRoom */
function assertRoom({ draft, spare, name }: FetchNewestParts): void {
  if (draft.place() === 'device' && spare.place() !== 'device') throw noRoom(spare, name);
}

const isChecked = (draft: FileDraft) => (draft.state()?.checkedAt ?? null) !== null;

function isForBuyer(error: unknown): error is Error {
  return (
    error instanceof DownloadFailed || error instanceof FileTooLarge || error instanceof NoRoom
  );
}
