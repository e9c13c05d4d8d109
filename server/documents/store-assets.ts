import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import type { Services } from '../platform/services/services.ts';

const dayMs = 86_400_000;

/** How long after a build last ran its pages still find their code. */
const lifetimeMs = 30 * dayMs;

/** Where the hashed files of all builds of an app are, from which every process on this `DATA_DIR` serves them. */
export const assetsFolder = (dataDir: string, app: 'shop' | 'studio'): string =>
  join(dataDir, app === 'shop' ? 'assets' : 'studio-assets');

/** Stores the hashed files of shop and studio now, and marks them as in use every day. */
export function startStoringAssets(
  { env, clock, log }: Services,
  shop: string,
  studio: string,
): Job {
  const store = () => {
    storeAssets(shop, assetsFolder(env.dataDir, 'shop'), clock());
    storeAssets(studio, assetsFolder(env.dataDir, 'studio'), clock());
  };
  store();
  return repeat(
    { everyMs: dayMs },
    async () => store(),
    (error) => log.error({ err: error }, 'storing the built files failed'),
  );
}

/**
 * Copies a build's hashed files to `stored`, next to those of other builds, so that a page finds its code
 * whichever build answers. Deletes files that no running build has had for a month.
 */
export function storeAssets(built: string, stored: string, now: Date): void {
  const source = join(built, 'assets');
  mkdirSync(stored, { recursive: true });
  for (const name of readdirSync(source)) {
    const copy = join(stored, name);
    copyWhole(join(source, name), copy);
    utimesSync(copy, now, now);
  }
  for (const name of readdirSync(stored)) {
    const path = join(stored, name);
    // Another process may have deleted it.
    const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - modifiedMs > lifetimeMs) rmSync(path, { force: true });
  }
}

/** Copies a file that isn't there or, after a power cut, not whole. Other processes never see a part of it. */
function copyWhole(source: string, copy: string): void {
  if (statSync(copy, { throwIfNoEntry: false })?.size === statSync(source).size) return;
  const part = join(dirname(copy), `.${randomUUID()}`);
  copyFileSync(source, part);
  renameSync(part, copy);
}
