import { randomBytes } from 'node:crypto';
import type { Database } from './open.ts';

/** The key that signs download links: created once and stored in the database, so that all servers share it. */
export async function readSigningKey(database: Database, now: Date): Promise<Buffer> {
  return database.write(async (tx) => {
    await tx
      .insertInto('settings')
      .values({
        key: 'signingKey',
        value: JSON.stringify(randomBytes(32).toString('base64')),
        updatedAt: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const { value } = await tx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'signingKey')
      .executeTakeFirstOrThrow();
    return Buffer.from(JSON.parse(value) as string, 'base64');
  });
}
