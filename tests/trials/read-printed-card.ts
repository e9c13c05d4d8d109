import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ensureProgram } from '../../scripts/debian.mjs';

/** Dots per inch of a common office printer's draft, and of a scan. */
const dpi = 150;

/** Programs that read a QR code, the packages of Debian that have them, and how each is asked for its text alone. */
const decoders = [
  {
    name: 'zbarimg',
    packages: ['zbar-tools'],
    args: ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable'],
  },
  { name: 'ZXingReader', packages: ['zxing-cpp-tools'], args: ['-format', 'QRCode'] },
] as const;

/** What a messenger makes of a saved picture, at worst. */
const smallShare = 0.25;
const smallQuality = 50;

/**
 * Prints the longest licence card as a buyer does and draws its page at 150 DPI, saves it as a picture and makes a small
 * copy of that, and reads the QR code from both. Returns what doesn't read as the card's link.
 */
export async function readPrintedCard(): Promise<{
  readonly read: number;
  readonly faults: string[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-card-'));
  try {
    const spec = ['node_modules/@playwright/test/cli.js', 'test', 'tests/e2e/licence-card.spec.ts'];
    const printed = spawnSync(
      process.execPath,
      [...spec, '--config=tests/playwright.config.ts', '--workers=1'],
      { encoding: 'utf8', env: { ...process.env, CARD_FOLDER: folder } },
    );
    if (printed.status !== 0) return { read: 0, faults: [printed.stdout + printed.stderr] };
    const link = await readFile(join(folder, 'link.txt'), 'utf8');
    const drawn = join(folder, 'card');
    run(
      'pdftoppm',
      ['poppler-utils'],
      ['-r', String(dpi), '-png', join(folder, 'card.pdf'), drawn],
    );
    const small = join(folder, 'small.jpg');
    const saved = sharp(join(folder, 'card.png'));
    const { width } = await saved.metadata();
    await saved
      .resize(Math.round(width * smallShare))
      .jpeg({ quality: smallQuality })
      .toFile(small);
    const faults: string[] = [];
    const pictures = { 'the page': `${drawn}-1.png`, 'the small copy': small };
    let read = 0;
    for (const [what, file] of Object.entries(pictures)) {
      for (const { name, packages, args } of decoders) {
        const seen = run(name, packages, [...args, file]);
        if (seen.includes(link)) read += 1;
        else faults.push(`${name} reads ${JSON.stringify(seen)} from ${what}`);
      }
    }
    return { read, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a program prints. */
function run(name: string, packages: readonly string[], args: readonly string[]): string {
  const { stdout } = spawnSync(ensureProgram(name, packages), args, { encoding: 'utf8' });
  return stdout;
}
