import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import { downloadPath } from '#contract/shop/paths.ts';
import type { Call } from '#contract/wire/call.ts';
import { createApp } from '#server/app.ts';
import { cartSet, setId } from '#server/lists/product-set.ts';
import { readSearches, saveSearch } from '#server/lists/saved-searches/queries.ts';
import { makeUnsubscribeToken } from '#server/lists/saved-searches/unsubscribe-token.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { undoToken } from '#tests/support/undo-token.ts';

/**
 * The permission table: every call of the contract by every kind of caller, on their own data, on another
 * account's and on missing data.
 */

const people = ['visitor', 'pending', 'approved', 'rejected'] as const;
type Person = (typeof people)[number];
const targets = ['own', "another's", 'none'] as const;
type Target = (typeof targets)[number];

/** What an account has. */
interface Belongings {
  readonly accountId: string;
  readonly token: string;
  readonly designId: string;
  readonly orderId: string;
  readonly itemId: string;
  readonly deviceId: string;
  readonly searchId: string;
}

/** One request: whose session, and on what. For a visitor, their own data is another's too. */
interface Ask {
  readonly own: Belongings;
  readonly target: Belongings;
  readonly kind: Target;
}

interface Parts {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
}

const password = 'cotton and thread';
const known = 'ada@shop.example';
const forgetful = 'forgetful@shop.example';
const nothing = '0'.repeat(24);
const licence = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@fabricfox' };

let services: TestServices;
let app: Hono;
let designId: string;
let draftId: string;
let someoneElse: Belongings;
let registrations = 0;

beforeAll(async () => {
  services = await makeServices({ limitFactor: 1_000_000 });
  app = createApp(services);
  await makeChange(services, (change) => writeSetting(change, 'customStatus', 'On'));
  await addCoupon(services);
  draftId = await addProduct(services, { status: 'draft' });
  for (const email of [known, forgetful]) {
    await call(app, 'register', { body: registration({ email, password }) });
  }
  designId = await newDesign();
  someoneElse = await newBelongings('approved', await newDesign());
});

function newDesign(): Promise<string> {
  return addProduct(services, { files: { 'design.png': Buffer.from('moons') } });
}

async function newBelongings(
  status: 'pending' | 'approved' | 'rejected',
  designId: string,
): Promise<Belongings> {
  const account = await signUp(services, { status });
  const order = await addOrder(services, { accountId: account.id, productIds: [designId] });
  const line = { accountId: account.id, productId: designId, addedAt: '2026-03-01T09:00:00.000Z' };
  await services.database.write(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ passwordHash: await services.passwords.hash(password) })
      .where('id', '=', account.id)
      .execute();
    await tx
      .insertInto('yearlyLicences')
      .values({ accountId: account.id, endsOn: '2027-06-12' })
      .execute();
    await tx.insertInto('cartLines').values(line).execute();
    await tx.insertInto('wishlistLines').values(line).execute();
  });
  const [itemId = ''] = order.itemIds;
  const { id: accountId, token, deviceId } = account;
  const search = { words: 'moons', filters: '' };
  await makeChange(services, (change) => saveSearch(change, accountId, search));
  const { searches } = await readSearches(services.database.read, accountId);
  const searchId = searches[0]?.id ?? '';
  return { accountId, token, designId, orderId: order.id, itemId, deviceId, searchId };
}

/** Ids that don't exist. */
const absent: Belongings = {
  accountId: nothing,
  token: '',
  designId: nothing,
  orderId: nothing,
  itemId: nothing,
  deviceId: nothing,
  searchId: nothing,
};

const counted = { delta: 1, at: '2026-06-01T10:00:00.000Z', opId: crypto.randomUUID() };

/** What makes each call valid apart from permission. Calls that need nothing are left out. */
const requests: Partial<Record<CallName, (ask: Ask) => Parts | Promise<Parts>>> = {
  product: ({ target, kind }) => ({
    // Designs belong to everybody; an unpublished one to nobody.
    params: { id: kind === "another's" ? draftId : target.designId },
  }),
  productsGoingWith: ({ target, kind }) => ({
    params: { id: kind === "another's" ? draftId : target.designId },
  }),
  productsOlder: () => ({ query: { publishedAt: '2026-06-01T10:00:00.000Z', id: nothing } }),
  packSize: ({ target }) => ({ body: { ids: [target.designId] } }),
  cartAdd: ({ target }) => ({ body: { productId: target.designId } }),
  cartRemove: ({ target }) => ({ body: { productId: target.designId } }),
  wishlistAdd: ({ target }) => ({ body: { productId: target.designId } }),
  wishlistRemove: ({ target }) => ({ params: { id: target.designId } }),
  couponApply: ({ target }) => ({
    body: { code: 'TEN', cartId: setId(cartSet, target.accountId) },
  }),
  couponRemove: ({ target }) => ({ body: { cartId: setId(cartSet, target.accountId) } }),
  checkout: () => ({
    body: { customerDetails: { name: 'Ada', email: known, country: '', city: '' } },
  }),
  capturePayment: ({ target }) => ({ body: { orderId: target.orderId } }),
  countSold: ({ target }) => ({ body: { ...counted, licenceId: target.itemId } }),
  customRequest: () => ({
    body: { name: 'Ada', email: known, designType: 'Exclusive', description: 'Foxes' },
  }),
  customsNews: () => ({ body: { isWanted: true } }),
  pushNews: () => ({ body: { kind: 'priceDrops' } }),
  yearlyReminder: () => ({ body: { wantsReminder: false } }),
  renameDevice: ({ target }) => ({ params: { id: target.deviceId }, body: { name: 'Laptop' } }),
  signOutDevice: ({ target }) => ({ params: { id: target.deviceId } }),
  saveSearch: () => ({ body: { words: 'foxes', filters: '' } }),
  changeSearch: ({ target }) => ({ params: { id: target.searchId }, body: { hasMail: false } }),
  deleteSearch: ({ target }) => ({ params: { id: target.searchId } }),
  unsubscribe: () => ({ body: { token: makeUnsubscribeToken(services.signingKey, nothing) } }),
  register: () => {
    registrations += 1;
    return { body: registration({ email: `new-${registrations}@shop.example` }) };
  },
  login: () => ({ body: { email: known, password } }),
  sendOtp: () => ({ body: { email: forgetful } }),
  verifyOtp: async () => {
    const { token, code } = await askForCode(app, services, forgetful);
    return { body: { token, otp: Number(code) } };
  },
  resetPassword: async () => ({
    body: { token: await resetToken(app, services, forgetful), password },
  }),
  updateUser: () => ({ body: { firstName: 'Augusta' } }),
  undoEmailChange: async () => ({ body: { token: await undoToken(services) } }),
  updateLicence: () => ({ body: licence }),
  deleteAccount: () => ({ body: { password } }),
  webhook: () => ({ body: {} }),
};

/** Calls on something, and the result for each target for callers who may call at all. */
const outcomes: Partial<Record<CallName, Readonly<Record<Target, string>>>> = {
  product: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  productsGoingWith: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  cartAdd: { own: 'OK', "another's": 'OK', none: 'NOT_FOUND' },
  wishlistAdd: { own: 'OK', "another's": 'OK', none: 'NOT_FOUND' },
  // Removing what isn't in one's own set is no error (OP-02).
  cartRemove: { own: 'OK', "another's": 'OK', none: 'OK' },
  wishlistRemove: { own: 'OK', "another's": 'OK', none: 'OK' },
  couponApply: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  couponRemove: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  capturePayment: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  countSold: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  renameDevice: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  changeSearch: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  // Deleting what is not there is no error.
  deleteSearch: { own: 'OK', "another's": 'OK', none: 'OK' },
  // Signing out what isn't signed in is no error.
  signOutDevice: { own: 'OK', "another's": 'OK', none: 'OK' },
};

function mayAtAll(access: Call['access'], person: Person): string {
  if (access === 'anyone') return 'OK';
  // Only the provider's signature allows it, whoever is signed in.
  if (access === 'provider') return 'FORBIDDEN';
  if (person === 'visitor' || person === 'rejected') return 'NOT_SIGNED_IN';
  return access === 'approved' && person === 'pending' ? 'NOT_APPROVED' : 'OK';
}

function written(name: CallName, person: Person, target: Target): string {
  const outcome = mayAtAll(calls[name].access, person);
  return outcome === 'OK' ? (outcomes[name]?.[target] ?? 'OK') : outcome;
}

async function codeOf(response: Response): Promise<string> {
  if (response.status < 400) return 'OK';
  return ((await response.json()) as { code: string }).code;
}

async function askAs(person: Person, target: Target): Promise<Ask> {
  const own = person === 'visitor' ? someoneElse : await newBelongings(person, designId);
  const belongings = { own, "another's": someoneElse, none: absent };
  return { own, target: belongings[target], kind: target };
}

function headersOf(person: Person, own: Belongings): Record<string, string> {
  return person === 'visitor' ? {} : { Authorization: `Bearer ${own.token}` };
}

async function observe(name: CallName, person: Person, target: Target): Promise<string> {
  const ask = await askAs(person, target);
  const { params, query, body } = (await requests[name]?.(ask)) ?? {};
  const { method, bodyType }: Call = calls[name];
  const isForm = bodyType === 'multipart';
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) form.append(key, String(value));
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const response = await app.request(callPath(name, params) + search, {
    method,
    headers: {
      ...headersOf(person, ask.own),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? form : JSON.stringify(body) }),
  });
  return codeOf(response);
}

/** Everything of an account that others could have changed. */
async function traceOf({ accountId }: Belongings): Promise<string> {
  const { read } = services.database;
  const rows = await Promise.all([
    read.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    read.selectFrom('sessions').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('accountDevices').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('savedSearches').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('yearlyLicences').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('carts').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('cartLines').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('wishlistLines').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('orders').selectAll().where('accountId', '=', accountId).execute(),
  ]);
  return JSON.stringify(rows);
}

test('every call answers everyone as the contract says, and changes nothing of anybody else', async () => {
  const before = await traceOf(someoneElse);
  const observedTable: Record<string, string> = {};
  const writtenTable: Record<string, string> = {};
  const names = Object.keys(calls) as CallName[];

  for (const name of names) {
    for (const person of people) {
      for (const target of outcomes[name] ? targets : (['own'] as const)) {
        const cell = `${name}, ${person}, ${target}`;
        observedTable[cell] = await observe(name, person, target);
        writtenTable[cell] = written(name, person, target);
      }
    }
  }

  expect(observedTable).toEqual(writtenTable);
  expect(await traceOf(someoneElse)).toBe(before);
}, 120_000);

test('a bought file is only for its buyer, approved or still pending', async () => {
  const observed: Record<string, string> = {};
  for (const person of people) {
    for (const target of targets) {
      const ask = await askAs(person, target);
      const path = downloadPath(ask.target.orderId, ask.target.itemId);
      const response = await app.request(path, { headers: headersOf(person, ask.own) });
      observed[`${person}, ${target}`] = await codeOf(response);
    }
  }

  const signedOut = { own: 'NOT_SIGNED_IN', "another's": 'NOT_SIGNED_IN', none: 'NOT_SIGNED_IN' };
  const signedIn = { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' };
  const table = { visitor: signedOut, pending: signedIn, approved: signedIn, rejected: signedOut };
  expect(observed).toEqual(
    Object.fromEntries(
      people.flatMap((person) =>
        targets.map((target) => [`${person}, ${target}`, table[person][target]]),
      ),
    ),
  );
});
