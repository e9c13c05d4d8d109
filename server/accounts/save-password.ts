import type { Transaction } from '../platform/database/open.ts';
import type { Greeted } from '../platform/mail/wording.ts';
import type { Person } from '../platform/sign-in/person.ts';

/** Stores the new password of an owner or a colleague, of whom one id is given, and returns them; null if there is nobody. */
export async function savePassword(
  tx: Transaction,
  {
    accountId,
    colleagueId,
  }: { readonly accountId: string | null; readonly colleagueId: string | null },
  passwordHash: string,
): Promise<(Person & Greeted & { readonly email: string }) | null> {
  if (colleagueId === null) {
    const owner = await tx
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', accountId)
      .returning(['id', 'email', 'firstName', 'status'])
      .executeTakeFirst();
    return owner ? { ...owner, colleagueId } : null;
  }
  const colleague = await tx
    .updateTable('colleagues')
    .set({ passwordHash })
    .where('id', '=', colleagueId)
    .returning(['accountId as id', 'email', 'firstName'])
    .executeTakeFirst();
  if (!colleague) return null;
  const { status } = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', colleague.id)
    .executeTakeFirstOrThrow();
  return { ...colleague, colleagueId, status };
}
