import type { Database } from '../database/open.ts';

/** The shop's VAPID keys (RFC 8292), base64url. A browser's subscription is bound to the public key. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The shop's keys: created once and stored in the database, so that all servers share them. */
export async function readPushKeys(database: Database, now: Date): Promise<PushKeys> {
  const stored = await storedKeys(database.read);
  if (stored) return stored;
  const { default: webPush } = await import('web-push');
  const value = JSON.stringify(webPush.generateVAPIDKeys());
  return database.write(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: 'pushKeys', value, updatedAt: now.toISOString() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    // Another server may have stored its keys first.
    return (await storedKeys(tx)) as PushKeys;
  });
}

async function storedKeys(reader: Database['read']): Promise<PushKeys | null> {
  const row = await reader
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'pushKeys')
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as PushKeys) : null;
}
