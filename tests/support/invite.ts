import { execFileSync } from 'node:child_process';
import type { RunningShop } from './run-shop.ts';

/** Invites to the studio as whoever runs the server does, and answers the link that is printed. */
export function inviteByCommand({ dataDir, url }: RunningShop, email: string): string {
  const said = execFileSync('npm', ['run', '--silent', 'studio:invite', email], {
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url },
    encoding: 'utf8',
    // On Windows npm is a script that only a shell starts.
    shell: process.platform === 'win32',
  });
  return /http\S+#token=\S+/.exec(said)?.[0] ?? '';
}
