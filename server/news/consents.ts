import type { NewsConsent } from '#contract/shop/news-consent.ts';
import { isNewsWords } from '#contract/shop/news-words.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { confirmNews } from '../platform/mail/news-letters.ts';
import { queueMail, withdrawMails } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { hashEmail } from '../platform/sign-in/email-key.ts';
import { confirmingPath } from './confirm-token.ts';

/** Within this time of the last one, no other e-mail with the link to confirm is sent to an address. */
const mailPauseMs = 3_600_000;

export type NewsPlace = Tables['newsConsents']['place'];

/**
 * Accounts that get news from the studio: they confirmed it for the e-mail that they have, and didn't end it. A deleted
 * account is rejected, too. Each is found once, since an account has one consent at most that isn't ended.
 */
export function newsReadersOf(reader: Reader) {
  return (
    reader
      .selectFrom('newsConsents as consent')
      // So that SQLite begins with those who asked, and doesn't look at each account.
      .crossJoin('accounts')
      .whereRef('accounts.id', '=', 'consent.accountId')
      .whereRef('accounts.emailKey', '=', 'consent.emailKey')
      .where('consent.confirmedAt', 'is not', null)
      .where('consent.endedAt', 'is', null)
      .where('accounts.status', '!=', 'rejected')
  );
}

/** The times that an account asked, the oldest first. */
export function consentsOf(reader: Reader, accountId: string) {
  return reader
    .selectFrom('newsConsents')
    .select([
      'emailKey',
      'place',
      'source',
      'words',
      'askedAt',
      'mailedAt',
      'confirmedAt',
      'endedAt',
      'id',
    ])
    .where('accountId', '=', accountId)
    .orderBy('askedAt')
    .orderBy('id')
    .execute();
}

type Consent = Awaited<ReturnType<typeof consentsOf>>[number];

/** The one that counts: it wasn't ended and is for this address. */
export function openConsent(
  consents: readonly Consent[],
  account: Pick<Tables['accounts'], 'emailKey'>,
): Consent | null {
  const { emailKey } = account;
  return consents.find((each) => each.endedAt === null && each.emailKey === emailKey) ?? null;
}

export function stateOf(consent: Consent | null): NewsConsent {
  if (consent === null) return 'none';
  return consent.confirmedAt === null ? 'asked' : 'confirmed';
}

/**
 * Records that an account asks for news, and mails a link to confirm it, to an address once an hour. One that is
 * confirmed stays; an earlier one that never was becomes this one. Words that the shop never showed ask for nothing: no
 * sign-up or order may fail for them. Returns what has come of it.
 */
export async function askForNews(
  change: Change,
  { env, signingKey }: Pick<Services, 'env' | 'signingKey'>,
  accountId: string,
  asked: { readonly place: NewsPlace; readonly words: string },
): Promise<NewsConsent> {
  const { tx, now } = change;
  const account = await tx
    .selectFrom('accounts')
    .select(['email', 'emailKey', 'firstName', 'status'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { emailKey, email: recipient } = account;
  const consents = await consentsOf(tx, accountId);
  const state = stateOf(openConsent(consents, account));
  if (state === 'confirmed' || !isNewsWords(asked.words)) return state;
  const nowAt = now.toISOString();
  const pausedAt = new Date(now.getTime() - mailPauseMs).toISOString();
  const last = consents.findLast((each) => each.emailKey === emailKey);
  const isMailed = last !== undefined && last.mailedAt > pausedAt;
  const values = { ...asked, askedAt: nowAt, mailedAt: isMailed ? last.mailedAt : nowAt };
  await endConsent(change, accountId);
  if (last?.confirmedAt === null) {
    await tx
      .updateTable('newsConsents')
      .set({ ...values, endedAt: null })
      .where('id', '=', last.id)
      .execute();
  } else {
    const added = await tx
      .insertInto('newsConsents')
      .values({ id: newId(now), accountId, emailKey, ...values })
      // Another tab asks at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return 'asked';
  }
  if (isMailed) return 'asked';
  const path = confirmingPath(signingKey, { accountId, emailKey });
  const letter = confirmNews(await letterhead(tx, env), account, { words: asked.words, path });
  await queueMail(change, { recipient, accountId, ...letter });
  return 'asked';
}

/** Ends an account's news; does nothing if it gets none. */
export async function endConsent({ tx, now }: Change, accountId: string): Promise<void> {
  await tx
    .updateTable('newsConsents')
    .set({ endedAt: now.toISOString() })
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .execute();
  await withdrawMails(tx, 'letters', accountId);
}

/** Confirms what an account asked for. False if it doesn't ask any more. */
export async function confirmConsent(
  { tx, now }: Change,
  account: { readonly accountId: string; readonly emailKey: string },
): Promise<boolean> {
  const open = openConsent(await consentsOf(tx, account.accountId), account);
  if (!open) return false;
  if (open.confirmedAt !== null) return true;
  await tx
    .updateTable('newsConsents')
    .set({ confirmedAt: now.toISOString() })
    .where('id', '=', open.id)
    .execute();
  return true;
}

/**
 * Deletes the consents of an account that is deleted. A hash of each address stays, so that an imported file doesn't bring
 * back somebody who left and signed up again.
 */
export async function forgetConsents({ tx, now }: Change, accountId: string): Promise<void> {
  const consents = await tx
    .deleteFrom('newsConsents')
    .where('accountId', '=', accountId)
    .returning('emailKey')
    .execute();
  for (const emailHash of new Set(consents.map(({ emailKey: key }) => hashEmail(key)))) {
    await tx
      .insertInto('leftNews')
      .values({ emailHash, leftAt: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
