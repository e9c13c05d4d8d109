// What each app is built from, for the build and for what decides whether to build again. Plain JavaScript, because it
// also runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const shared = ['src', 'contract', 'public', 'vite.config.ts', 'package-lock.json'];

/** The built apps. Paths are below the top folder. */
export const builds = [
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

/** What a build was made from, beside it. */
const noteOf = (name) => join('dist', name, '.vite', 'built-from.json');

/** Hashes of what there is of an app's sources, by path. */
export function hashSources({ sources }) {
  return Object.fromEntries(sources.filter(existsSync).map((path) => [path, hashOf(path)]));
}

export function noteSources({ name }, hashes) {
  writeFileSync(noteOf(name), JSON.stringify(hashes));
}

/** The sources that there are, other than when the app was built. */
export function changedSources(build) {
  const note = noteOf(build.name);
  const noted = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {};
  const hashes = Object.entries(hashSources(build));
  return hashes.filter(([path, hash]) => noted[path] !== hash).map(([path]) => path);
}

/** Of names and contents, however their lines end: a build may come from another system. */
function hashOf(path) {
  const hash = createHash('sha256');
  for (const file of filesBelow(path)) {
    const content = readFileSync(file, 'latin1').replaceAll('\r', '');
    hash.update(`${file.replaceAll('\\', '/')}\n${content}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => filesBelow(join(path, name)));
}
