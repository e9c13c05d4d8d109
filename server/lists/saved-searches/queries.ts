import { messages } from '#contract/messages/messages.ts';
import type { CallInput } from '#contract/shop/calls.ts';
import type { SavedSearch } from '#contract/shop/saved-search.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Person } from '../../platform/sign-in/person.ts';
import { searchLabels, searchPathOf } from './search-label.ts';

/** The saved searches of an account, the newest first. */
export async function readSearches(
  reader: Reader,
  accountId: string,
): Promise<{ searches: SavedSearch[] }> {
  const rows = await reader
    .selectFrom('savedSearches')
    .select(['id', 'words', 'filters', 'hasMail', 'createdAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const labelOf = await searchLabels(reader, rows);
  const searches = rows.map((row) => ({
    id: row.id,
    label: labelOf(row),
    path: searchPathOf(row),
    hasMail: row.hasMail === 1,
    createdAt: row.createdAt,
  }));
  return { searches };
}

/**
 * Saves a search, for designs published from now on; does nothing if it is saved already. The e-mails are the owner's, so
 * a colleague's search has none until its owner wants them.
 * @throws INVALID if the account has as many as it may
 */
export async function saveSearch(
  { tx, now }: Change,
  { id: accountId, colleagueId }: Person,
  { words, filters }: CallInput<'saveSearch'>['body'],
): Promise<void> {
  const saved = await tx
    .selectFrom('savedSearches')
    .select(['words', 'filters'])
    .where('accountId', '=', accountId)
    .execute();
  if (saved.some((search) => search.words === words && search.filters === filters)) return;
  if (saved.length >= limits.savedSearches) throw new Problem('INVALID', messages.savedSearch.full);
  const createdAt = now.toISOString();
  await tx
    .insertInto('savedSearches')
    .values({
      id: newId(now),
      accountId,
      words,
      filters,
      hasMail: colleagueId === null ? 1 : 0,
      createdAt,
      checkedUntil: createdAt,
    })
    .execute();
}

/** Turns the e-mails about a search on or off. @throws NOT_FOUND */
export async function changeSearch(
  tx: Transaction,
  accountId: string,
  id: string,
  hasMail: boolean,
): Promise<void> {
  const changed = await tx
    .updateTable('savedSearches')
    .set({ hasMail: hasMail ? 1 : 0 })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Problem('NOT_FOUND', 'This search is no longer saved.');
}

/** Deletes a search; does nothing if it is deleted already. */
export async function deleteSearch(tx: Transaction, accountId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('savedSearches')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .execute();
}

/** Turns the e-mails about all searches of an account off. */
export async function endSearchMails(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('savedSearches')
    .set({ hasMail: 0 })
    .where('accountId', '=', accountId)
    .execute();
}
