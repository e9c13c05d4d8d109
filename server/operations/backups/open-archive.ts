import { createReadStream } from 'node:fs';
import { pipeline, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { CommandError } from '../../platform/command-error.ts';
import { headOf } from '../../platform/files/head-of.ts';

/** How files begin, in hexadecimal. */
const beginnings: readonly (readonly [string, string, (() => Transform) | null])[] = [
  ['1f8b', 'gzip', createGunzip],
  ['28b52ffd', 'Zstandard', createZstdDecompress],
  ['425a68', 'bzip2', null],
  ['fd377a585a00', 'xz', null],
  ['504b0304', 'ZIP', null],
];
const longestBeginning = 6;

/** The bytes of an archive, unpacked if it is compressed. @throws CommandError if that can't be done here */
export async function openArchive(path: string): Promise<AsyncIterable<Uint8Array>> {
  const head = (await headOf(createReadStream(path), longestBeginning)).toString('hex');
  const [, format, unpacker] = beginnings.find(([start]) => head.startsWith(start)) ?? [];
  if (format === undefined) return createReadStream(path);
  if (!unpacker) {
    throw new CommandError(
      `${path} is compressed (${format}). Unpack it first, and give the folder that is in it.`,
    );
  }
  // Its error also ends the stream that is read here.
  return pipeline(createReadStream(path), unpacker(), () => {});
}

/** Whether an error says that compressed bytes are damaged or end too early. */
export function isDamagedCompression(error: unknown): boolean {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  return typeof code === 'string' && /^(Z|ZSTD)_/.test(code);
}
