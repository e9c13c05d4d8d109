import { expressionBuilder } from 'kysely';
import type { LicenseType } from '#contract/shop/account.ts';
import { newsReadersOf } from '../news/consents.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';

/** The readers of a newsletter: those of its audience, as `audienceSchema` has it, who get news now. */
export function audienceOf(reader: Reader, audience: string) {
  const [kind, categoryId] = audience.split(':');
  const readers = newsReadersOf(reader);
  switch (kind) {
    case 'bought':
      return readers.where(({ exists }) => exists(purchases(categoryId)));
    case 'neverBought':
      return readers.where(({ exists, not }) => not(exists(purchases())));
    case 'wished':
      return readers.where(({ exists }) => exists(wishes(categoryId)));
    case 'everyone':
      return readers;
    default:
      return readers.where('licenseType', '=', kind as LicenseType);
  }
}

/** Those of a newsletter's audience who didn't get it yet. */
export function remainingReaders(
  reader: Reader,
  { id, audience }: { readonly id: string; readonly audience: string },
) {
  return audienceOf(reader, audience).where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom('newsletterMails')
          .select('mailId')
          .where('newsletterId', '=', id)
          .whereRef('newsletterMails.accountId', '=', 'accounts.id'),
      ),
    ),
  );
}

/** What an account bought, of a category or of all. A gift of the studio isn't bought. */
function purchases(categoryId?: string) {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select('orders.id')
    .whereRef('orders.accountId', '=', 'accounts.id')
    .where('orders.state', '=', 'paid')
    .where('orders.paymentMethod', '!=', 'Gift')
    .$if(categoryId !== undefined, (items) =>
      items.where('orderItems.productId', 'in', designsOf(categoryId)),
    );
}

function wishes(categoryId?: string) {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('wishlistLines')
    .select('wishlistLines.productId')
    .whereRef('wishlistLines.accountId', '=', 'accounts.id')
    .$if(categoryId !== undefined, (lines) =>
      lines.where('wishlistLines.productId', 'in', designsOf(categoryId)),
    );
}

function designsOf(categoryId = '') {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('productCategories')
    .select('productCategories.productId')
    .where('categoryId', '=', categoryId);
}
