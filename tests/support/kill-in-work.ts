import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs a process that prints a dot for each thing that it did, and kills it somewhere in its work, after so many things
 * at least and at most; without them it lives. Returns whether it did before the process ended by itself.
 */
export async function killInWork(
  file: string,
  settings: Readonly<Record<string, string>>,
  things?: readonly [least: number, most: number],
): Promise<boolean> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return dies(child, things ? randomInt(things[0], things[1] + 1) : Infinity);
}

async function dies(child: ChildProcess, things: number): Promise<boolean> {
  const ended = once(child, 'exit');
  let left = things;
  for await (const dots of child.stdout ?? []) {
    left -= String(dots).length;
    if (left > 0) continue;
    await pause(randomInt(20));
    child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (signal === null && code !== 0) throw new Error(`it ended with ${code}`);
  return signal === 'SIGKILL';
}
