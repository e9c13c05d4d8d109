import { type ChildProcess, spawn } from 'node:child_process';

/** Sends `signal` to a process that this one started, should this one end first, even by a signal. */
export function endWithThis(child: ChildProcess, signal: 'KILL' | 'QUIT' | 'TERM'): void {
  // The pipe to its input closes when this process ends, however that happens.
  const watcher = spawn('sh', ['-c', 'read -r _; kill -s "$0" "$1"', signal, `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.once('exit', () => watcher.kill());
}
