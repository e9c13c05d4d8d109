import type { SavedFile } from './file-place.ts';
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
  const files: StoredFile[] = [];
  for (const place of await places) {
    // A place that can't be read keeps nothing of another from being listed.
    const saved = await place
      .list(accountId)
      .catch((): ReadonlyMap<string, SavedFile> => new Map());
    for (const [key, { state, parts }] of saved) {
      if (!state.isToStore || state.checkedAt === null) continue;
      const bytes = parts.reduce((sum, part) => sum + part.size, 0);
      files.push({ key, name: state.name, bytes, sha256: state.sha256 });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}
