import type { ChosenFile } from './match-files.ts';

/** Files that systems add to folders. */
const isHidden = (path: string) =>
  /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** The files of a drop, with those of its folders. Must be called while the drop is handled. */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, '', found);
  return found.filter(({ path }) => !isHidden(path));
}

async function collect(entry: FileSystemEntry, folder: string, into: ChosenFile[]): Promise<void> {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    into.push({ file, path });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const next = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  // A reader answers at most a hundred entries at a time.
  for (let some = await next(); some.length > 0; some = await next()) {
    for (const each of some) await collect(each, `${path}/`, into);
  }
}

/** The files of a picker, which names the path of those in a chosen folder. */
export function pickedFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !isHidden(path));
}
