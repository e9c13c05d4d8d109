import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Addressed, FileStore, StoredFile } from './file-store.ts';
import { syncPath } from './sync-path.ts';

/** The folders with files that must be kept; the shop can do without the rest of the data folder. */
export const fileFolders = ['originals', 'previews', 'uploads'] as const;

const sha256Pattern = /^[0-9a-f]{64}$/;
const randomPattern = /^[0-9a-f]{32}$/;
const previewPattern = /^[0-9a-f]{64}\/\d{2,4}\.(avif|webp)$/;
/** An older unfinished file belongs to a process that died. */
const abandonedMs = 3_600_000;

/**
 * Opens a store with files in folders below `directory`: `originals/ab/<sha256>`,
 * `previews/ab/<hash>/<width>.<format>`, `uploads/<random>`, `parts/<random>`. Files are never written in
 * place.
 */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const unfinished = join(directory, 'unfinished');
  const uploads = join(directory, 'uploads');
  const parts = join(directory, 'parts');
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished);

  const digestPath = (kind: Addressed, digest: string) => {
    if (!sha256Pattern.test(digest)) throw new RangeError('not a SHA-256 in hexadecimal');
    return join(directory, kind, digest.slice(0, 2), digest);
  };
  const originalPath = (sha256: string) => digestPath('originals', sha256);
  const randomPath = (folder: string, name: string) => {
    if (!randomPattern.test(name)) throw new RangeError('not a random name');
    return join(folder, name);
  };
  const previewPath = (name: string) => join(directory, 'previews', name.slice(0, 2), name);

  /** Writes a file under a temporary name and, once it is durable, moves it to the path that `place` returns. */
  async function write(
    source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    place: (written: StoredFile) => string,
  ): Promise<StoredFile> {
    const temporary = join(unfinished, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.byteLength;
          await writeAll(file, chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      const written = { sha256: hash.digest('hex'), bytes };
      const path = place(written);
      const move = async () => {
        await makeFolder(dirname(path));
        await rename(temporary, path);
        return true;
      };
      // The folder may have been empty and deleted in between: try once more.
      if (!(await unlessAbsent(move()))) await move();
      await syncPath(dirname(path));
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /**
   * Deletes a file that is older than `instant`. Moves it aside before checking its age again, because
   * another process may store the same file at any moment; such a file is moved back.
   */
  async function removeOld(path: string, instant: Date): Promise<void> {
    const found = await unlessAbsent(stat(path));
    if (!found || found.mtime >= instant) return;
    const aside = join(unfinished, randomUUID());
    if ((await unlessAbsent(rename(path, aside))) === null) return;
    if ((await stat(aside)).mtime < instant) await rm(aside);
    else await rename(aside, path);
  }

  return {
    putOriginal(source) {
      const chunks = source instanceof Uint8Array ? [source] : source;
      return write(chunks, ({ sha256 }) => originalPath(sha256));
    },
    async statOriginal(sha256) {
      const found = await unlessAbsent(stat(originalPath(sha256)));
      return found && { sha256, bytes: found.size };
    },
    readOriginal(sha256, range): Readable {
      return createReadStream(originalPath(sha256), range);
    },
    async putPreview(name, bytes) {
      if (!previewPattern.test(name)) throw new RangeError(`not the name of a preview: ${name}`);
      await write([bytes], () => previewPath(name));
    },
    async putUpload(bytes) {
      const name = randomName();
      await write([bytes], () => randomPath(uploads, name));
      return name;
    },
    readUpload: (name) => unlessAbsent(readFile(randomPath(uploads, name))),
    removeUpload: (name) => rm(randomPath(uploads, name), { force: true }),
    uploadsBefore: (instant) => namesBefore(uploads, instant),
    async putPart(source) {
      const name = randomName();
      const { bytes } = await write(source, () => randomPath(parts, name));
      return { name, bytes };
    },
    readPart: (name) => createReadStream(randomPath(parts, name)),
    removePart: (name) => rm(randomPath(parts, name), { force: true }),
    partsBefore: (instant) => namesBefore(parts, instant),
    async readPreview(name) {
      if (!previewPattern.test(name)) return null;
      const bytes = await unlessAbsent(readFile(previewPath(name)));
      return bytes && { bytes, etag: `"${name.replace('/', '.')}"` };
    },
    async previewBytes(name) {
      if (!previewPattern.test(name)) return null;
      return (await unlessAbsent(stat(previewPath(name))))?.size ?? null;
    },
    async digestsOf(kind, start) {
      const names = (await unlessAbsent(readdir(join(directory, kind, start)))) ?? [];
      return names.filter((name) => sha256Pattern.test(name));
    },
    async removeBefore(kind, digest, instant) {
      const path = digestPath(kind, digest);
      if (kind === 'originals') return removeOld(path, instant);
      for (const name of (await unlessAbsent(readdir(path))) ?? []) {
        await removeOld(join(path, name), instant);
      }
      // A folder that isn't empty stays.
      await rmdir(path).catch(() => {});
    },
  };
}

function randomName(): string {
  return randomBytes(16).toString('hex');
}

async function namesBefore(folder: string, instant: Date): Promise<string[]> {
  const names: string[] = [];
  for (const name of (await unlessAbsent(readdir(folder))) ?? []) {
    const found = await unlessAbsent(stat(join(folder, name)));
    if (found && found.mtime < instant) names.push(name);
  }
  return names;
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, done);
    done += bytesWritten;
  }
}

/** Creates a folder and its parents; each new name is durable in its parent before it is used. */
async function makeFolder(path: string): Promise<void> {
  const topmost = await mkdir(path, { recursive: true });
  if (topmost === undefined) return;
  for (let made = path; made.length >= topmost.length; made = dirname(made)) {
    await syncPath(dirname(made));
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await unlessAbsent(stat(path));
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}

/** Null if the file doesn't exist. */
async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null;
    throw error;
  }
}
