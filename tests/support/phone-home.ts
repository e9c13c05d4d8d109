import { cpSync, existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { paths } from '#contract/shop/paths.ts';
import { openPhone } from './phone.ts';

/**
 * The profile of a browser after its first visit to Home, with the worker and what it stored. One phone of this run
 * makes that visit; every phone can begin with its profile, since all know their shop by the same address.
 */
export async function visitedProfile(): Promise<string> {
  const profile = join(tmpdir(), 'visited-phone');
  const turn = `${profile}.turn`;
  while (!existsSync(profile)) {
    if (!takes(turn)) await setTimeout(100);
    else if (!existsSync(profile)) await visitOnce(profile).finally(() => rmdirSync(turn));
  }
  return profile;
}

/** Of several processes, one at a time can make this folder. */
function takes(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch {
    return false;
  }
}

async function visitOnce(profile: string): Promise<void> {
  const phone = await openPhone();
  try {
    await phone.visit(paths.home.path);
    await phone.close();
    const copy = `${profile}.copy`;
    cpSync(phone.folder, copy, { recursive: true });
    renameSync(copy, profile);
  } finally {
    await phone.end();
  }
}
