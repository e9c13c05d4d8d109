// Runs before `npm start` and `npm test` on any Node from 18 on, so it is plain JavaScript. Installs
// packages if the lock file is newer than node_modules, builds if sources are newer than the build, and for
// tests makes sure there is a Chromium. After `npm ci --omit=dev`, which leaves out the build tools, it uses
// an existing build as it is.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const wanted = new Set(process.argv.slice(2));

const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newest(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return modifiedAt(path);
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function run(command, args) {
  // On Windows npm is a script, which only a shell can start.
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
}

const shared = ['src', 'contract', 'public', 'vite.config.ts', 'package-lock.json'];
const builds = [
  {
    name: 'shop',
    // The shell's revision in the worker counts what the server adds to it.
    sources: [...shared, 'sw', 'index.html', join('server', 'documents')],
    configuration: 'vite.config.ts',
  },
  {
    name: 'studio',
    sources: [...shared, 'studio'],
    configuration: join('studio', 'vite.config.ts'),
  },
];
const builtAt = ({ name }) => modifiedAt(join('dist', name, '.vite', 'manifest.json'));

const installedAt = modifiedAt(join('node_modules', '.package-lock.json'));
const hasTools = existsSync(join('node_modules', 'vite'));
const isProduction =
  installedAt > 0 && !hasTools && !wanted.has('browser') && builds.every(builtAt);
if (installedAt < modifiedAt('package-lock.json') || !(hasTools || isProduction)) {
  console.log('Installing packages …');
  const kinds = isProduction ? '--omit=dev' : '--include=dev';
  run('npm', ['ci', kinds, '--no-audit', '--no-fund', '--loglevel=error']);
}

for (const build of wanted.has('build') && !isProduction ? builds : []) {
  const { name, sources, configuration } = build;
  if (builtAt(build) >= Math.max(...sources.map(newest))) continue;
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
