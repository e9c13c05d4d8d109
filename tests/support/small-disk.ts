import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RunningShop, runShop } from './run-shop.ts';

/** Runs the following command in its own namespace with a small file system on DATA_DIR, filled from STUDIO. */
const mountScript =
  'mount -t tmpfs -o size=$DISK_SIZE tmpfs "$DATA_DIR" && cp -r "$STUDIO/." "$DATA_DIR" && exec "$@"';
const namespace = ['unshare', '--user', '--map-root-user', '--mount'];

/** Whether this system lets us mount a file system in our own namespace. */
export function canMountDisk(): boolean {
  const [program = '', ...parameters] = namespace;
  return spawnSync(program, [...parameters, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

/** A server whose data is on a disk that can be filled and freed while it runs. */
export interface ShopOnSmallDisk {
  readonly shop: RunningShop;
  fill(): void;
  free(): void;
}

/** Starts the server over a copy of `studio` on a disk of `size`, in `mount`'s format. */
export async function runOnSmallDisk(
  studio: string,
  size: string,
  parameters: readonly string[] = [],
): Promise<ShopOnSmallDisk> {
  const shop = await runShop(
    { STUDIO: resolve(studio), DISK_SIZE: size, DEMO: 'off' },
    async () => {},
    parameters,
    process.cwd(),
    [...namespace, 'sh', '-c', mountScript, 'sh'],
  );
  // The disk is only mounted for that process.
  const folder = () => join('/proc', String(shop.pid()), 'root', shop.dataDir);
  const filler = () => join(folder(), 'filler');
  return {
    shop,
    fill() {
      for (const bytes of [1 << 20, 4096]) {
        while (appended(filler(), bytes));
      }
    },
    free: () => rmSync(filler(), { force: true }),
  };
}

/** False if the disk has no room for them. */
function appended(path: string, bytes: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOSPC') return false;
    throw error;
  }
}
