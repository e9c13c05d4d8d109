import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Shop and server together, each reloading when its sources change. */
const children: ChildProcess[] = [
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=contract', 'server/main.ts', '--api-only'],
    {
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js')], { stdio: 'inherit' }),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
