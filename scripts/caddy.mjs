// Finds the Caddy that trials run shops behind.
import { findInPath, installFromDebian, isDebianRoot } from './debian.mjs';

/** The path of Caddy; installs it from Debian if there is none. */
export function ensureCaddy() {
  const found = findInPath(['caddy']);
  if (found) return found;
  if (!isDebianRoot()) throw new Error('No Caddy was found in PATH.');
  console.log('Installing Caddy from Debian …');
  installFromDebian(['caddy']);
  const installed = findInPath(['caddy']);
  if (!installed) throw new Error('Debian installed no Caddy.');
  return installed;
}
