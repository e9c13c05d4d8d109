import { open, rm } from 'node:fs/promises';
import { DamagedFile } from '../file-store.ts';
import { type SpooledFile, spool } from '../spool.ts';
import type { Source } from './object-writer.ts';

/**
 * Spools a stream into `folder` and passes it on as a source, because a bucket must know a file's digest before it is
 * sent. The file stays open until `send` has ended: sending can take so long that a clean-up deletes its name.
 */
export async function whileSpooled<T>(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
  send: (source: Source) => Promise<T>,
): Promise<T> {
  const spooled = await spool(folder, chunks);
  try {
    return await whileOpen(spooled, send);
  } finally {
    await rm(spooled.path, { force: true });
  }
}

async function whileOpen<T>(
  { path, sha256, bytes }: SpooledFile,
  send: (source: Source) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await send({
      sha256,
      bytes,
      async read(start, length) {
        const piece = Buffer.alloc(Math.min(length, bytes - start));
        const { bytesRead } = await file.read(piece, 0, piece.length, start);
        if (bytesRead !== piece.length) throw new DamagedFile(`${path} was cut off`);
        return piece;
      },
    });
  } finally {
    await file.close();
  }
}
