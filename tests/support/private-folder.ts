/** Why writes fail from now on; null: they don't. */
export interface FolderTrouble {
  /** Bytes that fit in total. */
  quota: number;
}

/**
 * The browser's private file system in memory, as far as the shop uses it: a write is visible once closed,
 * and a removed entry is gone even for holders of its folder.
 */
export function privateFolderFake(trouble: FolderTrouble = { quota: Infinity }) {
  let used = 0;

  function folder(name: string): FileSystemDirectoryHandle & { readonly gone: () => void } {
    const folders = new Map<string, ReturnType<typeof folder>>();
    const files = new Map<string, Blob>();
    let isGone = false;

    function find<T>(map: Map<string, T>, key: string, make: (() => T) | null): T {
      const found = map.get(key);
      if (found) return found;
      if (isGone || !make) throw new DOMException(`${key} is not there`, 'NotFoundError');
      const made = make();
      map.set(key, made);
      return made;
    }

    function file(key: string) {
      return {
        kind: 'file',
        name: key,
        getFile: async () => new File([files.get(key) ?? ''], key),
        async createWritable() {
          let content = new Blob();
          return {
            async write(more: Blob) {
              content = new Blob([content, more]);
              if (used + content.size > trouble.quota) {
                throw new DOMException('No room', 'QuotaExceededError');
              }
            },
            async close() {
              if (isGone) throw new DOMException('The folder is gone', 'NotFoundError');
              used += content.size - (files.get(key)?.size ?? 0);
              files.set(key, content);
            },
            abort: async () => {},
          };
        },
        /** As in a worker: writes in place. */
        async createSyncAccessHandle() {
          return {
            write(bytes: Uint8Array<ArrayBuffer>) {
              if (isGone) throw new DOMException('The folder is gone', 'NotFoundError');
              const before = files.get(key) ?? new Blob();
              const content = new Blob([bytes, before.slice(bytes.length)]);
              if (used + content.size - before.size > trouble.quota) {
                throw new DOMException('No room', 'QuotaExceededError');
              }
              used += content.size - before.size;
              files.set(key, content);
              return bytes.length;
            },
            truncate(size: number) {
              const before = files.get(key) ?? new Blob();
              files.set(key, before.slice(0, size));
              used -= Math.max(0, before.size - size);
            },
            flush: () => {},
            close: () => {},
          };
        },
      };
    }

    const handle = {
      kind: 'directory',
      name,
      getDirectoryHandle: async (key: string, options?: FileSystemGetDirectoryOptions) =>
        find(folders, key, options?.create ? () => folder(key) : null),
      async getFileHandle(key: string, options?: FileSystemGetFileOptions) {
        find(files, key, options?.create ? () => new Blob() : null);
        return file(key);
      },
      async removeEntry(key: string) {
        find(folders, key, null).gone();
        folders.delete(key);
      },
      async *entries() {
        yield* folders;
        for (const key of files.keys()) yield [key, file(key)];
      },
      gone() {
        isGone = true;
        for (const blob of files.values()) used -= blob.size;
        files.clear();
        for (const inner of folders.values()) inner.gone();
        folders.clear();
      },
    };
    return handle as unknown as ReturnType<typeof folder>;
  }

  return { root: folder(''), used: () => used };
}
