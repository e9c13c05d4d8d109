import * as v from 'valibot';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import { type Product, productSchema } from '#contract/shop/product.ts';
import { createRoughNetwork, problem } from './rough-network.ts';

export interface Effect {
  readonly account: string;
  readonly opId: string;
  readonly productId: string;
}

interface ModelSet {
  /** Designs, since when they are in the list, and how their buyer wants to see them. */
  readonly designs: Map<string, { readonly addedAt: string; readonly view?: unknown }>;
  version: number;
}

interface Change {
  readonly list: 'cart' | 'wishlist';
  readonly isAdd: boolean;
  readonly view?: unknown;
}

interface Account {
  readonly cart: ModelSet;
  readonly wishlist: ModelSet;
  readonly answers: Map<string, { request: string; answer: unknown }>;
}

const licenceText: LicenceText = {
  licenseType: 'SMALL_BUSINESS',
  version: '2026-11',
  allows: ['Sew with it.'],
  forbids: ['Resell it.'],
  goods: '100 goods.',
};

/** A small in-memory shop that keeps the contract's promises (lists, versions, idempotency keys), behind a rough network. */
export function createModelServer() {
  const accounts = new Map<string, Account>();
  const effects: Effect[] = [];
  const ordersOf = new Map<string, readonly Order[]>();
  let refusedId: string | null = null;
  let instant = Date.UTC(2026, 0, 1);

  function accountOf(id: string): Account {
    let account = accounts.get(id);
    if (!account) {
      const newSet = (): ModelSet => ({ designs: new Map(), version: 0 });
      account = { cart: newSet(), wishlist: newSet(), answers: new Map() };
      accounts.set(id, account);
    }
    return account;
  }

  function change(
    id: string,
    opId: string,
    productId: string,
    { list: name, isAdd, view }: Change,
  ): unknown {
    const list = accountOf(id)[name];
    effects.push({ account: id, opId, productId });
    const before = list.designs.get(productId);
    if (view === null && !before) return { message: 'Done', version: list.version };
    if ((before !== undefined) !== isAdd || view !== undefined) list.version += 1;
    instant += 1000;
    if (!isAdd) list.designs.delete(productId);
    else if (!before || view !== undefined) {
      const addedAt = before?.addedAt ?? new Date(instant).toISOString();
      list.designs.set(productId, { addedAt, ...(view !== undefined && { view }) });
    }
    return { message: 'Done', version: list.version };
  }

  function cartOf(id: string): unknown {
    const { designs, version } = accountOf(id).cart;
    const items = [...designs].map(([productId, line]) => ({
      productId,
      ...itemOf(productId),
      ...line,
    }));
    return {
      _id: 'c'.repeat(24),
      items,
      totalPrice: items.length * 4,
      totalDiscount: items.length,
      appliedCoupon: null,
      version,
    };
  }

  function wishlistOf(id: string): unknown {
    const { designs, version } = accountOf(id).wishlist;
    const items = [...designs].map(([_id, line]) => ({ _id, ...itemOf(_id), ...line }));
    return { items, version };
  }

  function answer(path: string, token: string | null, key: string, body: string): Response {
    if (path === '/ready') return json({ status: 'ok' });
    if (path.startsWith('/products/')) {
      const id = path.slice('/products/'.length);
      return id === gone ? problem('NOT_FOUND') : json({ product: productOf(id) });
    }
    if (token === null || token === 'ended') return problem('NOT_SIGNED_IN');
    if (path === '/cart') return json(cartOf(token));
    if (path === '/wishlist') return json(wishlistOf(token));
    if (path === '/orders/user') {
      const orders = ordersOf.get(token) ?? [];
      return json({ orders, totalPages: 1, licenceTexts: [licenceText] });
    }
    const [, removedId] = path.split('/wishlist/remove/');
    const { productId, view } = removedId
      ? { productId: removedId }
      : (JSON.parse(body) as { productId: string; view?: unknown });
    if (productId === gone || productId === refusedId) return problem('NOT_FOUND');
    if (productId === broken) return problem('INTERNAL');
    const { answers } = accountOf(token);
    const request = `${path} ${productId}`;
    const before = answers.get(key);
    if (before && before.request !== request) return problem('KEY_REUSED');
    const done = before?.answer ?? change(token, key, productId, { ...changeOf(path), view });
    answers.set(key, { request, answer: done });
    return json(done);
  }

  const network = createRoughNetwork(async (request) => {
    const path = new URL(request.url).pathname.slice('/api'.length);
    const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? null;
    const key = request.headers.get('Idempotency-Key') ?? '';
    return answer(path, token, key, await request.text());
  });

  return {
    fetch: network.fetch,
    nextFaults: network.nextFaults,
    /** Refuses every change of this design from now on. */
    refuse(productId: string): void {
      refusedId = productId;
    },
    /** Gives the account these orders, newest first. */
    buy(account: string, ...orders: readonly Order[]): void {
      ordersOf.set(account, orders);
    },
    /** A change by another device of the account. */
    changeElsewhere(account: string, productId: string, isAdd: boolean): void {
      change(account, `elsewhere-${effects.length}`, productId, { list: 'cart', isAdd });
    },
    /** The server was restored from a backup made before the account's first change. */
    restoreOlder(account: string): void {
      accounts.delete(account);
    },
    cartOf: (account: string): ReadonlySet<string> =>
      new Set(accountOf(account).cart.designs.keys()),
    wishlistOf: (account: string): ReadonlySet<string> =>
      new Set(accountOf(account).wishlist.designs.keys()),
    effects,
  };
}

function changeOf(path: string): Change {
  const [, list, verb] = path.split('/');
  return { list: list === 'cart' ? 'cart' : 'wishlist', isAdd: verb === 'add' };
}

/** A design that the shop doesn't have. */
export const gone = 'e'.repeat(24);
/** A design on which the server always fails. */
export const broken = 'b'.repeat(24);

export function productId(index: number): string {
  return index.toString(16).padStart(24, '0');
}

export function productOf(id: string): Product {
  const { title, price, discountedPrice, image } = itemOf(id);
  return {
    ...v.getDefaults(productSchema),
    _id: id,
    title,
    price,
    discountedPrice,
    images: [{ _id: id, url: image, width: 1200, height: 1200, color: '#ffffff' }],
    categories: [],
    designer: ['Clementine Fox'],
    salesCount: 0,
    sku: 'PW-1',
    description: '',
    publishedAt: '2026-01-01T00:00:00.000Z',
    isBuyable: true,
    isDesignerFavourite: false,
    files: [],
  };
}

function itemOf(id: string) {
  return {
    title: `Design ${id.slice(-2)}`,
    image: `/images/${id}/640.avif`,
    price: 5,
    discountedPrice: 4,
    available: true,
  };
}

function json(value: unknown): Response {
  return Response.json(value);
}

/** Two designs of the shop, and two of its buyers. */
export const fox = productOf(productId(1));
export const moon = productOf(productId(2));
export const ana = 'a'.repeat(24);
export const ben = 'd'.repeat(24);
