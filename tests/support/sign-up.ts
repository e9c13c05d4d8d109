import { randomBytes } from 'node:crypto';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { AppServices } from '#server/services.ts';

export interface TestAccount {
  readonly id: string;
  readonly email: string;
  /** Bearer token of a live session. */
  readonly token: string;
}

/** Creates an account with a session directly in the database, without hashing a password, so it is fast. */
export async function signUp(
  services: AppServices,
  account: {
    readonly status?: AccountStatus;
    readonly email?: string;
    readonly licenseType?: LicenseType;
    readonly isDemo?: boolean;
  } = {},
): Promise<TestAccount> {
  const now = services.clock();
  const id = newId(now);
  const email = account.email ?? `buyer-${id}@shop.example`;
  const token = randomBytes(32).toString('base64url');
  const createdAt = now.toISOString();
  await services.database.write(async (tx) => {
    await tx
      .insertInto('accounts')
      .values({
        id,
        email,
        emailKey: email.toLowerCase(),
        passwordHash: 'unusable',
        firstName: 'Ada',
        lastName: 'Sewell',
        licenseType: account.licenseType ?? 'SMALL_BUSINESS',
        businessVerificationLink: 'https://www.instagram.com/adasews',
        avatarUrl: null,
        status: account.status ?? 'approved',
        isDemo: account.isDemo ? 1 : 0,
        createdAt,
      })
      .execute();
    await tx
      .insertInto('sessions')
      .values({ tokenHash: hashToken(token), accountId: id, createdAt, lastSeenAt: createdAt })
      .execute();
  });
  return { id, email, token };
}
