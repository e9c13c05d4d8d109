import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '#tests/support/empty-folder.ts';

const npm = 'npm was run';
const lock = 'package-lock.json';
const installed = 'node_modules/.package-lock.json';
const tools = 'node_modules/vite/package.json';
const noteBuilds = `import { builds, hashSources, noteSources } from './scripts/builds.mjs';
for (const build of builds) noteSources(build, hashSources(build));`;

/** A checkout of nothing but `paths`, each newer than the one before, and a build of it. */
async function checkout(paths: readonly string[]) {
  const folder = await emptyFolder();
  for (const script of ['prepare.mjs', 'builds.mjs']) {
    cpSync(join('scripts', script), join(folder, 'scripts', script));
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [place, path] of paths.entries()) {
    write(path, '');
    utimesSync(join(folder, path), place + 1, place + 1);
  }
  for (const name of ['shop', 'studio']) write(`dist/${name}/.vite/manifest.json`, '{}');
  execFileSync(process.execPath, ['--input-type=module', '--eval', noteBuilds], { cwd: folder });
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho ${npm} "$@"\n`, { mode: 0o755 });
  return {
    folder,
    write,
    prepare() {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['scripts/prepare.mjs', 'build'],
        { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' },
      );
      return { status, stdout, stderr };
    },
  };
}

const nothing = { status: 0, stdout: '', stderr: '' };

test('a shop that was built elsewhere starts with what `npm ci --omit=dev` installed', async () => {
  const { prepare, write } = await checkout([lock, installed, 'src/main.tsx']);
  expect(prepare()).toEqual(nothing);
  write('src/main.tsx', '\r');
  write('src/.DS_Store', 'of the system');
  expect(prepare()).toEqual(nothing);
});

test('a new version beside the build of an old one says how to build it, and doesn’t start', async () => {
  const { prepare, write } = await checkout([lock, installed, 'src/main.tsx']);
  write('src/app/new.ts', 'new');
  const { status, stderr } = prepare();
  expect([status, stderr]).toEqual([
    1,
    'dist/shop was built from another version of src. Build it again: npm ci --include=dev && npm run build && npm ci --omit=dev\n',
  ]);
});

test('what of the sources was not copied along doesn’t matter to such a shop', async () => {
  const { prepare, folder } = await checkout([lock, installed, 'src/main.tsx', 'sw/worker.ts']);
  rmSync(join(folder, 'src'), { recursive: true });
  expect(prepare()).toEqual(nothing);
});

test('where the lock file is newer, such a shop gets what it runs with, and nothing to build with', async () => {
  const { prepare } = await checkout([installed, lock, 'src/main.tsx']);
  expect(prepare().stdout).toContain(`${npm} ci --omit=dev`);
});

test('without a build everything is installed', async () => {
  const { prepare, folder } = await checkout([lock, installed, 'src/main.tsx']);
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(prepare().stdout).toContain(`${npm} ci --include=dev`);
});

test.each(['server/documents/head.ts', 'contract/shop/shell.ts', 'sw/fill-shell.ts'])(
  '%s, which the shell on devices depends on, changed: the shop is built again',
  async (source) => {
    const { prepare, write } = await checkout([lock, installed, tools, source]);
    expect(prepare()).toEqual(nothing);
    write(source, 'changed');
    expect(prepare().stdout).toContain('Building the shop');
  },
);
