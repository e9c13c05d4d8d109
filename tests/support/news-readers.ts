import { newId } from '#server/platform/database/new-id.ts';
import type { AppServices } from '#server/services.ts';
import { signUp, type TestAccount } from './sign-up.ts';

/** Adds buyers who asked for news from the studio and confirmed it. */
export async function addNewsReaders(
  services: AppServices,
  count: number,
  account: Parameters<typeof signUp>[1] = { status: 'approved' },
): Promise<TestAccount[]> {
  const now = services.clock();
  const at = now.toISOString();
  const readers: TestAccount[] = [];
  for (let reader = 0; reader < count; reader += 1) readers.push(await signUp(services, account));
  if (count === 0) return [];
  await services.database.write(async (tx) => {
    for (const { id: accountId, email: emailKey } of readers) {
      await tx
        .insertInto('newsConsents')
        .values({
          ...{ id: newId(now), accountId, emailKey, place: 'account', words: 'Send me news.' },
          ...{ askedAt: at, mailedAt: at, confirmedAt: at, endedAt: null },
        })
        .execute();
    }
  });
  return readers;
}
