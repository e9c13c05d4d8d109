import type { FileDraft } from './file-draft.ts';
import type { FileState } from './file-place.ts';

/** The two places of a file, so that it stays until its successor is whole. */
export interface FileSlots {
  readonly draft: FileDraft;
  /** Where its successor arrives. */
  readonly spare: FileDraft;
}

const ending = '-next';

/** Opens both. If both are whole, a page has ended before it deleted one. */
export async function openSlots(
  open: (key: string) => Promise<FileDraft>,
  key: string,
): Promise<FileSlots> {
  const [one, other] = await Promise.all([open(key), open(key + ending)]);
  return isBefore(other.state(), one.state())
    ? { draft: other, spare: one }
    : { draft: one, spare: other };
}

export async function removeBoth({ draft, spare }: FileSlots): Promise<void> {
  await draft.remove();
  await spare.remove();
}

/** What is to stay on the device goes before what isn't, and otherwise what was completed later. */
function isBefore(state: FileState | null, than: FileState | null): boolean {
  if (!state || state.checkedAt === null) return false;
  if (!than || than.checkedAt === null) return true;
  if (state.isToStore !== than.isToStore) return state.isToStore;
  return state.checkedAt > than.checkedAt;
}

/** The key of the file that is in a place with this key. */
export function keyOfSlot(key: string): string {
  return key.endsWith(ending) ? key.slice(0, -ending.length) : key;
}
