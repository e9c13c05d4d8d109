import { randomBytes } from 'node:crypto';
import type { Database, Reader } from './open.ts';

const key = 'signingKey';

/** The key that signs download links: created once and stored in the database, so that all servers share it. */
export async function readSigningKey({ read, write }: Database, now: Date): Promise<Buffer> {
  // Only read where it is there: while a standby is away, nothing is committed, and a shop starts all the same.
  const stored = (await storedKey(read)) ?? (await write((tx) => makeKey(tx, now)));
  return Buffer.from(JSON.parse(stored) as string, 'base64');
}

async function storedKey(database: Reader): Promise<string | undefined> {
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

async function makeKey(tx: Reader, now: Date): Promise<string> {
  const value = JSON.stringify(randomBytes(32).toString('base64'));
  await tx
    .insertInto('settings')
    .values({ key, value, updatedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await storedKey(tx)) ?? value;
}
