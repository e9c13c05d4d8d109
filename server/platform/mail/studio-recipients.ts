import { addressOf } from '../address-of.ts';
import type { Reader } from '../database/open.ts';
import { readSetting } from '../settings/settings.ts';
import type { MailSettings } from './mail-settings.ts';

/** The studio's own addresses: its designers' or, before it has any, the shop's unless `withOwn` is false. */
export async function studioRecipients(
  database: Reader,
  { mailFrom }: MailSettings,
  withOwn = true,
): Promise<readonly string[]> {
  const { value: studio } = await readSetting(database, 'studio');
  const emails = studio.designers.map((designer) => designer.email);
  if (emails.length > 0 || !withOwn) return emails;
  return [addressOf(mailFrom)];
}
