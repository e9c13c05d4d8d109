import { randomBytes } from 'node:crypto';
import type { AccountStatus, LicenseType } from '#contract/shop/account.ts';
import { openSession } from '#server/accounts/sessions.ts';
import type { Change } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { sessionsOf } from '#server/platform/sign-in/person.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { AppServices } from '#server/services.ts';

export interface TestAccount {
  readonly id: string;
  readonly email: string;
  /** Bearer token of a live session. */
  readonly token: string;
  /** The device of that session. */
  readonly deviceId: string;
}

/** Creates an account with a session directly in the database, without hashing a password, so it is fast. */
export async function signUp(
  services: AppServices,
  account: {
    readonly status?: AccountStatus;
    readonly email?: string;
    readonly licenseType?: LicenseType;
    readonly isDemo?: boolean;
    readonly userAgent?: string;
  } = {},
): Promise<TestAccount> {
  const now = services.clock();
  const id = newId(now);
  const email = account.email ?? `buyer-${id}@shop.example`;
  const createdAt = now.toISOString();
  return services.database.write(async (tx) => {
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
    return { id, email, ...(await signInOn({ tx, now }, id, account.userAgent)) };
  });
}

/** Gives an account a password that is known. */
export async function setPassword(
  { passwords, database }: AppServices,
  accountId: string,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password);
  await database.write((tx) =>
    tx.updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute(),
  );
}

/** Opens a session of an account's owner, or of a colleague, on a new device. */
export async function signInOn(
  change: Change,
  id: string,
  userAgent = '',
  colleagueId: string | null = null,
): Promise<Pick<TestAccount, 'token' | 'deviceId'>> {
  const deviceToken = randomBytes(32).toString('base64url');
  const person = { id, colleagueId };
  const token = await openSession(change, person, { deviceToken, userAgent });
  const { deviceId } = await change.tx
    .selectFrom(sessionsOf(person).table)
    .select('deviceId')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { token, deviceId: deviceId ?? '' };
}
