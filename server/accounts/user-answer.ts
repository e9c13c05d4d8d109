import type { Selectable } from 'kysely';
import type { User } from '#contract/shop/account.ts';
import type { Billing } from '#contract/shop/billing.ts';
import type { NewsConsent } from '#contract/shop/news-consent.ts';
import type { YearlyLicence } from '#contract/shop/yearly-licence.ts';
import { consentsOf, openConsent, stateOf } from '../news/consents.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Person } from '../platform/sign-in/person.ts';
import { yearlyLicenceOf } from './yearly-licence.ts';

/** The columns that a profile shows: an allow-list, so that no other column is sent. */
export const userColumns = [
  'id',
  'firstName',
  'lastName',
  'email',
  'emailKey',
  'licenseType',
  'businessVerificationLink',
  'avatarUrl',
  'status',
  'hasCustomsNews',
  'hasFilesNews',
  'hasCartNews',
  'billing',
] as const;

type UserRow = Pick<Selectable<Tables['accounts']>, (typeof userColumns)[number]>;

/** What a person sees as their profile: the account with what other tables have of it, and who they are if it isn't theirs. */
export async function readUser(reader: Reader, { id, colleagueId }: Person): Promise<User> {
  const row = await reader
    .selectFrom('accounts')
    .select(userColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const consent = openConsent(await consentsOf(reader, id), row);
  const user = userAnswer(row, await yearlyLicenceOf(reader, id), stateOf(consent));
  if (colleagueId === null) return user;
  const colleague = await reader
    .selectFrom('colleagues')
    .select(['firstName', 'lastName', 'email'])
    .where('id', '=', colleagueId)
    .executeTakeFirstOrThrow();
  return { ...user, _id: colleagueId, colleague };
}

export function userAnswer(
  row: UserRow,
  yearlyLicence: YearlyLicence | null,
  newsConsent: NewsConsent,
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
    hasCartNews: row.hasCartNews === 1,
    newsConsent,
    ...(row.billing !== null && { billing: JSON.parse(row.billing) as Billing }),
    ...(yearlyLicence && { yearlyLicence }),
  };
}
