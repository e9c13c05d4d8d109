import type { AccountData } from '#contract/shop/account-data.ts';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { pushKinds } from '#contract/shop/push-news.ts';
import { deviceName } from '#contract/studio/device-name.ts';
import { everyRequestOfAccount } from '../commissions/own-requests.ts';
import { textsOf } from '../licences/stored-texts.ts';
import { everyMessageOf } from '../messages/read-threads.ts';
import { consentsOf } from '../news/consents.ts';
import { entriesOfAccount } from '../orders/licence-counts.ts';
import { everyOrderOfAccount } from '../orders/queries.ts';
import { versionsOf } from '../orders/receipts/receipt-versions.ts';
import type { Database } from '../platform/database/open.ts';
import { columnOf } from '../platform/push/push-devices.ts';
import type { Services } from '../platform/services/services.ts';
import { shownName } from '../platform/sign-in/account-devices.ts';
import type { SignedIn } from '../platform/sign-in/signed-in.ts';
import { reviewsOfAccount } from '../reviews/read-reviews.ts';
import { readUser } from './user-answer.ts';

/** Everything stored about an account, except what only proves identity: hashes and tokens. */
export async function accountData(
  { database: { read }, clock }: Services,
  signedIn: SignedIn,
): Promise<AccountData> {
  const { id } = signedIn;
  const account = await read
    .selectFrom('accounts')
    .select(['createdAt', 'cartMailedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const devices = await read
    .selectFrom('accountDevices')
    .select(['id', 'givenName', 'userAgent', 'signedInAt'])
    .where('accountId', '=', id)
    .orderBy('signedInAt')
    .execute();
  const names = new Map(devices.map((device) => [device.id, shownName(device)]));
  const nameOf = (deviceId: string | null) => names.get(deviceId ?? '') ?? null;
  const sessions = await read
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'deviceId'])
    .where('accountId', '=', id)
    .orderBy('createdAt')
    .execute();
  const colleagues = await read
    .selectFrom('colleagues')
    .select(['email', 'firstName', 'lastName', 'joinedAt'])
    .where('accountId', '=', id)
    .orderBy('joinedAt')
    .execute();
  const invitedColleagues = await read
    .selectFrom('colleagueInvitations')
    .select(['email', 'invitedAt', 'expiresAt'])
    .where('accountId', '=', id)
    .orderBy('invitedAt')
    .execute();
  const cart = await read
    .selectFrom('cartLines as line')
    .innerJoin('products', 'products.id', 'line.productId')
    .leftJoin('cartLineDevices as device', (join) =>
      join
        .onRef('device.accountId', '=', 'line.accountId')
        .onRef('device.productId', '=', 'line.productId'),
    )
    .select(['line.productId', 'title', 'line.addedAt', 'line.view', 'device.deviceId'])
    .where('line.accountId', '=', id)
    .orderBy('line.addedAt')
    .execute();
  const removed = await read
    .selectFrom('cartRemovals')
    .innerJoin('products', 'products.id', 'productId')
    .select(['productId', 'title', 'removedAt', 'view', 'deviceId'])
    .where('accountId', '=', id)
    .orderBy('removedAt')
    .execute();
  const orders = await everyOrderOfAccount(read, id);
  const mails = await read
    .selectFrom('mailOutbox')
    .select(['subject', 'createdAt', 'sentAt'])
    .where('accountId', '=', id)
    .orderBy('createdAt')
    .execute();
  const newsletters = await read
    .selectFrom('newsletterMails')
    .innerJoin('newsletters', 'newsletters.id', 'newsletterId')
    .select(['subject', 'queuedAt', 'outcome'])
    .where('accountId', '=', id)
    .orderBy('queuedAt')
    .execute();
  return {
    takenAt: clock().toISOString(),
    account: {
      ...(await readUser(read, signedIn)),
      ...account,
    },
    devices: devices.map((device) => ({
      name: shownName(device),
      system: deviceName(device.userAgent),
      signedInAt: device.signedInAt,
    })),
    sessions: sessions.map(({ deviceId, ...session }) => ({
      ...session,
      device: nameOf(deviceId),
    })),
    colleagues,
    invitedColleagues,
    cart: cart.map(({ deviceId, ...line }) => ({ ...withView(line), addedOn: nameOf(deviceId) })),
    removedFromCart: removed.map(({ deviceId, ...removal }) => ({
      ...withView(removal),
      removedOn: nameOf(deviceId) ?? '',
    })),
    wishlist: await wishlistOf(read, id),
    savedSearches: await searchesOf(read, id),
    news: (await consentsOf(read, id)).map(
      ({ id: _, emailKey: email, mailedAt: __, ...consent }) => ({ email, ...consent }),
    ),
    newsletters,
    orders,
    receiptVersions: (
      await versionsOf(
        read,
        orders.map(({ _id }) => _id),
      )
    ).map(({ billing, ...version }) => ({ ...version, ...billing })),
    soldGoods: await entriesOfAccount(read, id),
    licenceTexts: await textsOf(
      read,
      orders.flatMap(({ items }) => items),
    ),
    notifications: await notificationsOf(read, id),
    customRequests: await everyRequestOfAccount(read, id),
    messages: await everyMessageOf(read, id),
    reviews: await reviewsOfAccount(read, id),
    mails,
  };
}

/** Leaves out the push endpoint: anyone who has it could send to the browser. */
async function notificationsOf(
  read: Database['read'],
  accountId: string,
): Promise<AccountData['notifications']> {
  const devices = await read
    .selectFrom('pushDevices')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
  return devices.map((device) => ({
    service: new URL(device.endpoint).hostname,
    kinds: pushKinds.filter((kind) => device[columnOf[kind]] === 1),
    createdAt: device.createdAt,
  }));
}

async function searchesOf(
  read: Database['read'],
  accountId: string,
): Promise<AccountData['savedSearches']> {
  const searches = await read
    .selectFrom('savedSearches')
    .select(['words', 'filters', 'hasMail', 'createdAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
  return searches.map((search) => ({ ...search, hasMail: search.hasMail === 1 }));
}

async function wishlistOf(
  read: Database['read'],
  accountId: string,
): Promise<AccountData['wishlist']> {
  const lines = await read
    .selectFrom('wishlistLines')
    .innerJoin('products', 'products.id', 'productId')
    .select(['productId', 'title', 'addedAt', 'view'])
    .where('accountId', '=', accountId)
    .orderBy('addedAt')
    .execute();
  return lines.map(withView);
}

/** A line with the view that was kept, if any. */
function withView<L extends { readonly view: string | null }>({ view, ...line }: L) {
  return { ...line, ...(view !== null && { view: JSON.parse(view) as ClothView }) };
}
