import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Has this process, and what it starts from now on, run on the cores `from` to `to` alone. */
const runOn = (from: number, to: number) =>
  run('taskset', ['--all-tasks', '--cpu-list', '--pid', `${from}-${to}`, String(process.pid)]);

/**
 * Starts a database server on half of the cores and leaves the others to whoever sends it statements, as if each had
 * a machine. With a single core, they share it.
 * @throws if this machine has no taskset
 */
export async function onOwnCores<T>(start: () => Promise<T>): Promise<T> {
  const cores = availableParallelism();
  const half = Math.floor(cores / 2);
  if (half === 0) return start();
  await runOn(0, half - 1);
  const started = await start();
  await runOn(half, cores - 1);
  return started;
}
