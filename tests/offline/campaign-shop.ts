import { randomBytes } from 'node:crypto';
import type { Product } from '#contract/shop/product.ts';
import type { ListName } from '#offline/outbox/rows.ts';
import { createApp } from '#server/app.ts';
import { openOrCloseCommissions } from '#server/commissions/open-or-close.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { byRow } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { designs, doomed } from './campaign-steps.ts';
import { opIdOf } from './rough-network.ts';

/** An op that the server did, in the order it did them. */
export interface Effect {
  readonly scope: string;
  readonly opId: string;
}

/** The real server in memory, with access to its database. Shared by all sequences of a file. Its calls other than `fetch` take and return JSON. */
export async function openCampaignShop() {
  const services = await makeServices({ limitFactor: 1_000_000 });
  const { read, write } = services.database;
  await makeAuditedChange(services, terminal, (change) => openOrCloseCommissions(change, 'On'));
  const ids: string[] = [];
  for (let count = 0; count < designs; count++) {
    ids.push(await addProduct(services, { title: `Design ${count}` }));
  }
  const app = createApp(services);
  const products: readonly Product[] = await Promise.all(
    ids.map(async (id) => {
      const response = await app.request(`/api/products/${id}`);
      return ((await response.json()) as { product: Product }).product;
    }),
  );
  const lines = { cart: 'cartLines', wishlist: 'wishlistLines' } as const;
  const versions = { cart: 'carts', wishlist: 'wishlists' } as const;

  return {
    products,
    async fetch(request: Request): Promise<Response> {
      services.pass(1);
      return app.request(request);
    },
    newAccount: async () => (await signUp(services)).id,
    async newToken(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const at = services.clock().toISOString();
      const tokenHash = hashToken(token);
      await write((tx) =>
        tx
          .insertInto('sessions')
          .values({ tokenHash, accountId, createdAt: at, lastSeenAt: at })
          .execute(),
      );
      return token;
    },
    async endToken(token: string): Promise<void> {
      await write((tx) =>
        tx.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute(),
      );
    },
    async sell(isSold: boolean): Promise<void> {
      const status = isSold ? 'published' : 'retired';
      await write((tx) =>
        tx
          .updateTable('products')
          .set({ status })
          .where('id', '=', ids[doomed] ?? '')
          .execute(),
      );
    },
    async listOf(accountId: string, list: ListName) {
      const found = await read
        .selectFrom(lines[list])
        .select(['productId', 'addedAt'])
        .where('accountId', '=', accountId)
        .execute();
      const row = await read
        .selectFrom(versions[list])
        .select('version')
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      return {
        ids: found.map(({ productId }) => productId).sort(),
        addedAts: found.map(({ addedAt }) => addedAt),
        version: row?.version ?? 0,
      };
    },
    async effects(accountIds: readonly string[]): Promise<readonly Effect[]> {
      const scopes = [...accountIds.map((id) => `account:${id}`), 'visitor'];
      const rows = await read
        .selectFrom('idempotencyAnswers')
        .select(['scope', 'key'])
        .where('scope', 'in', scopes)
        .orderBy(byRow(read))
        .execute();
      // Where a bug gives one op several keys, only the first counts.
      const first = new Map(
        rows.toReversed().map((row) => [`${row.scope} ${opIdOf(row.key)}`, row]),
      );
      const counted = new Set(first.values());
      return rows
        .filter((row) => counted.has(row))
        .map(({ scope, key }) => ({ scope, opId: opIdOf(key) }));
    },
    /** The custom requests whose description starts with `start`. */
    requests: (start: string) =>
      read
        .selectFrom('customRequests')
        .select(['description', 'accountId', 'createdAt'])
        .where('description', 'like', `${start}%`)
        .execute(),
    now: async () => services.clock().toISOString(),
  };
}

export type CampaignShop = Awaited<ReturnType<typeof openCampaignShop>>;
