import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunningShop, runShop } from './run-shop.ts';
import type { S3Server } from './s3-server.ts';
import { copyStudio, drawnStudio } from './test-studio.ts';

/** Runs the drawn studio with its files in a bucket. */
export function runShopInBucket(
  s3: S3Server,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningShop> {
  return runShop({ ...s3.settings, ...settings }, async (dataDir) => {
    copyStudio(await drawnStudio(), dataDir);
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(dataDir.length + 1);
      if (entry.isFile() && /^(originals|previews)\//.test(path)) {
        putInBucket(s3, path, readFileSync(join(dataDir, path)));
      }
    }
  });
}

/** Puts an object there without asking the server. */
export function putInBucket(s3: S3Server, path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(s3.fileOf(path)), { recursive: true });
  writeFileSync(s3.fileOf(path), bytes);
}
