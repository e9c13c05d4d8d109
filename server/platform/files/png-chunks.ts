import { crc32 } from 'node:zlib';
import { joinedInTurn } from './read-in-turn.ts';

/** A chunk of a PNG. `start` and `end` are the places of the whole chunk in the file. */
export interface PngChunk {
  readonly name: string;
  readonly data: Buffer;
  readonly start: number;
  readonly end: number;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** Many times what a real file has; a file of empty chunks alone has millions. */
const mostChunks = 10_000;

/** The chunks before a PNG's pixels, in order; fewer if the file breaks off or has too many, none if it is no PNG. */
export function* chunksBeforePixels(file: Buffer): Generator<PngChunk> {
  if (!isPng(file)) return;
  let start = signature.length;
  for (let count = 0; count < mostChunks && start + 12 <= file.length; count += 1) {
    const end = start + 12 + file.readUInt32BE(start);
    const name = file.toString('latin1', start + 4, start + 8);
    if (name === 'IDAT' || end > file.length) return;
    yield { name, data: file.subarray(start + 8, end - 4), start, end };
    start = end;
  }
}

/** A whole chunk of a PNG: its length, name, data and checksum. */
export function chunkOf(name: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(typed.length - 4, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/** The bytes of a PNG's signature and of its first chunk, which says its size. */
const headBytes = 33;

/** The PNG with one chunk more, before all but the first. */
export function withChunkAfterHead(png: Buffer, name: string, data: Buffer): Promise<Buffer> {
  return joinedInTurn([png.subarray(0, headBytes), chunkOf(name, data), png.subarray(headBytes)]);
}
