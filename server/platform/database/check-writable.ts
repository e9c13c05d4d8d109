import { sql } from 'kysely';
import { isPostgres } from './column-types.ts';
import type { Database } from './open.ts';

/**
 * @throws if the database can't be read, its server only reads, as a standby of PostgreSQL does, or it commits nothing,
 * because the standby that it waits for is away
 */
export async function checkWritable({ read, write }: Database): Promise<void> {
  if (!isPostgres(read)) {
    await read.selectFrom('settings').select('key').limit(1).execute();
    return;
  }
  const setting = sql<{
    isOn: boolean;
  }>`SELECT current_setting('transaction_read_only')::boolean AS "isOn"`;
  const { rows } = await setting.execute(read);
  if (rows[0]?.isOn) throw new Error('the server takes no writes');
  await write((tx) => sql`SELECT 1`.execute(tx));
}
