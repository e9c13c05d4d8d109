import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { idFrom } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';

/** The session that `addBuyers` gives to the buyer with a number. */
export const tokenOf = (buyer: number) => `token-of-trial-buyer-${buyer}`;

export const buyerId = (buyer: number) => idFrom(`trial buyer ${buyer}`);

/** Adds signed-in, approved accounts, numbered from 0. */
export async function addBuyers(database: Database, count: number): Promise<void> {
  const now = new Date().toISOString();
  await database.write(async (tx) => {
    for (let buyer = 0; buyer < count; buyer++) {
      const id = buyerId(buyer);
      await tx
        .insertInto('accounts')
        .values({
          id,
          email: `${id}@shop.example`,
          emailKey: `${id}@shop.example`,
          passwordHash: '',
          firstName: 'Trial',
          lastName: 'Buyer',
          licenseType: 'SMALL_BUSINESS',
          businessVerificationLink: 'https://shop.example',
          avatarUrl: null,
          status: 'approved',
          isDemo: 0,
          createdAt: now,
        })
        .execute();
      await tx
        .insertInto('sessions')
        .values({
          tokenHash: hashToken(tokenOf(buyer)),
          accountId: id,
          createdAt: now,
          lastSeenAt: now,
        })
        .execute();
    }
  });
}

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
