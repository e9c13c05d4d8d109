import type { YearlyLicence } from '#contract/shop/yearly-licence.ts';
import { buyerMessages } from '#contract/studio/buyers.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { payingYear } from '../licences/years.ts';
import { assertNotChanged } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { readToday } from '../platform/settings/settings.ts';
import { noBuyer } from '../platform/sign-in/no-buyer.ts';

/** How far ahead a yearly licence can end: beyond this the year is a typing error. */
const longestYears = 5;

/** An account's yearly licence; null: none. */
export async function yearlyLicenceOf(
  reader: Reader,
  accountId: string,
): Promise<YearlyLicence | null> {
  const row = await reader
    .selectFrom('yearlyLicences')
    .select(['startsOn', 'endsOn', 'wantsReminder'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const { startsOn, endsOn, wantsReminder } = row;
  return { ...(startsOn !== null && { startsOn }), endsOn, wantsReminder: wantsReminder === 1 };
}

/** Turns the reminder off; does nothing without a yearly licence. */
export async function endReminder(tx: Transaction, accountId: string): Promise<void> {
  await setReminder(tx, accountId, false);
}

/** Turns the reminder on or off. @throws NOT_FOUND without a yearly licence */
export async function chooseReminder(
  tx: Transaction,
  accountId: string,
  wantsReminder: boolean,
): Promise<void> {
  const isSet = await setReminder(tx, accountId, wantsReminder);
  if (!isSet) throw new Problem('NOT_FOUND', 'You have no yearly licence.');
}

/** False without a yearly licence. */
async function setReminder(
  tx: Transaction,
  accountId: string,
  wantsReminder: boolean,
): Promise<boolean> {
  const row = await tx
    .updateTable('yearlyLicences')
    .set({ wantsReminder: wantsReminder ? 1 : 0 })
    .where('accountId', '=', accountId)
    .returning('accountId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records the last day of a buyer's yearly licence, changes it, or removes the licence if it is null. Whether the
 * buyer wants the reminder stays.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if it no longer ends on `from`; CONFLICT while it is one that is paid; INVALID for a day that is over or too far ahead
 */
export async function setYearlyLicence(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  buyerId: string,
  { from, endsOn }: StudioCallInput<'setYearlyLicence'>['body'],
): Promise<void> {
  const { tx } = change;
  const buyer = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', buyerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw noBuyer();
  const now = (await yearlyLicenceOf(tx, buyerId))?.endsOn ?? null;
  await assertNotChanged(tx, buyerId, 'endsOn', { now, from, to: endsOn });
  if (endsOn === now) return;
  const today = await readToday(tx, env, change.now);
  const paidWith = await payingYear(tx, buyerId, today);
  if (paidWith !== null) throw new Problem('CONFLICT', buyerMessages.paidYear(paidWith));
  if (endsOn === null) {
    await tx.deleteFrom('yearlyLicences').where('accountId', '=', buyerId).execute();
  } else {
    assertInRange(endsOn, today);
    // Also if it is the last day of a year that was paid and returned.
    const agreed = { startsOn: null, endsOn, agreedUntil: endsOn };
    await tx
      .insertInto('yearlyLicences')
      .values({ accountId: buyerId, ...agreed })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(agreed))
      .execute();
  }
  const changed = endsOn === null ? 'yearly_licence.removed' : 'yearly_licence.changed';
  await recordAction(change, {
    action: now === null ? 'yearly_licence.recorded' : changed,
    subjectId: buyerId,
    before: { endsOn: now },
    after: { endsOn },
  });
}

function assertInRange(endsOn: string, today: string): void {
  const last = String(Temporal.PlainDate.from(today).add({ years: longestYears }));
  const refuse = (text: string) => invalidField('endsOn', text);
  if (endsOn < today) throw refuse(buyerMessages.dayOver);
  if (endsOn > last) throw refuse(buyerMessages.tooLate);
}
