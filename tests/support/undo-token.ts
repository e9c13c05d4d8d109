import { offerUndo } from '#server/accounts/undo-email-change.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { AppServices } from '#server/services.ts';
import { signUp } from './sign-up.ts';

/** The token that undoes the e-mail change of a new account. */
export async function undoToken(services: AppServices): Promise<string> {
  const { id } = await signUp(services);
  const email = `before-${id}@shop.example`;
  return makeChange(services, (change) => offerUndo(change, id, { email, emailKey: email }));
}
