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

/**
 * @param {readonly string[]} packages
 * @param {{ readonly lookUpMs?: number, readonly downloadMs?: number }} [within] how long a mirror may take; by
 * default as long as it takes. Unpacking isn't interrupted, which would leave packages half installed.
 */
export function installFromDebian(packages, { lookUpMs, downloadMs } = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args, timeout) =>
    execFileSync('apt-get', ['-y', '-qq', ...args], { stdio: 'inherit', env, timeout });
  const install = ['install', ...packages];
  run(['update'], lookUpMs);
  run(['--download-only', ...install], downloadMs);
  run(install);
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
