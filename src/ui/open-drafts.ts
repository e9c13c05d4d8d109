/** A draft is saved after typing has paused for this long. */
export const debounceMs = 400;

const savers = new Set<() => Promise<void>>();

/** Registers how an open form saves its draft. Returns a function that unregisters it. */
export function registerDraft(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Saves the drafts of all open forms now. @throws if the browser can't */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.all([...savers].map((save) => save()));
}
