import { createHash } from 'node:crypto';
import { CommandError } from '../../platform/command-error.ts';
import { DamagedFile, type ListedFile } from '../../platform/files/file-store.ts';
import { moveMark } from '../../platform/files/move-mark.ts';
import type { OnProgress } from '../progress.ts';
import type { FilePlace, FileSource } from './file-place.ts';

const filesAtOnce = 8;
/** How many paths a message names. */
const namedPaths = 20;

/** @throws CommandError if `to` has files that `from` doesn't have */
export async function assertNoOthers(from: FileSource, to: FilePlace): Promise<void> {
  const here = new Set<string>();
  for await (const { path } of from.list()) here.add(path);
  for await (const { path } of to.list()) {
    if (here.has(path)) continue;
    throw new CommandError(
      `In ${to.name} there is other data (${path}), and a move never mixes shops. Name an empty place, or move that away.`,
    );
  }
}

/** Marks a place as having only a part of the files, so that no shop starts on it. */
async function markPart(to: FilePlace): Promise<void> {
  async function* words() {
    yield Buffer.from('Only a part of a shop’s files is here: npm run move was interrupted.\n');
  }
  await to.write(moveMark, words());
}

/**
 * Copies missing files to `to`, which is marked as incomplete before the first one. Each file is there completely or
 * not at all, so an interrupted move can continue.
 */
export async function moveFiles(
  from: FileSource,
  to: FilePlace,
  onProgress: OnProgress,
): Promise<void> {
  const there = new Map<string, number>();
  for await (const { path, bytes } of to.list()) there.set(path, bytes);
  let marked: Promise<void> | undefined;
  await forEachFile(from, 'copying files', onProgress, async ({ path, bytes }) => {
    if (there.get(path) === bytes) return;
    marked ??= markPart(to);
    await marked;
    await to.write(path, intact(from, path));
  });
}

/**
 * Reads every file in both places and compares their SHA-256, which is also the name of an original. Returns
 * how many there are.
 * @throws CommandError if a file differs or is missing
 */
export async function verifyFiles(
  from: FileSource,
  to: FileSource,
  onProgress: OnProgress,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const there = new Set<string>();
  for await (const { path } of to.list()) there.add(path);
  const different: string[] = [];
  const found = await forEachFile(from, 'checking files', onProgress, async ({ path }) => {
    const isSame =
      there.has(path) && (await digestOf(from, path)) === (await digestOf(to, path, 'unreadable'));
    if (!isSame) different.push(path);
  });
  if (different.length === 0) return found;
  throw new CommandError(
    `${different.length} files in ${to.name} differ from those of this shop. Nothing was switched. Delete them there and move again:\n${different.toSorted().slice(0, namedPaths).join('\n')}`,
  );
}

async function forEachFile(
  place: FileSource,
  step: 'copying files' | 'checking files',
  onProgress: OnProgress,
  work: (file: ListedFile) => Promise<void>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const files: ListedFile[] = [];
  for await (const file of place.list()) files.push(file);
  const total = files.length;
  const waiting = files.values();
  let done = 0;
  const lane = async () => {
    for (const file of waiting) {
      await work(file);
      done += 1;
      onProgress({ step, what: file.path.split('/')[0] ?? '', done, total });
    }
  };
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const lanes = Array.from({ length: filesAtOnce }, lane);
  // If one fails, the others begin no more files, and nothing is written once this has ended.
  await Promise.all(lanes).finally(() => {
    files.length = 0;
    return Promise.allSettled(lanes);
  });
  if (total === 0) onProgress({ step, what: '', done, total });
  return { files: total, bytes };
}

/** The bytes of a file. An original that isn't what its name says throws after its last byte. */
async function* intact(place: FileSource, path: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of place.read(path)) {
    hash.update(chunk);
    yield chunk;
  }
  if (!path.startsWith('originals/') || path.endsWith(`/${hash.digest('hex')}`)) return;
  throw new CommandError(
    `${path} in ${place.name} is damaged: it isn’t what was stored. Take it from a backup, then move again.`,
  );
}

/** A damaged file has the digest `damaged`, if that is given; otherwise it throws. */
async function digestOf(place: FileSource, path: string, damaged?: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of place.read(path)) hash.update(chunk);
  } catch (error) {
    if (error instanceof DamagedFile && damaged !== undefined) return damaged;
    throw error;
  }
  return hash.digest('hex');
}
