import { randomBytes } from 'node:crypto';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { AppServices } from '#server/services.ts';
import { signInOn, type TestAccount } from './sign-up.ts';

/** Somebody who shares an account: `id` is their own, `token` and `deviceId` are of a live session. */
export async function addColleague(
  services: AppServices,
  accountId: string,
  {
    email,
    passwordHash = 'unusable',
  }: { readonly email?: string; readonly passwordHash?: string } = {},
): Promise<TestAccount> {
  return makeChange(services, async (change) => {
    const { tx, now } = change;
    const id = newId(now);
    const address = email ?? `colleague-${id}@shop.example`;
    await tx
      .insertInto('colleagues')
      .values({
        ...{ id, accountId, email: address, emailKey: address.toLowerCase(), passwordHash },
        ...{ firstName: 'Bea', lastName: 'Moss', joinedAt: now.toISOString() },
      })
      .execute();
    return { id, email: address, ...(await signInOn(change, accountId, '', id)) };
  });
}

/** The token of a new invitation to an account. */
export async function invitationTo(
  services: AppServices,
  accountId: string,
  email = `invited-${accountId}@shop.example`,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = services.clock();
  const expiresAt = new Date(now.getTime() + 86_400_000).toISOString();
  await services.database.write((tx) =>
    tx
      .insertInto('colleagueInvitations')
      .values({
        ...{ id: newId(now), accountId, email, emailKey: email.toLowerCase() },
        ...{ tokenHash: hashToken(token), invitedAt: now.toISOString(), expiresAt },
      })
      .execute(),
  );
  return token;
}
