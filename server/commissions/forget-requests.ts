import { expressionBuilder } from 'kysely';
import type { Transaction } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { keepMoves } from './keep-moves.ts';

/**
 * Deletes an account's requests. One that was paid stays for its orders, without its buyer's words, pictures and what was
 * said about it. Retention deletes the files of the pictures later, because nothing refers to them any more.
 */
export async function forgetRequests(tx: Transaction, accountId: string): Promise<void> {
  await keepMoves(tx, expressionBuilder<Tables, 'customRequests'>()('accountId', '=', accountId));
  await tx
    .deleteFrom('customRequests')
    .where('accountId', '=', accountId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('commissionMoves')
        .select('requestId')
        .where('move', 'in', ['pay', 'payLicence']),
    )
    .execute();
  const paid = tx.selectFrom('customRequests').select('id').where('accountId', '=', accountId);
  const tables = [
    'customRequestImages',
    'customReplies',
    'commissionNotes',
    'requestLinks',
  ] as const;
  await tx.deleteFrom('threads').where('requestId', 'in', paid).execute();
  for (const table of tables) await tx.deleteFrom(table).where('requestId', 'in', paid).execute();
  await tx
    .updateTable('commissionMoves')
    .set({ note: '', marks: '[]' })
    .where('requestId', 'in', paid)
    .execute();
  await tx
    .updateTable('customRequests')
    .set({ name: '', email: '', description: '' })
    .where('accountId', '=', accountId)
    .execute();
}
