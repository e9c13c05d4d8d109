import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs shop (port 5173), studio (port 5174, /studio/) and server (PORT) together; each reloads when its
 * sources change.
 */
const children: ChildProcess[] = [
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=contract', 'server/main.ts', '--api-only'],
    // Buyers use Vite's address here, so links in e-mails lead there too.
    { stdio: 'inherit', env: { PUBLIC_URL: 'http://localhost:5173', ...process.env } },
  ),
  vite('vite.config.ts'),
  vite(join('studio', 'vite.config.ts')),
];

function vite(configuration: string): ChildProcess {
  const words = [join('node_modules', 'vite', 'bin', 'vite.js'), '--config', configuration];
  return spawn(process.execPath, words, { stdio: 'inherit' });
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
