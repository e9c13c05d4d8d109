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

interface Account {
  readonly cart: Map<string, string>;
  readonly answers: Map<string, { request: string; answer: unknown }>;
  version: number;
}

/** A small shop in memory that keeps the contract's promises: sets, versions, idempotency keys. */
export function createModelServer() {
  const accounts = new Map<string, Account>();
  const effects: Effect[] = [];
  const late: (() => void)[] = [];
  let faults: Fault[] = [];
  let instant = Date.UTC(2026, 0, 1);

  function accountOf(id: string): Account {
    let account = accounts.get(id);
    if (!account) {
      account = { cart: new Map(), answers: new Map(), version: 0 };
      accounts.set(id, account);
    }
    return account;
  }

  function change(id: string, opId: string, productId: string, isAdd: boolean): unknown {
    const account = accountOf(id);
    effects.push({ account: id, opId, productId });
    if (account.cart.has(productId) !== isAdd) account.version += 1;
    instant += 1000;
    if (!isAdd) account.cart.delete(productId);
    else if (!account.cart.has(productId)) {
      account.cart.set(productId, new Date(instant).toISOString());
    }
    return { message: 'Done', version: account.version };
  }

  function cartOf(id: string): unknown {
    const account = accountOf(id);
    const items = [...account.cart].map(([productId, addedAt]) => ({
      ...itemOf(productId),
      addedAt,
    }));
    return {
      _id: 'c'.repeat(24),
      items,
      totalPrice: items.length * 4,
      totalDiscount: items.length,
      appliedCoupon: null,
      version: account.version,
    };
  }

  function answer(path: string, token: string | null, key: string, body: string): Response {
    if (path === '/health') return json({ status: 'ok' });
    if (path.startsWith('/products/')) {
      const id = path.slice('/products/'.length);
      return id === gone ? problem('NOT_FOUND') : json({ product: productOf(id) });
    }
    if (token === null || token === 'ended') return problem('NOT_SIGNED_IN');
    if (path === '/cart') return json(cartOf(token));
    if (path === '/orders/user') return json({ orders: [], totalPages: 1 });
    const { productId } = JSON.parse(body) as { productId: string };
    if (productId === gone) return problem('NOT_FOUND');
    if (productId === broken) return problem('INTERNAL');
    const { answers } = accountOf(token);
    const request = `${path} ${productId}`;
    const before = answers.get(key);
    if (before && before.request !== request) return problem('KEY_REUSED');
    const done = before?.answer ?? change(token, key, productId, path === '/cart/add');
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
    /** What was on its way all the time arrives now. */
    deliverLate(): void {
      for (const send of late.splice(0)) send();
    },
    /** Another device of the account. */
    changeElsewhere(account: string, productId: string, isAdd: boolean): void {
      change(account, `elsewhere-${effects.length}`, productId, isAdd);
    },
    cartOf: (account: string): ReadonlySet<string> => new Set(accountOf(account).cart.keys()),
    effects,
  };
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
    files: [],
  };
}

function itemOf(id: string) {
  return {
    productId: id,
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
