import { expect, test } from 'vitest';
import type { CallName } from '#contract/shop/calls.ts';
import type { StudioCallName } from '#contract/studio/calls.ts';
import { remindOfYearlyLicences } from '#server/accounts/yearly-reminders.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { remakePreviews } from '#server/designs/files/remake-previews.ts';
import { runImports } from '#server/designs/imports/run-imports.ts';
import { signMissingCards } from '#server/licences/cards/sign-missing-cards.ts';
import { queuePriceDrops, schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { queueNewDesigns } from '#server/lists/saved-searches/new-designs.ts';
import { queueCartMails } from '#server/news/cart-mails.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { firstCursor } from '#server/platform/database/changes-after.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { pushNext } from '#server/platform/push/pusher.ts';
import { pushes, staffPushes } from '#server/pushes.ts';
import { sendDigests } from '#server/staff/notifications/send-digests.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { readWhole, recordSent, type Statement } from '#tests/support/postgres-plans.ts';
import { openShopWorld, sendShop } from '#tests/support/shop-world.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';

/** Tables that stay small however many designs, buyers and orders there are, and work, which is deleted once done. */
const small = [
  ...['bulkChanges', 'categories', 'closedMonths', 'collections', 'coupons', 'customRequests'],
  ...['designWork', 'featuredImages', 'imports', 'licenceKeys', 'licenceTexts'],
  ...['newsletters', 'shopSales', 'studioAccounts', 'studioResets'],
];

/** What adds up or offers everything, and what no request waits for. */
const wholeOnPurpose = {
  data: 'orders, products',
  givableDesigns: 'productFiles',
  report: 'products',
  reportTable: 'products',
  'yearly reminders': 'yearlyLicences',
};

const sent = recordSent();

/** Notes what each piece of work sends; `whole` says which tables each reads whole. */
class Recorder {
  readonly #statements = new Map<string, Statement[]>();

  async record(name: string, work: () => Promise<unknown>): Promise<void> {
    sent.clear();
    await work();
    this.#statements.set(name, [...sent.values()]);
  }

  async whole({ env }: TestServices): Promise<Readonly<Record<string, string>>> {
    const { DATABASE_URL: address = '' } = shopSettings(env.dataDir);
    const all = [...this.#statements.values()].flat();
    expect(all.length).toBeGreaterThan(0);
    const read = await readWhole(address, all, small);
    const byName = [...this.#statements].map(([name, statements]) => {
      const tables = new Set(statements.flatMap((statement) => read.get(statement) ?? []));
      return [name, [...tables].sort().join(', ')] as const;
    });
    return Object.fromEntries(byName.filter(([, tables]) => tables !== ''));
  }
}

test('no call of the shop reads a large table whole', async () => {
  const world = await openShopWorld();
  const { services, app, right } = world;
  const buyer = await world.addBuyer('approved', await world.addDesign());
  const headers = { Authorization: `Bearer ${buyer.token}` };
  const recorder = new Recorder();

  for (const name of [
    ...(Object.keys(right) as CallName[]),
    'orders',
    'cart',
    'wishlist',
  ] as const) {
    const request = (await right[name]?.(buyer, buyer)) ?? {};
    await recorder.record(name, () => sendShop(app, name, request, headers));
  }

  expect(await recorder.whole(services)).toEqual({});
});

test('no call of the studio and no look of a job reads a large table whole', async () => {
  const world = await openStudioWorld();
  const recorder = new Recorder();

  for (const name of Object.keys(world.right) as StudioCallName[]) {
    const request = await world.right[name]();
    await recorder.record(name, async () => (await world.send(name, request)).arrayBuffer());
  }
  for (const [name, look] of Object.entries(jobs)) await recorder.record(name, () => look(world));

  expect(await recorder.whole(world.services)).toEqual(wholeOnPurpose);
});

const transport = { send: async () => {} };

const jobs: Readonly<Record<string, (world: StudioWorld) => Promise<unknown>>> = {
  'sales begin and end': ({ services }) => switchDueSales(services),
  'orders and refunds are reconciled': ({ services }) => reconcileOnce(services),
  'a mail is sent': ({ services }) => sendNext(services, transport),
  'a push to a buyer': ({ services }) => pushNext(services, pushes, async () => 'sent'),
  'a push to staff': ({ services }) => pushNext(services, staffPushes, async () => 'sent'),
  'previews and archives': ({ services }) => doNextWork(services),
  'previews made again': ({ services }) => remakePreviews(services),
  imports: ({ services }) => runImports(services),
  'bulk changes': ({ services }) => runBulkChanges(services),
  'licence cards': ({ services }) => signMissingCards(services),
  'mails that custom requests are open': ({ services }) => announceOpening(services),
  'price drops': async ({ services: { database, clock } }) => {
    await schedulePriceDrops(database, clock(), firstCursor);
    await queuePriceDrops(database, clock());
  },
  'new designs': ({ services }) => queueNewDesigns(services),
  digests: ({ services }) => sendDigests(services),
  'mails about full carts': ({ services }) => queueCartMails(services),
  'yearly reminders': ({ services }) => remindOfYearlyLicences(services),
};
