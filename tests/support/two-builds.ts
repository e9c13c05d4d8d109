import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningShop, runShop } from './run-shop.ts';

/** A shop that is deployed while it has visitors. */
export interface RenewedShop extends RunningShop {
  /** Replaces this build with the next; `keepsOld`: pages of this one still find their code. */
  deploy(options: { keepsOld: boolean }): Promise<void>;
}

/** Runs on a copy of the built shop, from which the next build is made: the same code under other names. */
export async function runRenewedShop(): Promise<RenewedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-builds-'));
  cpSync('dist/shop', join(folder, 'dist/shop'), { recursive: true });
  cpSync('dist/studio', join(folder, 'dist/studio'), { recursive: true });
  const shop = await runShop({}, undefined, [], folder);
  return {
    ...shop,
    async deploy({ keepsOld }) {
      await shop.kill();
      renameCode(join(folder, 'dist/shop'));
      if (!keepsOld) rmSync(join(shop.dataDir, 'assets'), { recursive: true });
      await shop.start();
    },
    async end() {
      await shop.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gives every hashed script and style another hash, and the worker another shell to store. */
function renameCode(built: string): void {
  const assets = join(built, 'assets');
  const hashed = readdirSync(assets).filter((name) => /-[\w-]{7,8}\.(js|css)$/.test(name));
  const names = new Map(hashed.map((name) => [name, withOtherHash(name)]));
  const old = new RegExp(hashed.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Otherwise the old compressed files would be served instead of what is written here.
    if (/\.(br|gz)$/.test(path)) rmSync(path);
    if (!entry.isFile() || !/\.(js|css|html|json)$/.test(path)) continue;
    const text = readFileSync(path, 'utf8')
      .replace(old, (name) => names.get(name) ?? name)
      .replace(/"\w{32}"(?=,"url":"index\.html")/, (revision) => [...revision].reverse().join(''));
    writeFileSync(path, text);
  }
  for (const [name, next] of names) renameSync(join(assets, name), join(assets, next));
}

function withOtherHash(name: string): string {
  return name.replace(/.(?=\.\w+$)/, (last) => (last === '0' ? '1' : '0'));
}
