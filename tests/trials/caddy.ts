import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { untilSaid } from '#tests/support/until-said.ts';
import { ensureProgram } from '../../scripts/debian.mjs';

/** What `deploy/Caddyfile` and `deploy/compose.Caddyfile` are called where compose puts them. */
export type DeployedFile = 'shop.Caddyfile' | 'compose.Caddyfile';

/** Values of the variables in these files, such as SHOP_DOMAIN. */
type Variables = Readonly<Record<string, string>>;

/**
 * Runs Caddy with a file of `deploy/`. `options` are global ones, a line each. All that Caddy stores is in `home`,
 * and it has no admin's port.
 */
export async function startCaddy(
  home: string,
  file: DeployedFile,
  options: readonly string[],
  variables: Variables,
): Promise<ChildProcess> {
  linkDeployed(home);
  const main = join(home, 'Caddyfile');
  const lines = ['admin off', ...options].map((line) => `\t${line}\n`);
  writeFileSync(main, `{\n${lines.join('')}}\nimport ${file}\n`);
  const child = spawn(ensureProgram('caddy'), ['run', '--config', main, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(home, variables),
  });
  await untilSaid(child, 'serving initial configuration');
  return child;
}

/** The variables as compose sets them, except for the domains, which its owner sets. */
export function composeVariables(): Variables {
  const compose = readFileSync('deploy/compose.yaml', 'utf8');
  const own = compose.slice(compose.indexOf('\n  caddy:'), compose.indexOf('\nnetworks:'));
  const set = own.matchAll(/^ {6}(SHOP_[A-Z]+): ([^$\n]+)$/gm);
  return Object.fromEntries(Array.from(set, ([, name, value]) => [name, value]));
}

/** What Caddy says against a file of `deploy/`; null: nothing. */
export function refusalOf(home: string, file: DeployedFile, variables: Variables): string | null {
  linkDeployed(home);
  const { status, stderr } = spawnSync(
    ensureProgram('caddy'),
    ['validate', '--config', join(home, file), '--adapter', 'caddyfile'],
    { encoding: 'utf8', env: environment(home, variables) },
  );
  return status === 0 ? null : (stderr.trim().split('\n').at(-1) ?? '');
}

function linkDeployed(home: string): void {
  const names = { 'shop.Caddyfile': 'Caddyfile', 'compose.Caddyfile': 'compose.Caddyfile' };
  for (const [link, name] of Object.entries(names)) {
    const path = join(home, link);
    if (!existsSync(path)) symlinkSync(resolve('deploy', name), path);
  }
}

function environment(home: string, variables: Variables): NodeJS.ProcessEnv {
  return { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ...variables };
}
