import type { Database, Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';
import { readSetting } from '../settings/settings.ts';

/** The recipients of mails to the studio: its designers or, before it has any, the shop's own address. */
export async function studioRecipients(
  database: Database['read'] | Transaction,
  env: Env,
): Promise<readonly string[]> {
  const { value: studio } = await readSetting(database, 'studio');
  const emails = studio.designers.map((designer) => designer.email);
  if (emails.length > 0) return emails;
  // MAIL_FROM may include a name: Pinwheel <hello@pinwheel.example>.
  return [/<([^<>]+)>\s*$/.exec(env.mailFrom)?.[1] ?? env.mailFrom];
}
