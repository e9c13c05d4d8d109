import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The payment stand-in in its own process, which stores what it knows in a SQLite file. */
export async function startProvider(file: string) {
  const child = spawn(
    process.execPath,
    ['server/orders/payments/practice/standalone.ts', '0', file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(said.toString())?.[0];
  if (!url) throw new Error('the provider gave no address');
  return {
    url,
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
