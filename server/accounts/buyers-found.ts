import { type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Tables } from '../platform/database/tables.ts';
import { hasParts, type SearchWay, searchedText } from '../platform/database/text-search.ts';

/**
 * The accounts whose name or e-mail has all parts that were typed, or all accounts if nothing was. One or two letters
 * alone find the beginning of an e-mail or a name.
 */
export function buyersFound(read: Kysely<Tables>, typed: string, way: SearchWay) {
  const all = read.selectFrom('accounts');
  const text = searchedText(typed);
  if (text === null) return all;
  const isFound = hasParts(read, 'buyerTexts', text);
  const texts = read.selectFrom('buyerTexts');
  if (way === 'by reading' && isPostgres(read)) {
    const theirs = texts.where(sql<SqlBool>`"buyerTexts"."accountId" = accounts.id`);
    return all.where(sql<SqlBool>`(${theirs.select(isFound.as('isFound'))})`);
  }
  // The cross join fixes the join order, so that only the found accounts are read.
  const found = read
    .selectFrom(texts.select('buyerTexts.accountId as id').where(isFound).as('found'))
    .crossJoin('accounts')
    .whereRef('accounts.id', '=', 'found.id');
  return found as unknown as typeof all;
}
