import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  digestPath,
  isFilePath,
  previewEtag,
  previewPath,
  type Random,
  randomName,
  randomPath,
  sha256Pattern,
} from './file-paths.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { moveMark, unfinishedMove } from './move-mark.ts';
import { removeAbandoned, spool } from './spool.ts';
import { syncPath } from './sync-path.ts';
import { spoolFolder } from './unfinished-folders.ts';
import { unlessAbsent } from './unless-absent.ts';

const asideSeparator = '+';

/**
 * Opens a store with files in folders below `directory`: `originals/ab/<sha256>`,
 * `previews/ab/<hash>/<width>.<format>`, `uploads/<random>`, `parts/<random>`. Files are never written in
 * place.
 * @throws EnvError if they are only a part of a shop's that is being moved
 */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const unfinished = join(directory, spoolFolder);
  const at = (path: string) => join(directory, path);

  /**
   * Deletes a file that is older than `instant`. Moves it aside before checking its age again, because
   * another process may store the same file at any moment; such a file is put back.
   */
  async function removeOld(path: string, instant: Date): Promise<void> {
    const found = await unlessAbsent(stat(at(path)));
    if (!found || found.mtime >= instant) return;
    const aside = asideName(path);
    if ((await unlessAbsent(rename(at(path), join(unfinished, aside)))) === null) return;
    // A process that starts at this moment may have put it back.
    const moved = await unlessAbsent(stat(join(unfinished, aside)));
    if (moved && moved.mtime < instant) await rm(join(unfinished, aside), { force: true });
    else await putBack(aside, path);
  }

  /** Makes it as new as a file stored now, since a row may refer to it by now. */
  async function putBack(aside: string, path: string): Promise<void> {
    const from = join(unfinished, aside);
    const now = new Date();
    if ((await unlessAbsent(utimes(from, now, now))) === null) return;
    await moveTo(from, at(path));
  }

  async function removeUnfinished(): Promise<void> {
    for (const name of await readdir(unfinished)) {
      const path = pathOfAside(name);
      if (path !== null) await putBack(name, path);
    }
    await removeAbandoned(unfinished);
  }

  async function namesBefore(kind: Random, instant: Date): Promise<string[]> {
    const names: string[] = [];
    for (const name of (await unlessAbsent(readdir(at(kind)))) ?? []) {
      const path = `${kind}/${name}`;
      const found = isFilePath(path) ? await unlessAbsent(stat(at(path))) : null;
      if (found && found.mtime < instant) names.push(name);
    }
    return names;
  }

  async function sizeOf(path: string): Promise<number | null> {
    return (await unlessAbsent(stat(at(path))))?.size ?? null;
  }

  if ((await sizeOf(moveMark)) !== null) throw unfinishedMove('DATA_DIR', directory);
  await mkdir(unfinished, { recursive: true });
  await removeUnfinished();
  return {
    owner: null,
    putOriginal(source) {
      const chunks = source instanceof Uint8Array ? [source] : source;
      return writeFile(directory, chunks, ({ sha256 }) => digestPath('originals', sha256));
    },
    async statOriginal(sha256) {
      const bytes = await sizeOf(digestPath('originals', sha256));
      return bytes === null ? null : { sha256, bytes };
    },
    readOriginal(sha256, range): Readable {
      return createReadStream(at(digestPath('originals', sha256)), range);
    },
    originalUrl: async () => null,
    async putPreview(name, bytes) {
      const path = previewPath(name);
      if (path === null) throw new RangeError(`not the name of a preview: ${name}`);
      await writeFile(directory, [bytes], () => path);
    },
    async putUpload(bytes) {
      const name = randomName();
      await writeFile(directory, [bytes], () => randomPath('uploads', name));
      return name;
    },
    readUpload: (name) => unlessAbsent(readFile(at(randomPath('uploads', name)))),
    removeUpload: (name) => rm(at(randomPath('uploads', name)), { force: true }),
    uploadsBefore: (instant) => namesBefore('uploads', instant),
    async putPart(source) {
      const name = randomName();
      const { bytes } = await writeFile(directory, source, () => randomPath('parts', name));
      return { name, bytes };
    },
    readPart: (name) => createReadStream(at(randomPath('parts', name))),
    removePart: (name) => rm(at(randomPath('parts', name)), { force: true }),
    partsBefore: (instant) => namesBefore('parts', instant),
    async readPreview(name) {
      const path = previewPath(name);
      const bytes = path === null ? null : await unlessAbsent(readFile(at(path)));
      return bytes && { bytes, etag: previewEtag(name) };
    },
    async previewBytes(name) {
      const path = previewPath(name);
      return path === null ? null : sizeOf(path);
    },
    async digestsOf(kind, start) {
      const names = (await unlessAbsent(readdir(join(directory, kind, start)))) ?? [];
      return names.filter((name) => sha256Pattern.test(name));
    },
    async removeBefore(kind, digest, instant) {
      const path = digestPath(kind, digest);
      if (kind === 'originals') return removeOld(path, instant);
      for (const name of (await unlessAbsent(readdir(at(path)))) ?? []) {
        await removeOld(`${path}/${name}`, instant);
      }
      // A folder that isn't empty stays.
      await rmdir(at(path)).catch(() => {});
    },
    list: () => null,
    removeUnfinished,
    endUploads: async () => {},
    check: () => access(directory, constants.R_OK | constants.W_OK),
  };
}

/** A name for a file that is moved aside, from which a later process knows its path if this one dies. */
function asideName(path: string): string {
  return [randomUUID(), ...path.split('/')].join(asideSeparator);
}

/** Null if no file was moved aside under this name. */
function pathOfAside(name: string): string | null {
  const path = name.split(asideSeparator).slice(1).join('/');
  return isFilePath(path) ? path : null;
}

/**
 * Writes a file below `directory` under a temporary name and, once it is durable, moves it to the path that
 * `place` returns.
 */
export async function writeFile(
  directory: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  place: (written: StoredFile) => string,
): Promise<StoredFile> {
  const { path: temporary, ...written } = await spool(join(directory, spoolFolder), source);
  try {
    const path = join(directory, place(written));
    if (!(await moveTo(temporary, path))) throw new Error(`${temporary} is gone`);
    return written;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Moves a file to a path whose folder may not exist; false if the file is gone. */
async function moveTo(from: string, path: string): Promise<boolean> {
  const move = async () => {
    await makeFolder(dirname(path));
    await rename(from, path);
    await syncPath(dirname(path));
    return true;
  };
  // The folder may have been empty and deleted in between: try once more.
  return ((await unlessAbsent(move())) ?? (await unlessAbsent(move()))) !== null;
}

/** Creates a folder and its parents; each new name is durable in its parent before it is used. */
async function makeFolder(path: string): Promise<void> {
  const topmost = await mkdir(path, { recursive: true });
  if (topmost === undefined) return;
  for (let made = path; made.length >= topmost.length; made = dirname(made)) {
    await syncPath(dirname(made));
  }
}
