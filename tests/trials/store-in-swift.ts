import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { pieceBytes } from '#server/platform/files/s3/object-writer.ts';
import { prepareBucket } from '#server/platform/files/s3/prepare-bucket.ts';
import { runSwift } from './swift.ts';

/** Files that go at once, up to exactly a part, and some that go in two, three and seven, the last one full or not. */
const sizes = [0, 1000, 5e6, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 20e6, 50e6];

/** Stores files in Swift as a shop does, reads them and deletes them. Null where Swift can't be installed. */
export async function storeInSwift(
  rounds: number,
): Promise<{ readonly files: number; readonly said: string; readonly faults: string[] } | null> {
  const swift = await runSwift();
  if (!swift) return null;
  const dataDir = await mkdtemp(join(tmpdir(), 'pinwheel-in-swift-'));
  try {
    const env = parseEnv({ DATA_DIR: dataDir, ...swift.settings });
    if (!env.bucket) throw new Error('The settings have no bucket');
    const store = await openFiles(env);
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const size of sizes) {
        const bytes = randomBytes(size);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const stored = await store.putOriginal(Readable.from([bytes]));
        const isEqual =
          stored.sha256 === sha256 &&
          bytes.equals(await buffer(store.readOriginal(sha256))) &&
          // Of an empty file, a server gives no part.
          (size === 0 || bytes.subarray(-100).equals(await readEnd(store, sha256, size)));
        if (!isEqual) faults.push(`${size} bytes came back different`);
        await store.removeBefore('originals', sha256, new Date(Date.now() + 60_000));
        if (await store.statOriginal(sha256)) faults.push(`${size} bytes are still there`);
      }
    }
    await store.endUploads();
    // Swift takes no CORS rules, which the command says.
    const said = await prepareBucket(env.bucket, 'https://shop.example').catch((error: unknown) => {
      if (error instanceof CommandError) return error.message;
      throw error;
    });
    return { files: rounds * sizes.length, said: said.split('\n')[0] ?? '', faults };
  } finally {
    await rm(dataDir, { recursive: true });
    await swift.end();
  }
}

function readEnd(store: FileStore, sha256: string, size: number): Promise<Buffer> {
  return buffer(store.readOriginal(sha256, { start: Math.max(0, size - 100), end: size - 1 }));
}
