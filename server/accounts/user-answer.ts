import type { Selectable } from 'kysely';
import type { User } from '#contract/shop/account.ts';
import type { Billing } from '#contract/shop/billing.ts';
import type { YearlyLicence } from '#contract/shop/yearly-licence.ts';
import type { Tables } from '../platform/database/tables.ts';

/** The columns that a profile shows: an allow-list, so that no other column is sent. */
export const userColumns = [
  'id',
  'firstName',
  'lastName',
  'email',
  'licenseType',
  'businessVerificationLink',
  'avatarUrl',
  'status',
  'hasCustomsNews',
  'hasFilesNews',
  'billing',
] as const;

/** An account's row and its yearly licence as sent to the client. */
export function userAnswer(
  row: Pick<Selectable<Tables['accounts']>, (typeof userColumns)[number]>,
  yearlyLicence: YearlyLicence | null,
): User {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    licenseType: row.licenseType,
    businessVerificationLink: row.businessVerificationLink,
    avatar: row.avatarUrl === null ? null : { url: row.avatarUrl },
    status: row.status,
    approved: row.status === 'approved',
    hasCustomsNews: row.hasCustomsNews === 1,
    hasFilesNews: row.hasFilesNews === 1,
    ...(row.billing !== null && { billing: JSON.parse(row.billing) as Billing }),
    ...(yearlyLicence && { yearlyLicence }),
  };
}
