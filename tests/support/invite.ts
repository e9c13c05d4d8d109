import { execFileSync } from 'node:child_process';
import type { RunningShop } from './run-shop.ts';

/** Sends an invitation to the studio as the server's operator does; returns the printed link. */
export function inviteByCommand({ dataDir, url }: RunningShop, email: string): string {
  const said = execFileSync('npm', ['run', '--silent', 'studio:invite', email], {
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url },
    encoding: 'utf8',
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
  });
  return /http\S+#token=\S+/.exec(said)?.[0] ?? '';
}
