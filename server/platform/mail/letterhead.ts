import type { Look } from '#contract/studio/look.ts';
import type { MailTexts } from '#contract/studio/mails.ts';
import { sectionInForce } from '../content/stored-content.ts';
import type { Reader } from '../database/open.ts';
import { readSetting, readTimeZone } from '../settings/settings.ts';
import type { MailSettings } from './mail-settings.ts';

/** The sender shown in a mail. */
export interface Letterhead {
  readonly studioName: string;
  /** The shop's address, without a trailing slash. */
  readonly publicUrl: string;
  /** The texts of mails to buyers in force. Unset: those the shop started with. */
  readonly mails?: MailTexts;
  /** The shop's colours in force. Unset: those it started with. */
  readonly look?: Look;
  /** The shop's time zone, in which a mail names days. Unset: UTC. */
  readonly timeZone?: string;
  /** Whether the shop reads answers to its mails. */
  readonly isAnswerable?: boolean;
}

/** That a mail about a thread can be answered, if it can. */
export function answerWords({ isAnswerable }: Letterhead): readonly string[] {
  return isAnswerable ? ['You can answer this e-mail.'] : [];
}

export async function letterhead(database: Reader, settings: MailSettings): Promise<Letterhead> {
  const { value } = await readSetting(database, 'studio');
  const mails = await sectionInForce(database, 'mails');
  const look = await sectionInForce(database, 'look');
  const timeZone = await readTimeZone(database, settings);
  const { publicUrl, mailInbox } = settings;
  const isAnswerable = mailInbox !== null;
  return { studioName: value.name, publicUrl, mails, look, timeZone, isAnswerable };
}
