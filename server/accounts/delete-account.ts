import { messages } from '#contract/messages/messages.ts';
import { forgetRequests } from '../commissions/forget-requests.ts';
import { forgetThreads } from '../messages/forget-threads.ts';
import { forgetConsents } from '../news/consents.ts';
import { paperToMail } from '../orders/papers/mailed-paper.ts';
import { voidUnpaidOrders } from '../orders/payments/void-unpaid-orders.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import { accountDeleted } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail, withdrawMails } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { holdOps } from '../platform/sign-in/count-op.ts';
import { deviceOwner, forgetDevices } from '../platform/sign-in/known-devices.ts';
import { ownerOf } from '../platform/sign-in/person.ts';
import type { SignedIn } from '../platform/sign-in/signed-in.ts';
import { forgetReviews } from '../reviews/receive-review.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { endColleaguesSince } from './end-colleagues.ts';
import { endResets } from './reset-steps.ts';
import { endSessions } from './sessions.ts';
import { assertNotUndoable } from './undo-email-change.ts';

// Not in contract/messages, because those are part of every page.
const isDrawn =
  'A custom design that you paid for isn’t finished yet. Accept it first, or ask the studio for a refund.';

/**
 * Deletes an account for good and mails its owner and colleagues. Its orders stay for bookkeeping, and so does an anonymous
 * row that they refer to; downloads end.
 * @throws WRONG_PASSWORD; TOO_MANY; PAYMENT_PENDING while a payment is in progress, because nobody could be
 * notified of its result; CONFLICT while a custom design that was paid isn't finished, or while a change of the e-mail can be undone
 */
export async function deleteAccount(
  services: Services,
  account: SignedIn,
  password: string,
  address: string,
): Promise<void> {
  const { env } = services;
  const matched = await confirmPassword(services, account, address, {
    field: 'password',
    password,
  });
  await makeChange(services, async (change) => {
    const { tx } = change;
    await holdOps(change, account.id);
    const row = await tx
      .selectFrom('accounts')
      .select(['email', 'firstName', 'status'])
      .where('id', '=', account.id)
      .where('passwordHash', '=', matched)
      .executeTakeFirst();
    if (!row) throw wrongPassword('password');
    await assertNoPaymentPending(tx, account.id);
    await assertNothingDrawn(tx, account.id);
    await assertNotUndoable(change, account.id);
    await voidUnpaidOrders(change, account.id, 'the account was deleted');
    await forgetMails(tx, env, account.id);
    await withdrawNotice(tx, 'account', account.id);
    await endColleaguesSince(change, env, account.id, '');
    await forgetBelongings(tx, account.id);
    await forgetConsents(change, account.id);
    await forgetLicences(tx, account.id);
    await forgetReceiptVersions(tx, account.id);
    const reviewed = await forgetReviews(change, account.id);
    await forgetPerson(change, account.id);
    const letter = accountDeleted(await letterhead(tx, env), row);
    await queueMail(change, { recipient: row.email, ...letter });
    await recordCatalogueChange(change, reviewed);
  });
}

async function assertNoPaymentPending(tx: Transaction, accountId: string): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where('state', 'in', ['capturing', 'review'])
    .executeTakeFirst();
  if (order) throw new Problem('PAYMENT_PENDING', messages.profile.deleteLater);
}

async function assertNothingDrawn(tx: Transaction, accountId: string): Promise<void> {
  const request = await tx
    .selectFrom('customRequests')
    .select('id')
    .where('accountId', '=', accountId)
    .where('state', 'in', ['paid', 'drawing', 'delivered', 'changes_wanted'])
    .executeTakeFirst();
  if (request) throw new Problem('CONFLICT', isDrawn);
}

/** Deletes sent mails, and newsletters. Other unsent ones still go out, with their papers as they are now. */
async function forgetMails(
  tx: Transaction,
  env: Services['env'],
  accountId: string,
): Promise<void> {
  await withdrawMails(tx, 'letters', accountId);
  await tx
    .deleteFrom('mailOutbox')
    .where('sentAt', 'is not', null)
    .where('accountId', '=', accountId)
    .execute();
  const unsent = await tx
    .selectFrom('mailOutbox')
    .select(['id', (mail) => mail.ref('paperOf').$notNull().as('paperOf')])
    .where('accountId', '=', accountId)
    .where('paperOf', 'is not', null)
    .execute();
  for (const { id, paperOf } of unsent) {
    const paper = await paperToMail(tx, env, paperOf);
    await tx
      .updateTable('mailOutbox')
      .set({ paperOf: paper && JSON.stringify(paper) })
      .where('id', '=', id)
      .execute();
  }
}

async function forgetBelongings(tx: Transaction, accountId: string): Promise<void> {
  const owner = ownerOf(accountId);
  await endSessions(tx, owner);
  await endResets(tx, owner);
  await forgetDevices(tx, deviceOwner(owner));
  await forgetRequests(tx, accountId);
  await forgetThreads(tx, accountId);
  const tables = [
    'cartRemovals',
    'cartLines',
    'seenPrices',
    'carts',
    'wishlistLines',
    'wishlists',
    'emailUndos',
    'savedSearches',
    'accountDevices',
    'pushDevices',
    'yearlyLicences',
    'newsletterMails',
  ] as const;
  for (const table of tables) {
    await tx.deleteFrom(table).where('accountId', '=', accountId).execute();
  }
  await tx.deleteFrom('idempotencyAnswers').where('scope', '=', `account:${accountId}`).execute();
}

/** Deletes licence cards, which have the buyer's name, and what was counted. Printed cards can still be checked. */
async function forgetLicences(tx: Transaction, accountId: string): Promise<void> {
  for (const table of ['licenceCards', 'licenceCounts'] as const) {
    await tx
      .deleteFrom(table)
      .where('orderItemId', 'in', (query) =>
        query
          .selectFrom('orderItems')
          .innerJoin('orders', 'orders.id', 'orderItems.orderId')
          .select('orderItems.id')
          .where('orders.accountId', '=', accountId),
      )
      .execute();
  }
}

/** Deletes what receipts say of their buyer beside the name. */
async function forgetReceiptVersions(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .deleteFrom('receiptVersions')
    .where('orderId', 'in', (query) =>
      query.selectFrom('orders').select('id').where('accountId', '=', accountId),
    )
    .execute();
}

/** Removes personal data from the account and its orders. Keeps the country, which taxes depend on. */
async function forgetPerson({ tx, now }: Change, accountId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customerName: '', customerEmail: '', customerCity: '', colleagueId: null })
    .where('accountId', '=', accountId)
    .execute();
  const nobody = `${accountId}@deleted.invalid`;
  await tx
    .updateTable('accounts')
    .set({
      email: nobody,
      emailKey: nobody,
      confirmedEmailKey: null,
      passwordHash: '',
      firstName: '',
      lastName: '',
      businessVerificationLink: '',
      avatarUrl: null,
      billing: null,
      status: 'rejected',
      hasCustomsNews: 0,
      priceDropsDueAt: null,
      priceDropsToldAt: null,
      newDesignsToldAt: null,
      cartMailedAt: null,
      deletedAt: now.toISOString(),
    })
    .where('id', '=', accountId)
    .execute();
}
