import type { Hono } from 'hono';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import type { Call } from '#contract/wire/call.ts';
import { createApp } from '#server/app.ts';
import { cartKind, listId } from '#server/lists/product-list.ts';
import { readSearches, saveSearch } from '#server/lists/saved-searches/queries.ts';
import { numberMissing } from '#server/orders/receipts/number-missing.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { makeUnsubscribeToken } from '#server/platform/mail/unsubscribe-token.ts';
import { ownerOf } from '#server/platform/sign-in/person.ts';
import { addColleague, invitationTo } from './add-colleague.ts';
import { addCoupon } from './add-coupon.ts';
import { addOrder } from './add-order.ts';
import { addProduct } from './add-product.ts';
import { addRequest } from './add-request.ts';
import { call } from './call.ts';
import { fields, setStatus } from './custom-desk.ts';
import { makeServices, type TestServices } from './make-services.ts';
import { endpointOf, pushKeys } from './pushes.ts';
import { registration } from './registration.ts';
import { requestToken } from './request-token.ts';
import { askForCode, resetToken } from './reset-flow.ts';
import { signUp, type TestAccount } from './sign-up.ts';
import { undoToken } from './undo-token.ts';

/** A buyer with something of everything. */
export interface Buyer extends TestAccount {
  readonly designId: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly searchId: string;
  readonly requestId: string;
  /** Somebody who shares the account. */
  readonly colleague: TestAccount;
}

export interface ShopRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type BodyCall = {
  [N in CallName]: (typeof calls)[N] extends { body: object } ? N : never;
}[CallName];

/** Valid requests of the buyer `own`, on what is `target`'s. */
type RightRequest = (own: Buyer, target: Buyer) => ShopRequest | Promise<ShopRequest>;

/** A valid request for each call that needs something. Those of one buyer can all be sent in order. */
export type RightRequests = Readonly<
  Record<BodyCall, RightRequest> & Partial<Record<CallName, RightRequest>>
>;

/** A shop in which every one of its calls has something to do. */
export interface ShopWorld {
  readonly services: TestServices;
  readonly app: Hono;
  readonly right: RightRequests;
  /** Adds a design that can be bought, and returns its id. */
  addDesign(): Promise<string>;
  /** Adds a buyer who bought a design, and has it in cart and wishlist. */
  addBuyer(status: 'pending' | 'approved' | 'rejected', designId: string): Promise<Buyer>;
}

/** An id that doesn't exist. */
export const absentId = '0'.repeat(24);

const password = 'cotton and thread';
const known = 'ada@shop.example';
const forgetful = 'forgetful@shop.example';

export async function openShopWorld(): Promise<ShopWorld> {
  const services = await makeServices({ limitFactor: 1_000_000 });
  const app = createApp(services);
  await setStatus(services, 'On');
  await addCoupon(services);
  for (const email of [known, forgetful]) {
    await call(app, 'register', { body: registration({ email, password }) });
  }
  const { answer: settings } = await call(app, 'shopSettings', {});
  return {
    services,
    app,
    right: rightRequests(services, app, settings.termsVersion),
    addDesign: () => addProduct(services, { files: { 'design.png': Buffer.from('moons') } }),
    addBuyer: (status, designId) => addBuyer(services, status, designId),
  };
}

async function addBuyer(
  services: TestServices,
  status: 'pending' | 'approved' | 'rejected',
  designId: string,
): Promise<Buyer> {
  const account = await signUp(services, { status });
  const { id: accountId } = account;
  const order = await addOrder(services, { accountId, productIds: [designId] });
  await numberMissing(services);
  const line = { accountId, productId: designId, addedAt: '2026-03-01T09:00:00.000Z' };
  const passwordHash = await services.passwords.hash(password);
  await makeChange(services, async (change) => {
    const { tx } = change;
    await tx.updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute();
    await tx.insertInto('yearlyLicences').values({ accountId, endsOn: '2027-06-12' }).execute();
    await tx.insertInto('cartLines').values(line).execute();
    await tx.insertInto('wishlistLines').values(line).execute();
    await saveSearch(change, ownerOf(accountId), { words: 'moons', filters: '' });
  });
  const { searches } = await readSearches(services.database.read, accountId);
  const [itemId = ''] = order.itemIds;
  const requestId = await addRequest(services, { accountId });
  const colleague = await addColleague(services, accountId, { passwordHash });
  return {
    ...account,
    designId,
    orderId: order.id,
    itemId,
    searchId: searches[0]?.id ?? '',
    requestId,
    colleague,
  };
}

/** Has a request delivered once. */
async function addDelivery(services: TestServices, requestId: string): Promise<void> {
  await services.database.write(async (tx) => {
    await tx
      .updateTable('customRequests')
      .set({ state: 'delivered' })
      .where('id', '=', requestId)
      .execute();
    await tx.deleteFrom('commissionMoves').where('requestId', '=', requestId).execute();
    const move = {
      requestId,
      move: 'deliver',
      fromState: 'drawing',
      toState: 'delivered',
    } as const;
    await tx
      .insertInto('commissionMoves')
      .values({ ...move, mover: 'studio', movedAt: services.clock().toISOString() })
      .execute();
  });
}

/** Includes everything that a call accepts, so that each field can be corrupted. */
function rightRequests(services: TestServices, app: Hono, termsVersion: string): RightRequests {
  let registrations = 0;
  const billing = { company: 'Ada Ltd', address: '1 Mill Road\nYork', taxId: 'GB 123 456 789' };
  const licence = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@fabricfox' };
  const seen = (designId: string) => ({
    productId: designId,
    view: { layout: 'mirror', percent: 80, thing: 'mug', picture: 1, beside: [designId] },
  });
  // To a new request that a visitor sent with the target's address.
  const linkOf: RightRequest = async (_, { email }) => ({
    body: { token: await requestToken(services, email) },
  });
  const newInvitation = async () => invitationTo(services, (await signUp(services)).id);
  const cartOf = ({ id }: Buyer) => ({ cartId: listId(cartKind, id) });

  return {
    product: (_, { designId }) => ({ params: { id: designId } }),
    productsGoingWith: (_, { designId }) => ({ params: { id: designId } }),
    productsOlder: () => ({ query: { publishedAt: '2026-06-01T10:00:00.000Z', id: absentId } }),
    packSize: (_, { designId }) => ({ body: { ids: [designId] } }),
    cartAdd: (_, { designId }) => ({ body: seen(designId) }),
    wishlistAdd: (_, { designId }) => ({ body: seen(designId) }),
    wishlistRemove: (_, { designId }) => ({ params: { id: designId } }),
    couponOffer: () => ({ params: { code: 'TEN' } }),
    couponApply: (_, target) => ({ body: { code: 'TEN', isForLater: true, ...cartOf(target) } }),
    couponRemove: (_, target) => ({ body: cartOf(target) }),
    checkout: ({ designId }) => ({
      body: {
        customerDetails: { name: 'Ada', email: known, country: '', city: '' },
        expectedTotal: 12,
        productIds: [designId],
        acceptedTermsVersion: termsVersion,
        licenseType: 'SMALL_BUSINESS',
        licenceTextVersion: '2026-11',
        news: wordsOfNews,
      },
    }),
    capturePayment: (_, { orderId }) => ({ body: { orderId } }),
    cartRemove: (_, { designId }) => ({ body: { productId: designId } }),
    changeReceipt: (_, { orderId }) => ({
      params: { orderId },
      body: billing,
    }),
    countSold: (_, { itemId }) => ({
      body: {
        licenceId: itemId,
        delta: 1,
        at: '2026-06-01T10:00:00.000Z',
        opId: crypto.randomUUID(),
      },
    }),
    customRequest: () => ({ body: fields }),
    ownRequest: (_, { requestId }) => ({ params: { id: requestId } }),
    askYearlyLicence: () => ({ body: { description: 'Bags from my cloth.' } }),
    withdrawRequest: (_, { requestId }) => ({ params: { id: requestId } }),
    linkedRequest: linkOf,
    withdrawLinked: linkOf,
    claimRequest: linkOf,
    async wantChanges(own, { requestId }) {
      await addDelivery(services, own.requestId);
      const mark = { pictureId: absentId, x: 0.5, y: 0.25, text: 'A redder fox.' };
      const body = { delivery: 1, note: 'Almost.', marks: [mark] };
      return { params: { id: requestId }, body };
    },
    async acceptDelivery(own, { requestId }) {
      await addDelivery(services, own.requestId);
      return { params: { id: requestId }, body: { delivery: 1 } };
    },
    ownThread: (_, { orderId }) => ({ params: { kind: 'order', id: orderId } }),
    linkedThread: linkOf,
    sendMessage: (_, { designId }) => ({
      params: { kind: 'design', id: designId },
      body: { text: 'Does it come in blue?', name: 'Ada', email: known },
    }),
    designReviews: (_, { designId }) => ({ params: { id: designId }, query: { page: '1' } }),
    sendReview: (_, { designId }) => ({
      params: { id: designId },
      body: { stars: '5', text: 'Prints beautifully.' },
    }),
    takeBackReview: (_, { designId }) => ({ params: { id: designId } }),
    customsNews: () => ({ body: { isWanted: true } }),
    pushNews: () => ({ body: { kind: 'priceDrops' } }),
    renewPush: () => ({
      body: { replaces: endpointOf('phone'), endpoint: endpointOf('renewed'), keys: pushKeys },
    }),
    filesNews: () => ({ body: { isWanted: false } }),
    chooseNews: () => ({ body: { news: wordsOfNews } }),
    cartNews: () => ({ body: { isWanted: false } }),
    yearlyReminder: () => ({ body: { wantsReminder: false } }),
    saveSearch: () => ({ body: { words: 'foxes', filters: '' } }),
    changeSearch: (_, { searchId }) => ({ params: { id: searchId }, body: { hasMail: false } }),
    deleteSearch: (_, { searchId }) => ({ params: { id: searchId } }),
    // Whoever has the link of a mail may use it.
    unsubscribe: () => ({ body: { token: makeUnsubscribeToken(services.signingKey, absentId) } }),
    renameDevice: (_, { deviceId }) => ({ params: { id: deviceId }, body: { name: 'Laptop' } }),
    register() {
      registrations += 1;
      const email = `new-${registrations}@shop.example`;
      return { body: { ...registration({ email }), news: wordsOfNews } };
    },
    login: () => ({ body: { email: known, password } }),
    sendOtp: () => ({ body: { email: forgetful } }),
    async verifyOtp() {
      const { token, code } = await askForCode(app, services, forgetful);
      return { body: { token, otp: Number(code) } };
    },
    resetPassword: async () => ({
      body: { token: await resetToken(app, services, forgetful), password },
    }),
    updateUser: ({ email }) => ({
      body: { ...registration({ email, password }), billing, oldPassword: password },
    }),
    undoEmailChange: async () => ({ body: { token: await undoToken(services) } }),
    updateLicence: () => ({ body: licence }),
    signOutDevice: (_, { deviceId }) => ({ params: { id: deviceId } }),
    inviteColleague: () => ({ body: { email: 'bea@shop.example', password } }),
    removeColleague: (_, { colleague }) => ({ params: { id: colleague.id } }),
    openInvitation: async () => ({ body: { token: await newInvitation() } }),
    joinAccount: async () => ({
      body: { token: await newInvitation(), firstName: 'Bea', lastName: 'Moss', password },
    }),
    changeColleague: () => ({
      body: { firstName: 'Bea', lastName: 'Reed', oldPassword: password, password },
    }),
    deleteAccount: () => ({ body: { password } }),
    webhook: () => ({ body: {} }),
  };
}

/** The token of whom of a buyer's account a call is for. */
export function tokenFor(name: CallName, { token, colleague }: Buyer): string {
  return calls[name].access === 'colleague' ? colleague.token : token;
}

/** Sends one call of the shop, a form as such. */
export function sendShop(
  app: Hono,
  name: CallName,
  { params, query, body }: ShopRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { method, bodyType }: Call = calls[name];
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const isForm = bodyType === 'multipart';
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) form.append(key, String(value));
  return Promise.resolve(
    app.request(callPath(name, params) + search, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? form : JSON.stringify(body) }),
    }),
  );
}
