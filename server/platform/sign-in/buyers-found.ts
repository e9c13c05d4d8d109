import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { beginsWith, isLike, isMatch, searchedText, startsWith } from '../database/text-search.ts';
import { emailKey } from './email-key.ts';

/**
 * Ids of the accounts whose name or e-mail has all parts that were typed; each way uses an index. One or two
 * letters find the beginning of an e-mail, a name or a last name.
 */
export function buyersFound(database: Kysely<Tables>, typed: string) {
  const text = searchedText(typed);
  if (text !== null) {
    return database
      .selectFrom('buyerWords')
      .innerJoin('buyerTexts', 'buyerTexts.id', 'buyerWords.rowid')
      .select('buyerTexts.accountId as id')
      .where(isMatch(database, 'buyerWords', text))
      .where(isLike(sql.ref('buyerTexts.text'), text.shortLikes));
  }
  const accounts = () => database.selectFrom('accounts').select('accounts.id');
  const name = sql`${sql.ref('accounts.firstName')} || ' ' || ${sql.ref('accounts.lastName')}`;
  return accounts()
    .where(beginsWith(sql.ref('accounts.emailKey'), emailKey(typed)))
    .union(accounts().where(startsWith(name, typed)))
    .union(accounts().where(startsWith(sql.ref('accounts.lastName'), typed)));
}
