// Runs before `npm start` and `npm test` on any Node from 18 on, so it is plain JavaScript. Installs
// packages if the lock file is newer than node_modules, builds if sources have changed since the build, and for
// tests makes sure there is a Chromium. After `npm ci --omit=dev`, which leaves out the build tools, it uses
// an existing build, and refuses one of other sources.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builds, changedSources } from './builds.mjs';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const wanted = new Set(process.argv.slice(2));

const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function run(command, args) {
  // On Windows npm is a script, which only a shell can start.
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
}

const isBuilt = ({ name }) => existsSync(join('dist', name, '.vite', 'manifest.json'));

const installedAt = modifiedAt(join('node_modules', '.package-lock.json'));
const hasTools = existsSync(join('node_modules', 'vite'));
const isProduction =
  installedAt > 0 && !hasTools && !wanted.has('browser') && builds.every(isBuilt);
if (installedAt < modifiedAt('package-lock.json') || !(hasTools || isProduction)) {
  console.log('Installing packages …');
  const kinds = isProduction ? '--omit=dev' : '--include=dev';
  run('npm', ['ci', kinds, '--no-audit', '--no-fund', '--loglevel=error']);
}

for (const build of wanted.has('build') ? builds : []) {
  const { name, configuration } = build;
  const changed = changedSources(build);
  if (isBuilt(build) && changed.length === 0) continue;
  if (isProduction) {
    console.error(
      `dist/${name} was built from another version of ${changed.join(', ')}. Build it again: npm ci --include=dev && npm run build && npm ci --omit=dev`,
    );
    process.exit(1);
  }
  console.log(`Building the ${name} …`);
  run(join('node_modules', '.bin', 'node'), [
    join('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    configuration,
    '--logLevel',
    'warn',
  ]);
}

if (wanted.has('browser')) {
  const { ensureChromium } = await import('./chromium.mjs');
  await ensureChromium();
}
