import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Prints the longest licence card as a buyer does, draws its page at 150 DPI, and reads the QR code from it, whole and
 * as small copies. Returns what doesn't read as the card's link.
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
    const faults: string[] = [];
    for (const { name, packages, args } of decoders) {
      const seen = run(name, packages, [...args, `${drawn}-1.png`]);
      if (!seen.includes(link)) faults.push(`${name} reads ${JSON.stringify(seen)}`);
    }
    return { read: decoders.length - faults.length, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a program prints. */
function run(name: string, packages: readonly string[], args: readonly string[]): string {
  const { stdout } = spawnSync(ensureProgram(name, packages), args, { encoding: 'utf8' });
  return stdout;
}
