import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../platform/database/column-types.ts';
import { queryOver } from '../platform/database/common-search.ts';
import type { Tables } from '../platform/database/tables.ts';
import {
  beginsWith,
  hasParts,
  type SearchWay,
  searchedText,
  startsWith,
} from '../platform/database/text-search.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';

/**
 * The accounts whose name or e-mail has all parts that were typed, or all accounts if nothing was. One or two letters find
 * the beginning of an e-mail, a name or a last name. `sample`: the texts to search instead of all.
 */
export function buyersFound(
  read: Kysely<Tables>,
  typed: string,
  way: SearchWay,
  sample?: RawBuilder<unknown>,
) {
  const all = read.selectFrom('accounts');
  if (typed === '') return all;
  const text = searchedText(typed);
  if (text === null) {
    const name = sql`${sql.ref('accounts.firstName')} || ' ' || ${sql.ref('accounts.lastName')}`;
    return all.where(({ or }) =>
      or([
        beginsWith(sql.ref('accounts.emailKey'), emailKey(typed)),
        startsWith(name, typed),
        startsWith(sql.ref('accounts.lastName'), typed),
      ]),
    );
  }
  const isFound = hasParts(read, 'buyerTexts', text);
  const texts = sample ? queryOver(read, 'buyerTexts', sample) : read.selectFrom('buyerTexts');
  if (way === 'by reading' && isPostgres(read)) {
    const theirs = texts.where(sql<SqlBool>`"buyerTexts"."accountId" = accounts.id`);
    return all.where(sql<SqlBool>`(${theirs.select(isFound.as('isFound'))})`);
  }
  // The cross join fixes the join order, so that only the found accounts are read.
  const found = read
    .selectFrom(
      texts
        .select('buyerTexts.accountId as id')
        .$if(sample !== undefined, (texts) => texts.select(sql.ref('run').as('run')))
        .where(isFound)
        .as('found'),
    )
    .crossJoin('accounts')
    .whereRef('accounts.id', '=', 'found.id');
  return found as unknown as typeof all;
}
