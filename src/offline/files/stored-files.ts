import { readDraft } from './file-draft.ts';
import { boughtFolder, ifAbsent, privateFolder } from './forget-stored-files.ts';

/** A bought file that its buyer wants to stay on this device. */
export interface StoredFile {
  /** The name of its folder; distinguishes files with the same name. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
}

/** The bought files that an account has stored on this device, by name. Only complete, verified ones. */
export async function storedFiles(
  accountId: string,
  root: Promise<FileSystemDirectoryHandle | null> = privateFolder(),
): Promise<readonly StoredFile[]> {
  const account = await root
    .then((found) => found?.getDirectoryHandle(boughtFolder))
    .then((bought) => bought?.getDirectoryHandle(accountId))
    .catch(ifAbsent);
  const files: StoredFile[] = [];
  if (!account) return files;
  for await (const [key, folder] of account.entries()) {
    if (folder.kind !== 'directory') continue;
    const draft = await readDraft(folder as FileSystemDirectoryHandle).catch(() => null);
    if (!draft?.state.isToStore || draft.state.checkedAt === null) continue;
    const bytes = draft.parts.reduce((sum, part) => sum + part.size, 0);
    files.push({ key, name: draft.state.name, bytes });
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}
