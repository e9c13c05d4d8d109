import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '#tests/support/empty-folder.ts';

const npm = 'npm was run';

/** A checkout of nothing but `paths`, each newer than the one before; prepared for a start. */
async function prepare(paths: readonly string[]) {
  const folder = await emptyFolder();
  cpSync('scripts/prepare.mjs', join(folder, 'scripts/prepare.mjs'));
  for (const [place, path] of paths.entries()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, place + 1, place + 1);
  }
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho ${npm} "$@"\n`, { mode: 0o755 });
  const { status, stdout } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'build'], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, stdout };
}

const built = ['dist/shop/.vite/manifest.json', 'dist/studio/.vite/manifest.json'];
const installed = 'node_modules/.package-lock.json';

test('a shop that was built elsewhere starts with what `npm ci --omit=dev` installed', async () => {
  const { status, stdout } = await prepare([
    ...built,
    'package-lock.json',
    installed,
    'src/main.tsx',
  ]);
  expect([status, stdout]).toEqual([0, '']);
});

test('where the lock file is newer, such a shop gets what it runs with, and nothing to build with', async () => {
  const { stdout } = await prepare([...built, installed, 'package-lock.json', 'src/main.tsx']);
  expect(stdout).toContain(`${npm} ci --omit=dev`);
});

test('without a build everything is installed', async () => {
  const { stdout } = await prepare(['package-lock.json', installed, 'src/main.tsx']);
  expect(stdout).toContain(`${npm} ci --include=dev`);
});

test.each(['server/documents/head.ts', 'contract/shop/shell.ts', 'sw/fill-shell.ts'])(
  '%s, which the shell on devices depends on, is newer: the shop is built again',
  async (source) => {
    const tools = 'node_modules/vite/package.json';
    const { stdout } = await prepare(['package-lock.json', installed, tools, ...built, source]);
    expect(stdout).toContain('Building the shop');
  },
);
