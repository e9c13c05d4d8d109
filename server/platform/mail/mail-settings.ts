import type { Env } from '../env.ts';

/**
 * The settings that composing a mail needs: the shop's address, for its links, the sender, the inbox for answers, and the
 * time zone of its days.
 */
export type MailSettings = Pick<Env, 'publicUrl' | 'mailFrom' | 'mailInbox' | 'timeZone'>;
