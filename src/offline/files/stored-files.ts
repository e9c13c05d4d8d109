import type { SavedFile } from './file-place.ts';
import { keyOfSlot } from './file-slots.ts';
import { savedPlaces } from './saved-places.ts';

/** A bought file that its buyer wants to stay on this device. */
export interface StoredFile {
  /** Distinguishes files with the same name. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The bought files that an account has stored on this device, by name. Only complete, verified ones. */
export async function storedFiles(
  accountId: string,
  places = savedPlaces(),
): Promise<readonly StoredFile[]> {
  const files = new Map<string, StoredFile & { readonly checkedAt: number }>();
  for (const place of await places) {
    // A place that can't be read keeps nothing of another from being listed.
    const saved = await place
      .list(accountId)
      .catch((): ReadonlyMap<string, SavedFile> => new Map());
    for (const [slot, { state, parts }] of saved) {
      const { name, sha256, checkedAt } = state;
      const key = keyOfSlot(slot);
      if (!state.isToStore || checkedAt === null) continue;
      if (checkedAt < (files.get(key)?.checkedAt ?? 0)) continue;
      const bytes = parts.reduce((sum, part) => sum + part.size, 0);
      files.set(key, { key, name, bytes, sha256, checkedAt });
    }
  }
  return [...files.values()]
    .map(({ checkedAt: _, ...file }) => file)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
