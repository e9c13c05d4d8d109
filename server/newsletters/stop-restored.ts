import { sql } from 'kysely';
import type { Change } from '../platform/database/change.ts';

/**
 * What an older state of the shop must not send again, in the SQL of both engines. Newsletters that were planned or being
 * sent are stopped: they may have gone out since, and some of their readers may have left. Who may have got one doesn't
 * get it again.
 */
export const restoredNewsletters = [
  `update "newsletters" set "state" = 'stopped', "stopReason" = 'restored', "nextAt" = null, "version" = "version" + 1 where "state" in ('planned', 'sending')`,
  `delete from "mailOutbox" where "news" = 'letters' and "sentAt" is null`,
  `update "newsletterMails" set "outcome" = case when exists (select 1 from "mailOutbox" where "mailOutbox"."id" = "mailId") then 'sent' else 'withdrawn' end where "outcome" is null`,
] as const;

/** Call it where newer changes may be missing in the database, as `beginNewSeries`. */
export async function stopRestoredNewsletters({ tx }: Pick<Change, 'tx'>): Promise<void> {
  for (const statement of restoredNewsletters) await sql.raw(statement).execute(tx);
}
