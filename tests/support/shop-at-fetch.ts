import * as v from 'valibot';
import { type ReplicaCall, replicaAnswers } from '#contract/catalogue/catalogue-calls.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import { messages } from '#contract/messages/messages.ts';
import { businessAnswer, type User } from '#contract/shop/account.ts';
import { type CallAnswer, calls } from '#contract/shop/calls.ts';
import type { CartItem } from '#contract/shop/cart.ts';
import type { AppliedCoupon, CouponOffer } from '#contract/shop/coupon.ts';
import type { Order } from '#contract/shop/order.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { totalsOf } from '#contract/shop/totals.ts';
import type { Call } from '#contract/wire/call.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { firstContent, firstTermsVersion } from '#server/platform/content/first-content.ts';
import { type CallsAtFetch, callsAtFetch, type HandlersOf, Refusal } from './calls-at-fetch.ts';
import { newUser } from './user-of.ts';

export { lose, Refusal } from './calls-at-fetch.ts';

type Handlers = HandlersOf<typeof calls>;

export interface ShopAtFetch extends CallsAtFetch<typeof calls> {
  /** The shop's only account. */
  readonly account: { user: User | null };
  /** The account's orders, newest first. */
  readonly orders: Order[];
  /** The designs in the account's cart and wishlist, by id. */
  readonly cart: Set<string>;
  readonly wishlist: Set<string>;
  /** Codes that the shop knows, and the one on the cart. `minimum`: of the cart's subtotal, in cents. */
  readonly coupons: {
    known: (AppliedCoupon & { readonly minimum?: number; readonly offer?: Partial<CouponOffer> })[];
    applied: string;
  };
  /** Changes a design, as the studio does. */
  change(id: string, part: Partial<Product>): void;
  /** What the shop says about itself, unless a handler changes it. */
  readonly settings: ShopSettings;
  /** What the shop itself answers to a call of its catalogue. */
  ask<N extends ReplicaCall>(name: N, input?: Readonly<Record<string, string>>): CallAnswer<N>;
}

const anInstant = '2026-01-01T00:00:00.000Z';

const { hero, announcement, footer, featured, customs, reminder, faq, services, guide } =
  firstContent;

const written = { version: '2026-11-30' };

const settings: ShopSettings = {
  name: 'Pinwheel',
  designers: [
    { name: 'Clementine Fox', email: 'clementine@pinwheel.example' },
    { name: 'Juniper Moon', email: 'juniper@pinwheel.example' },
  ],
  socialLink: 'https://social.example/pinwheel',
  termsVersion: firstTermsVersion,
  texts: { hero, announcement, footer, featured },
  payments: { clientId: 'practice', sdkUrl: '/practice/sdk', isPractice: true },
  demo: null,
};

/** A shop of these designs and one account. */
export function shopAtFetch(products: readonly Product[], user: User | null): ShopAtFetch {
  const cart = new Set<string>();
  const wishlist = new Set<string>();
  const account = { user };
  const orders: Order[] = [];
  const coupons: ShopAtFetch['coupons'] = { known: [], applied: '' };
  const designs = new Map(products.map((product) => [product._id, product]));
  const replica = createReplica();
  replica.apply(products, []);
  const own: Handlers = ownHandlers(designs, replica, { account, orders, cart, wishlist, coupons });
  return {
    ...callsAtFetch(calls, own),
    account,
    orders,
    cart,
    wishlist,
    coupons,
    settings,
    change(id, part) {
      const changed = { ...found(designs.get(id) ?? null), ...part };
      designs.set(id, changed);
      replica.apply([changed], []);
    },
    ask(name, input = {}) {
      const { query }: Call = calls[name];
      const answer = own[name] as (input: object) => CallAnswer<typeof name>;
      return answer({ params: input, query: query && v.parse(query, input) });
    },
  };
}

function ownHandlers(
  designs: ReadonlyMap<string, Product>,
  replica: Replica,
  {
    account,
    orders,
    cart,
    wishlist,
    coupons,
  }: Pick<ShopAtFetch, 'account' | 'orders' | 'cart' | 'wishlist' | 'coupons'>,
): Handlers {
  const versions = { cart: 0, wishlist: 0 };
  const sets = { cart, wishlist };
  const change = (name: keyof typeof sets, id: string, isAdd: boolean) => {
    if (isAdd) sets[name].add(id);
    else sets[name].delete(id);
    versions[name] += 1;
    return { message: 'Done', version: versions[name] };
  };
  return {
    filterOptions: () => replicaAnswers.filterOptions(replica),
    productsFilter: (input) => replicaAnswers.productsFilter(replica, input),
    products: () => ({ ...replica.snapshot(), synonyms: [], cursor: '1', total: replica.size }),
    productsSearch: (input) => replicaAnswers.productsSearch(replica, input),
    productsFacets: (input) => replicaAnswers.productsFacets(replica, input),
    productsSuggest: (input) => replicaAnswers.productsSuggest(replica, input),
    productsBestSelling: (input) => replicaAnswers.productsBestSelling(replica, input),
    productsNewArrivals: () => replicaAnswers.productsNewArrivals(replica),
    productsChosen: (input) => replicaAnswers.productsChosen(replica, input),
    product: (input) => found(replicaAnswers.product(replica, input)),
    productsGoingWith: (input) => found(replicaAnswers.productsGoingWith(replica, input)),
    collections: () => ({ collections: [] }),
    featuredImages: () => [],
    licenceTexts: () => ({ licenceTexts: Object.values(firstTexts) }),
    licenceRegister: () => ({ keys: [], revoked: '' }),
    customStatus: () => ({ status: 'On', updatedAt: anInstant }),
    customRequest: () => ({ data: { _id: 'c'.repeat(24), createdAt: anInstant } }),
    ownThreads: () => ({ threads: [] }),
    sendMessage: () => ({ data: { _id: 'c'.repeat(24), createdAt: anInstant } }),
    ownReviews: () => ({ reviews: [] }),
    designReviews: () => ({ reviews: [], totalPages: 1 }),
    sendReview: () => ({ data: { _id: 'c'.repeat(24), createdAt: anInstant } }),
    takeBackReview: () => ({ message: 'Your review is taken back.' }),
    ready: () => ({ status: 'ok' }),
    homeTexts: () => ({ customs, reminder, faq, services, guide }),
    terms: () => ({ version: firstTermsVersion, terms: firstContent.terms }),
    writtenPages: () => ({
      about: { ...firstContent.about, ...written },
      privacy: { ...firstContent.privacy, ...written },
      imprint: { ...firstContent.imprint, ...written },
      accessibility: { ...firstContent.accessibility, ...written },
    }),
    shopSettings: () => settings,
    register({ body: { password: _, news, ...part } }) {
      const newsConsent = news === undefined ? 'none' : 'asked';
      account.user = newUser({ ...part, newsConsent, status: 'pending', approved: false });
      return { message: 'Done' };
    },
    login: () => ({ token: 'a new token', ...signedIn(account) }),
    logout: () => ({ message: 'Done' }),
    me: () => ({ success: true, user: signedIn(account) }),
    updateUser({ body: { oldPassword: _, password: __, ...part } }) {
      account.user = Object.assign({}, signedIn(account), part);
      return { message: 'Done' };
    },
    updateLicence({ body }) {
      const businessVerificationLink = businessAnswer(body.businessVerificationLink);
      account.user = { ...signedIn(account), ...body, businessVerificationLink };
      return { message: 'Done' };
    },
    cart: () => cartOf(linesOf(designs, cart), coupons, versions.cart),
    couponOffer({ params }) {
      const coupon = coupons.known.find(({ code }) => code === params.code.toUpperCase());
      if (!coupon) throw new Refusal('NOT_FOUND', { message: messages.coupon.unknown });
      const { minimum = 0, offer, ...applied } = coupon;
      return {
        ...applied,
        minimumSubtotal: toWire(minimum),
        startsAt: null,
        endsAt: null,
        isOncePerCustomer: false,
        scope: null,
        state: 'on',
        ...offer,
      };
    },
    couponApply({ body }) {
      const coupon = coupons.known.find(({ code }) => code === body.code.toUpperCase());
      if (!coupon) throw new Refusal('COUPON_REFUSED', { message: messages.coupon.unknown });
      coupons.applied = coupon.code;
      versions.cart += 1;
      return { message: 'Done' };
    },
    couponRemove() {
      coupons.applied = '';
      versions.cart += 1;
      return { message: 'Done' };
    },
    cartAdd: ({ body }) => change('cart', body.productId, true),
    cartRemove: ({ body }) => change('cart', body.productId, false),
    wishlist: () => ({
      items: linesOf(designs, wishlist).map(({ productId, ...item }) => ({
        _id: productId,
        ...item,
      })),
      version: versions.wishlist,
    }),
    wishlistAdd: ({ body }) => change('wishlist', body.productId, true),
    wishlistRemove: ({ params }) => change('wishlist', params.id, false),
    changeReceipt({ params, body }) {
      const order = orders.find(({ _id }) => _id === params.orderId);
      if (!order?.receipt) throw new Refusal('NOT_FOUND');
      const { version, openUntil } = order.receipt;
      order.receipt = { version: version + 1, openUntil, ...body };
      return order;
    },
    orders: () => ({ orders, totalPages: 1, licenceTexts: Object.values(firstTexts) }),
  };
}

function signedIn({ user }: ShopAtFetch['account']): User {
  if (!user) throw new Refusal('NOT_SIGNED_IN');
  return user;
}

function found<T>(answer: T | null): T {
  if (answer === null) throw new Refusal('NOT_FOUND');
  return answer;
}

function itemOf({ title, price, discountedPrice, images, isBuyable }: Product) {
  const image = images[0]?.url ?? '';
  return { title, image, price, discountedPrice, available: isBuyable, addedAt: anInstant };
}

/** The designs of a cart or wishlist as the shop answers them. */
function linesOf(designs: ReadonlyMap<string, Product>, ids: ReadonlySet<string>) {
  return [...designs.values()]
    .filter(({ _id }) => ids.has(_id))
    .map((product) => ({ productId: product._id, ...itemOf(product) }));
}

function cartOf(
  items: readonly CartItem[],
  { known, applied }: ShopAtFetch['coupons'],
  version: number,
): CallAnswer<'cart'> {
  const lines = items.map(({ price, discountedPrice, available }) => ({
    price: fromWire(price),
    discountedPrice: discountedPrice === null ? null : fromWire(discountedPrice),
    available,
  }));
  const coupon = known.find(({ code }) => code === applied) ?? null;
  const isEnough = totalsOf(lines, null).subtotal >= (coupon?.minimum ?? 0);
  const appliedCoupon = isEnough ? coupon : null;
  const { total, totalDiscount } = totalsOf(lines, appliedCoupon);
  return {
    _id: 'c'.repeat(24),
    items: [...items],
    totalPrice: toWire(total),
    totalDiscount: toWire(totalDiscount),
    appliedCoupon,
    ...(!isEnough && { couponProblem: messages.coupon.minimum, waitingCode: applied }),
    version,
  };
}
