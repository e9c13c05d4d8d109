import type { ExpressionBuilder } from 'kysely';
import { daysLeft, reminderDays } from '#contract/shop/yearly-licence.ts';
import { renewOver } from '../licences/years.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Tables } from '../platform/database/tables.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { yearlyLicenceEnds } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
import { endingPath } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { readToday } from '../platform/settings/settings.ts';

const everyMs = 3_600_000;
/** The first time waits until the start is over. */
const firstMs = 60_000;

/** Mails each buyer who wants it once that their yearly licence ends within 30 days; again if it ends on another day since. */
export async function remindOfYearlyLicences(
  services: Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>,
): Promise<void> {
  const { database, clock, env, signingKey } = services;
  const today = await readToday(database.read, env, clock());
  await renewOver(services, today);
  const until = String(Temporal.PlainDate.from(today).add({ days: reminderDays }));
  const isDue = (row: ExpressionBuilder<Tables, 'yearlyLicences'>) =>
    row.and([
      row('endsOn', '>=', today),
      row('endsOn', '<=', until),
      row('wantsReminder', '=', 1),
      row.or([row('remindedOf', 'is', null), row('remindedOf', '!=', row.ref('endsOn'))]),
      row(
        'accountId',
        'in',
        row.selectFrom('accounts').select('id').where('status', '!=', 'rejected'),
      ),
    ]);
  const due = await database.read
    .selectFrom('yearlyLicences')
    .select('accountId')
    .where(isDue)
    .executeTakeFirst();
  if (!due) return;
  await makeChange(services, async (change) => {
    const { tx } = change;
    // Of several processes, only the one that sets it mails.
    const claimed = await tx
      .updateTable('yearlyLicences')
      .set((row) => ({ remindedOf: row.ref('endsOn') }))
      .where(isDue)
      .returning('accountId')
      .execute();
    const owners = await tx
      .selectFrom('yearlyLicences')
      .innerJoin('accounts', 'accounts.id', 'yearlyLicences.accountId')
      .select(['accountId', 'email', 'firstName', 'status', 'endsOn'])
      .where(
        'accountId',
        'in',
        claimed.map(({ accountId }) => accountId),
      )
      .execute();
    const head = await letterhead(tx, env);
    await queueMails(change, owners, ({ accountId, email: recipient, endsOn, ...owner }) => {
      const letter = yearlyLicenceEnds(head, owner, {
        endsOn,
        days: daysLeft(endsOn, today),
        unsubscribePath: endingPath(signingKey, 'yearlyLicence', accountId),
      });
      return { recipient, accountId, ...letter };
    });
  });
}

/** Reminds of yearly licences once an hour, until stopped. */
export function startYearlyReminders(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    () => remindOfYearlyLicences(services),
    (error) => services.log.error({ err: error }, 'reminding of yearly licences failed'),
  );
}
