/** What is typed is saved when the typing rests for so long. */
export const typingRestMs = 400;

const savers = new Set<() => Promise<void>>();

/** Registers how an open form saves what was typed; the answer takes it back. */
export function registerDraft(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Saves at once what was typed in open forms. @throws when the browser can't */
export async function saveOpenDrafts(): Promise<void> {
  await Promise.all([...savers].map((save) => save()));
}
