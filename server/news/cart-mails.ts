import { productPath } from '#contract/shop/paths.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { fullCart } from '../platform/mail/news-letters.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
import { endingPath } from '../platform/mail/unsubscribe-token.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { newsReadersOf } from './consents.ts';

const hour = 3_600_000;
const everyMs = hour / 4;
/** The first time waits until the start is over. */
const firstMs = 60_000;
/** How long a cart lies unchanged before its owner is mailed. */
const restMs = 24 * hour;
/** Carts that lay longer than this aren't mailed about: not when the studio switches the mails on, and not after an outage. */
const staleMs = 72 * hour;
/** How many mails are queued per write, so that requests can run in between. */
const atOnce = 200;

type CartServices = Pick<Services, 'database' | 'clock' | 'env' | 'signingKey'>;

/**
 * Mails buyers who get news, once, that designs are left in their cart, and again only after they have ordered. Nobody
 * is mailed until the studio switches it on. Returns false if no more are due.
 */
export async function queueCartMails(services: CartServices): Promise<boolean> {
  const { database, clock, env, signingKey } = services;
  if ((await dueCarts(database.read, clock())).length === 0) return false;
  return makeChange(services, async (change) => {
    const { tx, now } = change;
    // Of several processes, only the one that sets it mails.
    const ids = await dueCarts(tx, now);
    if (ids.length === 0) return false;
    const owners = await tx
      .updateTable('accounts')
      .set({ cartMailedAt: now.toISOString() })
      .where('id', 'in', ids)
      .returning(['id', 'email', 'firstName', 'status'])
      .execute();
    const designs = await leftDesigns(tx)
      .select(['line.accountId', 'line.productId', 'products.title'])
      .where('line.accountId', 'in', ids)
      .orderBy('line.addedAt')
      .execute();
    const designsOf = Map.groupBy(designs, ({ accountId }) => accountId);
    const head = await letterhead(tx, env);
    await queueMails(change, owners, ({ id: accountId, email: recipient, ...owner }) => {
      const letter = fullCart(head, owner, {
        designs: (designsOf.get(accountId) ?? []).map(({ productId, title }) => ({
          label: title,
          path: productPath(productId),
        })),
        unsubscribePath: endingPath(signingKey, 'fullCart', accountId),
      });
      return { recipient, accountId, news: 'letters', ...letter };
    });
    return ids.length === atOnce;
  });
}

/** Deletes an account's unsent mail about its cart. Newsletters, which are mails of the same kind, still go out. */
export async function withdrawCartMails(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .deleteFrom('mailOutbox')
    .where('news', '=', 'letters')
    .where('accountId', '=', accountId)
    .where('sentAt', 'is', null)
    .where('id', 'not in', (inner) =>
      inner.selectFrom('newsletterMails').select('mailId').where('accountId', '=', accountId),
    )
    .execute();
}

/** The accounts to mail next. */
async function dueCarts(reader: Reader, now: Date): Promise<readonly string[]> {
  if ((await readSetting(reader, 'cartMails')).value === 'off') return [];
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const restedAt = ago(restMs);
  // With a design that lies for that long, of which one can be bought.
  const lying = leftDesigns(reader)
    .select('line.accountId')
    .where('line.addedAt', '>', ago(staleMs))
    .where('line.addedAt', '<=', restedAt);
  const accounts = await newsReadersOf(reader)
    .select('accounts.id')
    .where('accounts.status', '=', 'approved')
    .where('accounts.hasCartNews', '=', 1)
    .where('consent.accountId', 'in', lying)
    // Nothing was added or removed since.
    .where(({ exists, not, or, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom('cartLines as line')
              .select('line.productId')
              .whereRef('line.accountId', '=', 'accounts.id')
              .where('line.addedAt', '>', restedAt),
          ),
          exists(
            selectFrom('cartRemovals as removal')
              .select('removal.productId')
              .whereRef('removal.accountId', '=', 'accounts.id')
              .where('removal.removedAt', '>', restedAt),
          ),
        ]),
      ),
    )
    // They weren't mailed, or have ordered since.
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('accounts.cartMailedAt', 'is', null),
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.accountId', '=', 'accounts.id')
            .where('orders.state', '=', 'paid')
            .whereRef('orders.paidAt', '>', 'accounts.cartMailedAt'),
        ),
      ]),
    )
    .orderBy('accounts.id')
    .limit(atOnce)
    .execute();
  return accounts.map(({ id }) => id);
}

/** Lines of carts with designs that their owners could buy now. */
function leftDesigns(reader: Reader) {
  return reader
    .selectFrom('cartLines as line')
    .innerJoin('products', 'products.id', 'line.productId')
    .innerJoin('accounts', 'accounts.id', 'line.accountId')
    .where('products.status', '=', 'published')
    .where((row) =>
      row.or([row('accounts.licenseType', '!=', 'FABRIC_SHOP'), row('isForFabricShops', '=', 1)]),
    );
}

/** Mails about full carts once they have lain for a day, until stopped. */
export function startCartMails(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    async (signal) => {
      while (!signal.aborted && (await queueCartMails(services)));
    },
    (error) => services.log.error({ err: error }, 'mailing about full carts failed'),
  );
}
