import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Designs in the tests' studio: two pages of the shop, drawn small. */
export const testDesigns = 36;
const testPixels = 480;

/** What the drawn studio depends on; when it changes, the studio is drawn again. */
const sources = [
  'demo',
  'server/designs',
  'server/platform/database',
  'server/platform/files',
  'tests/support/plant-test-studio.ts',
];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = statSync(source).isFile() ? [source] : filesIn(source);
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * A small demo studio with everything drawn, created once per state of the sources. Returns its folder. Two test
 * processes that find none each draw one, and both use the first to be complete.
 */
export async function drawnStudio(): Promise<string> {
  const parent = join('.cache', 'test-studio');
  const directory = join(parent, sourceHash());
  if (existsSync(directory)) return directory;
  mkdirSync(parent, { recursive: true });
  const unfinished = mkdtempSync(`${directory}.`);
  try {
    await drawStudio(unfinished);
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

async function drawStudio(directory: string): Promise<void> {
  const { plantTestStudio } = await import('./plant-test-studio.ts');
  await plantTestStudio(directory, testDesigns);
  await drawOriginals(directory);
  const database = new DatabaseSync(join(directory, 'pinwheel.sqlite'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Draws what is missing, and publishes the designs. */
async function drawOriginals(directory: string): Promise<void> {
  const child = spawn(process.execPath, ['demo/draw.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: directory,
      DEMO_DESIGNS: String(testDesigns),
      DEMO_PIXELS: String(testPixels),
    },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`drawing the test studio ended with ${code}`);
}

/** A copy of the drawn studio that a test may change. */
export function copyStudio(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
