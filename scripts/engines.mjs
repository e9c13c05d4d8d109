// Finds and installs the browsers that some journeys run in besides Chromium.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findInPath, installFromDebian, isDebianRoot } from './debian.mjs';

/** In Debian. WebKitGTK gets a window of our own, and a screen to be on. */
const engines = {
  firefox: { names: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
  webkit: {
    names: ['WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
  },
};

/** A mirror that doesn't answer must not hold up the tests. */
const within = { lookUpMs: 45_000, downloadMs: 120_000 };

/**
 * The path of the program that drives an engine, or null.
 *
 * @param {keyof typeof engines} engine
 */
export function findEngine(engine) {
  return findInPath(engines[engine].names) ?? null;
}

/**
 * Installs what an engine needs if it isn't there: Debian's packages if root, otherwise Playwright's own build.
 *
 * @param {keyof typeof engines} engine
 */
export function ensureEngine(engine) {
  if (isDebianRoot()) {
    const missing = engines[engine].packages.filter((name) => !isInstalled(name));
    if (missing.length > 0) installFromDebian(['--no-install-recommends', ...missing], within);
  } else if (!findEngine(engine)) {
    const cli = join('node_modules', '@playwright', 'test', 'cli.js');
    const options = { stdio: 'inherit', timeout: within.downloadMs };
    execFileSync(process.execPath, [cli, 'install', engine], options);
  }
}

function isInstalled(name) {
  try {
    const status = execFileSync('dpkg', ['--status', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status.includes('\nStatus: install ok installed\n');
  } catch {
    return false;
  }
}
