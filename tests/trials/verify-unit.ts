import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInPath } from '../../scripts/debian.mjs';

/** What systemd says against the unit of `deploy/`, for a shop in this folder; null if it can't be asked here. */
export function verifyUnit(): readonly string[] | null {
  const program = findInPath(['systemd-analyze']);
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-unit-'));
  try {
    const unit = join(folder, 'pinwheel@.service');
    const text = readFileSync('deploy/pinwheel@.service', 'utf8');
    writeFileSync(unit, text.replaceAll('/opt/pinwheel', process.cwd()));
    const options = ['verify', '--man=no', '--recursive-errors=no', unit];
    const { status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    const said = stderr.split('\n').filter((line) => line !== '');
    return status === 0 ? said : [...said, `systemd-analyze ended with ${status}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
