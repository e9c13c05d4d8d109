import { idFrom } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';

/** The session that `addBuyers` gives to the buyer with a number. */
export const tokenOf = (buyer: number) => `token-of-numbered-buyer-${buyer}`;

export const buyerId = (buyer: number) => idFrom(`numbered buyer ${buyer}`);

export const emailOf = (buyer: number) => `${buyerId(buyer)}@shop.example`;

/** Adds signed-in, approved accounts, numbered from 0. Without `passwordHash` they can't sign in again. */
export async function addBuyers(
  database: Database,
  count: number,
  passwordHash = '',
): Promise<void> {
  const now = new Date().toISOString();
  await database.write(async (tx) => {
    for (let buyer = 0; buyer < count; buyer++) {
      const id = buyerId(buyer);
      await tx
        .insertInto('accounts')
        .values({
          id,
          email: emailOf(buyer),
          emailKey: emailOf(buyer),
          passwordHash,
          firstName: 'Busy',
          lastName: 'Buyer',
          licenseType: 'SMALL_BUSINESS',
          businessVerificationLink: 'https://shop.example',
          avatarUrl: null,
          status: 'approved',
          isDemo: 0,
          createdAt: now,
        })
        .execute();
      await tx
        .insertInto('sessions')
        .values({
          tokenHash: hashToken(tokenOf(buyer)),
          accountId: id,
          createdAt: now,
          lastSeenAt: now,
        })
        .execute();
    }
  });
}
