import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { beginsWith, startsWith } from '../database/text-search.ts';
import { emailKey } from './email-key.ts';

/** Ids of the accounts whose e-mail, full name or last name begins with what was typed; each part uses an index. */
export function buyersFound(database: Pick<Kysely<Tables>, 'selectFrom'>, typed: string) {
  const accounts = () => database.selectFrom('accounts').select('accounts.id');
  const name = sql`${sql.ref('accounts.firstName')} || ' ' || ${sql.ref('accounts.lastName')}`;
  return accounts()
    .where(beginsWith(sql.ref('accounts.emailKey'), emailKey(typed)))
    .union(accounts().where(startsWith(name, typed)))
    .union(accounts().where(startsWith(sql.ref('accounts.lastName'), typed)));
}
