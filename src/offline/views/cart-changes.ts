import { priceToPay } from '#contract/wire/money.ts';
import type { ListLine } from '#offline/outbox/rows.ts';

/** A difference in one design between the cart as shown and the cart now. `from` and `to` are prices to pay, in dollars. */
export interface CartChange {
  readonly productId: string;
  readonly title: string;
  readonly kind: 'dearer' | 'cheaper' | 'gone' | 'added' | 'removed';
  readonly from: number | null;
  readonly to: number | null;
}

/** The differences that a buyer must see before paying, in the order of the new cart; designs that left it come last. */
export function cartChanges(
  before: readonly ListLine[],
  after: readonly ListLine[],
): readonly CartChange[] {
  const old = new Map(before.map((line) => [line.productId, line]));
  const left = new Set(after.map((line) => line.productId));
  const removed = before
    .filter((line) => !left.has(line.productId) && line.snapshot.isAvailable)
    .map((line) => changeOf(line, 'removed', priceOf(line), null));
  const changed = after.flatMap((line) => {
    const was = old.get(line.productId);
    const change = was ? lineChange(was, line) : addedChange(line);
    return change ? [change] : [];
  });
  return [...changed, ...removed];
}

/** Each line as it was first seen; of two lines with the same design, the earlier. Returns `before` itself if nothing is new. */
export function firstSeen(
  before: readonly ListLine[],
  now: readonly ListLine[],
): readonly ListLine[] {
  const known = new Set(before.map((line) => line.productId));
  const fresh = now.filter((line) => !known.has(line.productId));
  return fresh.length === 0 ? before : [...before, ...fresh];
}

/** How prices moved since each line was first seen, by productId. */
export function movedPrices(
  atFirst: readonly ListLine[],
  now: readonly ListLine[],
): ReadonlyMap<string, CartChange> {
  return new Map(cartChanges(atFirst, now).map((change) => [change.productId, change]));
}

function lineChange(was: ListLine, is: ListLine): CartChange | null {
  const [from, to] = [priceOf(was), priceOf(is)];
  if (from !== null && to === null) return changeOf(is, 'gone', from, null);
  if (to === null) return null;
  if (from === null) return changeOf(is, 'added', null, to);
  if (to === from) return null;
  return changeOf(is, to > from ? 'dearer' : 'cheaper', from, to);
}

function addedChange(line: ListLine): CartChange | null {
  const price = priceOf(line);
  return price === null ? null : changeOf(line, 'added', null, price);
}

/** Null for a design that is no longer for sale. */
function priceOf({ snapshot }: ListLine): number | null {
  return snapshot.isAvailable ? priceToPay(snapshot.price, snapshot.discountedPrice) : null;
}

function changeOf(
  line: ListLine,
  kind: CartChange['kind'],
  from: number | null,
  to: number | null,
): CartChange {
  return { productId: line.productId, title: line.snapshot.title, kind, from, to };
}
