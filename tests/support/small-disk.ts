import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserProcess, openBrowserProcess } from './browser-process.ts';
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

/** What a process keeps is on a disk that can be filled and freed while it runs. */
interface SmallDisk {
  fill(): void;
  free(): void;
}

export interface ShopOnSmallDisk extends SmallDisk {
  readonly shop: RunningShop;
}

export interface BrowserOnSmallDisk extends BrowserProcess, SmallDisk {
  end(): Promise<void>;
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
  return { shop, ...smallDisk(shop.pid, shop.dataDir) };
}

/** Opens a browser whose profile is on a disk of `size`, in `mount`'s format. */
export async function openOnSmallDisk(size: string): Promise<BrowserOnSmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-browser-'));
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
  const wrapper = [...namespace, 'sh', '-c', mount, folder];
  const browser = await openBrowserProcess(folder, [], wrapper);
  const { process: child } = browser;
  const disk = smallDisk(() => Number(child.pid), folder);
  let filling: NodeJS.Timeout | undefined;
  return {
    ...browser,
    // Fills again what the browser frees meanwhile.
    fill() {
      disk.fill();
      filling = setInterval(disk.fill, 20);
    },
    free() {
      clearInterval(filling);
      disk.free();
    },
    async end() {
      clearInterval(filling);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The disk is only mounted for the process `pid`. */
function smallDisk(pid: () => number, folder: string): SmallDisk {
  const filler = () => join('/proc', String(pid()), 'root', folder, 'filler');
  return {
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
