import type { Env } from '../env.ts';

/** The settings that composing a mail needs: the shop's address, for its links, and the sender. */
export type MailSettings = Pick<Env, 'publicUrl' | 'mailFrom'>;
