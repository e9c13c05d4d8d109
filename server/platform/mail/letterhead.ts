import type { Database, Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';
import { readSetting } from '../settings/settings.ts';

/** The sender shown in a mail. */
export interface Letterhead {
  readonly studioName: string;
  /** The shop's address, without a trailing slash. */
  readonly publicUrl: string;
}

export async function letterhead(
  database: Database['read'] | Transaction,
  env: Env,
): Promise<Letterhead> {
  const { value } = await readSetting(database, 'studio');
  return { studioName: value.name, publicUrl: env.publicUrl };
}
