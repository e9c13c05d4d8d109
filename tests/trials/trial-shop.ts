import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs the real app, like `npm start`, over a data folder, in its own process; it caches no answers unless `answerBytes` is given.
 * Its rows are in the folder, too, unless `databaseUrl` is.
 */
export async function startServer(
  directory: string,
  answerBytes = 16,
  databaseUrl?: string,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(new URL('../bench/shop-server.ts', import.meta.url), [String(answerBytes)], {
    execArgv: ['--import', new URL('../../server/small-heap.ts', import.meta.url).href],
    env: { ...process.env, DATA_DIR: directory, DATABASE_URL: databaseUrl },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port };
}

export async function killServer(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export function registration(email: string): object {
  return {
    firstName: 'Trial',
    lastName: 'Buyer',
    email,
    licenseType: 'FABRIC_SHOP',
    businessVerificationLink: 'https://shop.example',
    password: 'a long enough one',
  };
}
