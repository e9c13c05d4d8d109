// Finds programs and installs them from Debian. Plain JavaScript, because it also runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program in PATH with one of these names. */
export function findInPath(names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isRunnable);
}

/** Whether packages can be installed. On other systems a package of the same name may be something else. */
export function isDebianRoot() {
  const isRoot = process.getuid?.() === 0;
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return isRoot && /^ID=debian$/m.test(system);
}

export function installFromDebian(packages) {
  const options = { stdio: 'inherit' };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', ...packages], options);
}

/**
 * The path of a program; installs these packages of Debian if there is none.
 *
 * @param {string} name
 * @param {readonly string[]} packages
 */
export function ensureProgram(name, packages = [name]) {
  const found = findInPath([name]);
  if (found) return found;
  if (!isDebianRoot()) throw new Error(`No ${name} was found in PATH.`);
  console.log(`Installing ${packages.join(' and ')} from Debian …`);
  installFromDebian(packages);
  const installed = findInPath([name]);
  if (!installed) throw new Error(`Debian installed no ${name}.`);
  return installed;
}
