import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** How long after an earlier build's last start its pages still find their code. */
const lifetimeMs = 30 * 86_400_000;

/**
 * Copies a build's hashed files to `earlier`, next to those of earlier builds, so that pages opened before a
 * deploy still find theirs. Deletes files that no start of the last month had.
 */
export function storeAssets(built: string, earlier: string, now: Date): void {
  const source = join(built, 'assets');
  mkdirSync(earlier, { recursive: true });
  for (const name of readdirSync(source)) {
    const copy = join(earlier, name);
    if (!existsSync(copy)) copyFileSync(join(source, name), copy);
    utimesSync(copy, now, now);
  }
  for (const name of readdirSync(earlier)) {
    const path = join(earlier, name);
    if (now.getTime() - statSync(path).mtimeMs > lifetimeMs) rmSync(path);
  }
}
