import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/shop/calls.ts';
import { downloadPath } from '#contract/shop/own-paths.ts';
import type { Call } from '#contract/wire/call.ts';
import { addProduct } from '#tests/support/add-product.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import {
  absentId,
  type Buyer,
  openShopWorld,
  type ShopWorld,
  sendShop,
} from '#tests/support/shop-world.ts';

/**
 * The permission table: every call of the contract by every kind of caller, on their own data, on another
 * account's and on missing data.
 */

/** A colleague shares an approved account. */
const people = [
  'visitor',
  'pending',
  'approved',
  'rejected',
  'colleague',
  'rejected colleague',
] as const;
type Person = (typeof people)[number];
const targets = ['own', "another's", 'none'] as const;
type Target = (typeof targets)[number];

/** One request: whose session, and on what. For a visitor, their own data is another's too. */
interface Ask {
  readonly own: Buyer;
  readonly target: Buyer;
}

let world: ShopWorld;
let services: TestServices;
let app: Hono;
let designId: string;
let draftId: string;
let someoneElse: Buyer;

beforeAll(async () => {
  world = await openShopWorld();
  ({ services, app } = world);
  draftId = await addProduct(services, { status: 'draft' });
  designId = await world.addDesign();
  someoneElse = await world.addBuyer('approved', await world.addDesign());
});

/** Ids that don't exist. */
const absent: Buyer = {
  id: absentId,
  email: '',
  token: '',
  deviceId: absentId,
  designId: absentId,
  orderId: absentId,
  itemId: absentId,
  searchId: absentId,
  requestId: absentId,
  colleague: { id: absentId, email: '', token: '', deviceId: absentId },
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
  changeReceipt: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  countSold: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  renameDevice: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  ownRequest: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  ownThread: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  // Anybody may ask about a design.
  sendMessage: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  // Only who bought a design reviews it.
  sendReview: { own: 'OK', "another's": 'FORBIDDEN', none: 'FORBIDDEN' },
  // A link works for whoever has it, but proves nobody else's address.
  claimRequest: { own: 'OK', "another's": 'FORBIDDEN', none: 'FORBIDDEN' },
  withdrawRequest: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  acceptDelivery: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  wantChanges: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  changeSearch: { own: 'OK', "another's": 'NOT_FOUND', none: 'NOT_FOUND' },
  // Deleting what is not there is no error.
  deleteSearch: { own: 'OK', "another's": 'OK', none: 'OK' },
  // Signing out what isn't signed in is no error.
  signOutDevice: { own: 'OK', "another's": 'OK', none: 'OK' },
  // Removing who isn’t among one's own colleagues is no error.
  removeColleague: { own: 'OK', "another's": 'OK', none: 'OK' },
};

const isRejected = (person: Person) => person.startsWith('rejected');

function mayAtAll(access: Call['access'], person: Person): string {
  if (access === 'anyone') return 'OK';
  // Only the provider's signature allows it, whoever is signed in.
  if (access === 'provider') return 'FORBIDDEN';
  if (person === 'visitor' || isRejected(person)) return 'NOT_SIGNED_IN';
  const isColleague = person === 'colleague';
  if (access === 'accountOwner' && isColleague) return 'FORBIDDEN';
  if (access === 'colleague' && !isColleague) return 'FORBIDDEN';
  return access === 'approved' && person === 'pending' ? 'NOT_APPROVED' : 'OK';
}

function written(name: CallName, person: Person, target: Target): string {
  // A device that is still signed in doesn't know who writes, so it asks to sign in again.
  if (name === 'sendMessage' && isRejected(person)) return 'NOT_SIGNED_IN';
  // Nobody has looked at that account yet, so it can't have strangers mailed.
  if (name === 'inviteColleague' && person === 'pending') return 'NOT_APPROVED';
  const outcome = mayAtAll(calls[name].access, person);
  return outcome === 'OK' ? (outcomes[name]?.[target] ?? 'OK') : outcome;
}

async function codeOf(response: Response): Promise<string> {
  if (response.status < 400) return 'OK';
  return ((await response.json()) as { code: string }).code;
}

/** Designs belong to everybody; an unpublished one to nobody. */
const ofDesign = new Set<CallName>(['product', 'productsGoingWith', 'sendMessage']);

async function askAs(person: Person, target: Target): Promise<Ask> {
  const own = person === 'visitor' ? someoneElse : await ownOf(person);
  return { own, target: { own, "another's": someoneElse, none: absent }[target] };
}

async function ownOf(person: Exclude<Person, 'visitor'>): Promise<Buyer> {
  if (person !== 'colleague' && person !== 'rejected colleague') {
    return world.addBuyer(person, designId);
  }
  const shared = await world.addBuyer(person === 'colleague' ? 'approved' : 'rejected', designId);
  const { token, deviceId } = shared.colleague;
  return { ...shared, token, deviceId };
}

function headersOf(person: Person, own: Buyer): Record<string, string> {
  return person === 'visitor' ? {} : { Authorization: `Bearer ${own.token}` };
}

async function observe(name: CallName, person: Person, target: Target): Promise<string> {
  const { own, target: asked } = await askAs(person, target);
  const isDraft = ofDesign.has(name) && target === "another's";
  const on = isDraft ? { ...asked, designId: draftId } : asked;
  const request = (await world.right[name]?.(own, on)) ?? {};
  return codeOf(await sendShop(app, name, request, headersOf(person, own)));
}

/** Everything of an account that others could have changed. */
async function traceOf({ id: accountId }: Buyer): Promise<string> {
  const { read } = services.database;
  const rows = await Promise.all([
    read.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    read.selectFrom('sessions').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('colleagues').selectAll().where('accountId', '=', accountId).execute(),
    read
      .selectFrom('colleagueInvitations')
      .selectAll()
      .where('accountId', '=', accountId)
      .execute(),
    read.selectFrom('accountDevices').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('savedSearches').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('yearlyLicences').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('newsConsents').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('customRequests').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('threads').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('carts').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('cartLines').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('wishlistLines').selectAll().where('accountId', '=', accountId).execute(),
    read.selectFrom('orders').selectAll().where('accountId', '=', accountId).execute(),
  ]);
  return JSON.stringify(rows);
}

test('every call answers everyone as the contract says, and changes nothing of anybody else', async () => {
  // A visitor's valid request to accept a design has this one delivered.
  await world.right.acceptDelivery(someoneElse, someoneElse);
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
}, 180_000);

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
  const table = {
    ...{ visitor: signedOut, rejected: signedOut, 'rejected colleague': signedOut },
    ...{ pending: signedIn, approved: signedIn, colleague: signedIn },
  };
  expect(observed).toEqual(
    Object.fromEntries(
      people.flatMap((person) =>
        targets.map((target) => [`${person}, ${target}`, table[person][target]]),
      ),
    ),
  );
});
