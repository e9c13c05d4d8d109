import * as v from 'valibot';
import { replicaAnswers } from '#contract/catalogue/catalogue-calls.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import type { User } from '#contract/shop/account.ts';
import { type CallAnswer, type CallInput, type CallName, calls } from '#contract/shop/calls.ts';
import type { CartItem } from '#contract/shop/cart.ts';
import type { Product } from '#contract/shop/product.ts';
import { totalsOf } from '#contract/shop/totals.ts';
import type { Call } from '#contract/wire/call.ts';
import { fromWire, toWire } from '#contract/wire/money.ts';
import { type ProblemBody, type ProblemCode, problemStatus } from '#contract/wire/problem.ts';
import { queryRecord, templatePattern } from '#contract/wire/url-template.ts';
import { firstTexts } from '#server/licences/first-texts.ts';
import { firstContent, firstTermsVersion } from '#server/platform/content/first-content.ts';

/** Thrown by a handler: the page gets it as a problem of the shop. */
export class Refusal extends Error {
  readonly body: ProblemBody;

  constructor(code: ProblemCode, part: Partial<ProblemBody> = {}) {
    super(code);
    this.body = { message: '', code, ...part };
  }
}

type MaybePromise<T> = T | Promise<T>;
export type Handlers = {
  [N in CallName]?: (input: CallInput<N>) => MaybePromise<CallAnswer<N>>;
};

/** A call that the page has made, with what it sent. */
export interface SentCall {
  readonly name: CallName;
  readonly body: unknown;
}

export interface ShopAtFetch {
  /** Takes the place of the page's `fetch`. */
  readonly fetch: typeof fetch;
  /** Whether the page reaches the shop. */
  setReachable(isReachable: boolean): void;
  /** Holds back the answers of a call until the returned function is called, like a slow network. */
  hold(name: CallName): () => void;
  /** The calls so far, oldest first. */
  readonly sent: readonly SentCall[];
  /** Answers that a test gives in place of the shop's own. */
  readonly handlers: Handlers;
  /** The designs in the account's cart and wishlist, by id. */
  readonly cart: Set<string>;
  readonly wishlist: Set<string>;
}

const anInstant = '2026-01-01T00:00:00.000Z';

const patterns = Object.entries(calls).map(([name, call]) => ({
  name: name as CallName,
  call: call as Call,
  pattern: templatePattern(call.path),
  isFixed: !call.path.includes('{'),
}));
patterns.sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

/**
 * A shop of these designs and one account, behind `fetch`: it parses what the page sends, and what a handler answers,
 * with the contract. A call that nothing answers fails as not found.
 */
export function shopAtFetch(products: readonly Product[], user: User | null): ShopAtFetch {
  const sent: SentCall[] = [];
  const cart = new Set<string>();
  const wishlist = new Set<string>();
  const handlers: Handlers = {};
  const own = ownHandlers(products, user, { cart, wishlist });
  let isReachable = true;
  const held = new Map<CallName, Promise<void>>();

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const asked = patterns.find(
      ({ call, pattern }) => call.method === request.method && pattern.test(url.pathname),
    );
    if (!asked) return problem({ message: '', code: 'NOT_FOUND' });
    const { name, call, pattern } = asked;
    const text = await request.text();
    const body = text === '' ? undefined : JSON.parse(text);
    sent.push({ name, body });
    const input = {
      params: call.params && v.parse(call.params, { ...pattern.exec(url.pathname)?.groups }),
      query: call.query && v.parse(call.query, queryRecord(url.search)),
      body: call.body && v.parse(call.body, body),
    };
    const handler = (handlers[name] ?? own[name]) as
      | ((input: unknown) => MaybePromise<unknown>)
      | undefined;
    await held.get(name);
    try {
      if (!handler) throw new Refusal('NOT_FOUND');
      return Response.json(v.parse(call.answer, await handler(input)));
    } catch (error) {
      if (error instanceof Refusal) return problem(error.body);
      throw error;
    }
  }

  return {
    async fetch(input, init) {
      if (!isReachable) throw new TypeError('Failed to fetch');
      return answer(new Request(input, init));
    },
    setReachable(value) {
      isReachable = value;
    },
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(name, promise);
      return () => {
        held.delete(name);
        resolve();
      };
    },
    sent,
    handlers,
    cart,
    wishlist,
  };
}

function problem(body: ProblemBody): Response {
  return Response.json(body, { status: problemStatus[body.code] });
}

function ownHandlers(
  products: readonly Product[],
  user: User | null,
  { cart, wishlist }: Pick<ShopAtFetch, 'cart' | 'wishlist'>,
): Handlers {
  const replica = createReplica();
  replica.apply(products, []);
  const versions = { cart: 0, wishlist: 0 };
  const sets = { cart, wishlist };
  const change = (name: keyof typeof sets, id: string, isAdd: boolean) => {
    if (isAdd) sets[name].add(id);
    else sets[name].delete(id);
    versions[name] += 1;
    return { message: 'Done', version: versions[name] };
  };
  const { hero, announcement, footer, featured, customs, reminder, faq, services, guide } =
    firstContent;
  return {
    filterOptions: () => replicaAnswers.filterOptions(replica),
    productsFilter: (input) => replicaAnswers.productsFilter(replica, input),
    products: () => ({ ...replica.snapshot(), synonyms: [], cursor: '1', total: replica.size }),
    productsSearch: (input) => replicaAnswers.productsSearch(replica, input),
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
    homeTexts: () => ({ customs, reminder, faq, services, guide }),
    terms: () => ({ version: firstTermsVersion, terms: firstContent.terms }),
    shopSettings: () => ({
      name: 'Pinwheel',
      designers: [{ name: 'Clementine Fox', email: 'clementine@pinwheel.example' }],
      socialLink: '',
      termsVersion: firstTermsVersion,
      texts: { hero, announcement, footer, featured },
      payments: { clientId: 'practice', sdkUrl: '/practice/sdk', isPractice: true },
      demo: null,
    }),
    me: () => {
      if (!user) throw new Refusal('NOT_SIGNED_IN');
      return { success: true, user };
    },
    cart: () => cartOf(products, cart, versions.cart),
    cartAdd: ({ body }) => change('cart', body.productId, true),
    cartRemove: ({ body }) => change('cart', body.productId, false),
    wishlist: () => ({
      items: products
        .filter(({ _id }) => wishlist.has(_id))
        .map((product) => ({ _id: product._id, ...itemOf(product) })),
      version: versions.wishlist,
    }),
    wishlistAdd: ({ body }) => change('wishlist', body.productId, true),
    wishlistRemove: ({ params }) => change('wishlist', params.id, false),
    orders: () => ({ orders: [], totalPages: 1, licenceTexts: [] }),
  };
}

function found<T>(answer: T | null): T {
  if (answer === null) throw new Refusal('NOT_FOUND');
  return answer;
}

function itemOf({ title, price, discountedPrice, images, isBuyable }: Product) {
  const image = images[0]?.url ?? '';
  return { title, image, price, discountedPrice, available: isBuyable, addedAt: anInstant };
}

function cartOf(
  products: readonly Product[],
  cart: ReadonlySet<string>,
  version: number,
): CallAnswer<'cart'> {
  const items: CartItem[] = products
    .filter(({ _id }) => cart.has(_id))
    .map((product) => ({ productId: product._id, ...itemOf(product) }));
  const { total, totalDiscount } = totalsOf(
    items.map(({ price, discountedPrice, available }) => ({
      price: fromWire(price),
      discountedPrice: discountedPrice === null ? null : fromWire(discountedPrice),
      available,
    })),
    null,
  );
  return {
    _id: 'c'.repeat(24),
    items,
    totalPrice: toWire(total),
    totalDiscount: toWire(totalDiscount),
    appliedCoupon: null,
    version,
  };
}
