import { addAbortSignal } from 'node:stream';
import { chunk } from '#contract/wire/chunk.ts';
import { noteUnreadable } from '../../platform/checksums/file-checksums.ts';
import { areFilesAway } from '../../platform/files/are-files-away.ts';
import {
  type ByteRange,
  DamagedFile,
  type StoredFile,
  StoreUnreachable,
} from '../../platform/files/file-store.ts';
import { storedBytes } from '../../platform/http/file-answer.ts';
import type { Services } from '../../platform/services/services.ts';

type StoreServices = Pick<Services, 'database' | 'files' | 'log' | 'clock'>;

/** At most as many are looked at at once. */
const atOnce = 16;

/** Notes which of these the store has lost or cut, before their first byte is promised. @throws UNAVAILABLE if no file can be read */
export async function lookAtOriginals(
  services: StoreServices,
  originals: readonly StoredFile[],
): Promise<void> {
  const { files } = services;
  const lost: string[] = [];
  for (const some of chunk(originals, atOnce)) {
    const found = await Promise.all(some.map(({ sha256 }) => files.statOriginal(sha256)));
    for (const [place, { sha256, bytes }] of some.entries()) {
      if (found[place]?.bytes !== bytes) lost.push(sha256);
    }
  }
  const [first] = lost;
  if (first !== undefined && (await areFilesAway(files))) await storedBytes(services, first);
  await noteUnreadable(services, lost);
}

/** A range of an original. One that breaks is noted, so that the next ZIP says so. `ended` ends it at once. */
export async function* readStored(
  services: StoreServices,
  sha256: string,
  range: ByteRange,
  ended: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { files } = services;
  try {
    let left = range.end - range.start + 1;
    for await (const chunk of addAbortSignal(ended, files.readOriginal(sha256, range))) {
      const bytes: Uint8Array = chunk;
      left -= bytes.length;
      yield bytes;
    }
    if (left > 0) throw new DamagedFile(`${sha256} is too short`);
  } catch (error) {
    if (ended.aborted) throw error;
    const isLost = !(error instanceof StoreUnreachable) && !(await areFilesAway(files));
    if (isLost) await noteUnreadable(services, [sha256]);
    throw error;
  }
}
