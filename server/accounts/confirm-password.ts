import { messages } from '#contract/messages/messages.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import type { Person } from '../platform/sign-in/person.ts';

/**
 * Checks the password of the person who is signed in. Returns the hash it matched, so that a later write can compare it
 * with the stored hash again.
 * @throws WRONG_PASSWORD with the message at `field`; TOO_MANY
 */
export async function confirmPassword(
  services: Services,
  { id, colleagueId }: Person,
  address: string,
  given: { readonly field: string; readonly password: string },
): Promise<string> {
  await countAttempt(services, 'password', { address }, colleagueId ?? id);
  const stored = await services.database.read
    .selectFrom(colleagueId === null ? 'accounts' : ('colleagues' as 'accounts'))
    .select('passwordHash')
    .where('id', '=', colleagueId ?? id)
    .executeTakeFirst();
  const matches = await services.passwords.matches(given.password, stored?.passwordHash ?? null);
  if (!stored || !matches) throw wrongPassword(given.field);
  return stored.passwordHash;
}

export function wrongPassword(field: string): Problem {
  const text = messages.profile.wrongPassword;
  return new Problem('WRONG_PASSWORD', text, { fields: { [field]: text } });
}
