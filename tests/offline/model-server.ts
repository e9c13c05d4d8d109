import { apiBase } from '#contract/calls.ts';
import { type ProblemCode, problemStatus } from '#contract/problem.ts';
import type { Product } from '#contract/product.ts';

/** What befalls the next call on its way. `late` arrives after the caller has given up. */
export type Fault = 'none' | 'lost' | 'unheard' | 'doubled' | 'late' | 'portal' | 'down' | 'broken';

export interface Effect {
  readonly account: string;
  readonly opId: string;
  readonly productId: string;
}

interface ModelSet {
  /** Designs and since when they are in. */
  readonly designs: Map<string, string>;
  version: number;
}

interface Change {
  readonly set: 'cart' | 'wishlist';
  readonly isAdd: boolean;
}

interface Account {
  readonly cart: ModelSet;
  readonly wishlist: ModelSet;
  readonly answers: Map<string, { request: string; answer: unknown }>;
}

/** A small shop in memory that keeps the contract's promises: sets, versions, idempotency keys. */
export function createModelServer() {
  const accounts = new Map<string, Account>();
  const effects: Effect[] = [];
  const late: (() => void)[] = [];
  let faults: Fault[] = [];
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
    { set: name, isAdd }: Change,
  ): unknown {
    const set = accountOf(id)[name];
    effects.push({ account: id, opId, productId });
    if (set.designs.has(productId) !== isAdd) set.version += 1;
    instant += 1000;
    if (!isAdd) set.designs.delete(productId);
    else if (!set.designs.has(productId)) {
      set.designs.set(productId, new Date(instant).toISOString());
    }
    return { message: 'Done', version: set.version };
  }

  function cartOf(id: string): unknown {
    const { designs, version } = accountOf(id).cart;
    const items = [...designs].map(([productId, addedAt]) => ({
      productId,
      ...itemOf(productId),
      addedAt,
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
    const items = [...designs].map(([_id, addedAt]) => ({ _id, ...itemOf(_id), addedAt }));
    return { items, version };
  }

  function answer(path: string, token: string | null, key: string, body: string): Response {
    if (path === '/health') return json({ status: 'ok' });
    if (path.startsWith('/products/')) {
      const id = path.slice('/products/'.length);
      return id === gone ? problem('NOT_FOUND') : json({ product: productOf(id) });
    }
    if (token === null || token === 'ended') return problem('NOT_SIGNED_IN');
    if (path === '/cart') return json(cartOf(token));
    if (path === '/wishlist') return json(wishlistOf(token));
    if (path === '/orders/user') return json({ orders: [], totalPages: 1 });
    const [, removedId] = path.split('/wishlist/remove/');
    const productId = removedId ?? (JSON.parse(body) as { productId: string }).productId;
    if (productId === gone || productId === refusedId) return problem('NOT_FOUND');
    if (productId === broken) return problem('INTERNAL');
    const { answers } = accountOf(token);
    const request = `${path} ${productId}`;
    const before = answers.get(key);
    if (before && before.request !== request) return problem('KEY_REUSED');
    const done = before?.answer ?? change(token, key, productId, changeOf(path));
    answers.set(key, { request, answer: done });
    return json(done);
  }

  async function fetch(request: Request): Promise<Response> {
    const body = await request.text();
    const path = new URL(request.url).pathname.slice(apiBase.length);
    const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? null;
    const key = request.headers.get('Idempotency-Key') ?? '';
    const send = () => answer(path, token, key, body);
    switch (faults.shift() ?? 'none') {
      case 'none':
        return send();
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'unheard':
        send();
        throw new TypeError('Failed to fetch');
      case 'doubled':
        send();
        return send();
      case 'late':
        late.push(send);
        throw new TypeError('Failed to fetch');
      case 'portal':
        return new Response('<!doctype html><title>Hotel</title>', {
          headers: { 'Content-Type': 'text/html' },
        });
      case 'down':
        return problem('UNAVAILABLE', { 'Retry-After': '7' });
      case 'broken':
        return problem('INTERNAL');
    }
  }

  return {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(new Request(input, init)),
    /** Faults of the next calls, in order; none afterwards. */
    befall(next: readonly Fault[]): void {
      faults = [...next];
    },
    /** From now on every change of this design is refused. */
    refuse(productId: string): void {
      refusedId = productId;
    },
    /** What was on its way all the time arrives now. */
    deliverLate(): void {
      for (const send of late.splice(0)) send();
    },
    /** Another device of the account. */
    changeElsewhere(account: string, productId: string, isAdd: boolean): void {
      change(account, `elsewhere-${effects.length}`, productId, { set: 'cart', isAdd });
    },
    cartOf: (account: string): ReadonlySet<string> =>
      new Set(accountOf(account).cart.designs.keys()),
    wishlistOf: (account: string): ReadonlySet<string> =>
      new Set(accountOf(account).wishlist.designs.keys()),
    effects,
  };
}

function changeOf(path: string): Change {
  const [, set, verb] = path.split('/');
  return { set: set === 'cart' ? 'cart' : 'wishlist', isAdd: verb === 'add' };
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
    tile: null,
    isForFabricShops: true,
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

function problem(code: ProblemCode, headers: Record<string, string> = {}): Response {
  const body = { message: `Refused: ${code}`, code };
  return Response.json(body, { status: problemStatus[code], headers });
}
