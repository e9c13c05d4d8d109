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

/** A page that was opened with an earlier build finds its code for so long after that build's last start. */
const keptMs = 30 * 86_400_000;

/**
 * Puts a build's hashed files beside those of earlier builds in `kept`, where pages that were opened
 * before a deploy still find theirs, and forgets what no start of the last month had.
 */
export function storeAssets(built: string, kept: string, now: Date): void {
  const source = join(built, 'assets');
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(source)) {
    const copy = join(kept, name);
    if (!existsSync(copy)) copyFileSync(join(source, name), copy);
    utimesSync(copy, now, now);
  }
  for (const name of readdirSync(kept)) {
    const path = join(kept, name);
    if (now.getTime() - statSync(path).mtimeMs > keptMs) rmSync(path);
  }
}
