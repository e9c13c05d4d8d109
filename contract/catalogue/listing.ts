import type { FilterQuery, Filters, Product } from '../shop/product.ts';
import type { FilterSort, SearchSort, Sort } from '../shop/sort.ts';
import { foldText, isAscii } from '../wire/fold-text.ts';
import { fromWire, priceToPay } from '../wire/money.ts';
import { type Bits, clearBit, countBits, hasBit, intersection, setBit } from './bits.ts';
import { type Colored, colorDistance, goesWith, hasColor, leastHarmony } from './color-match.ts';
import { createListingValues, type FacetCounts, type FacetKind } from './listing-values.ts';
import { bandWidth, enough, exactBand, exactScore } from './rank-matches.ts';
import type { Matches } from './search.ts';
import { labOfHex, readSwatches, type Swatch } from './swatches.ts';

/** Filters, sort order and page of a listing. Prices are in dollars; empty lists and missing bounds don't filter. */
export interface ListingQuery
  extends Pick<FilterQuery, 'page' | 'limit'>,
    Partial<Readonly<Record<FacetKind, readonly string[]>>> {
  /** Only the designers' favourites. */
  readonly favourites?: true | undefined;
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  /** Only designs that have this colour, `rrggbb`. */
  readonly color?: string | undefined;
  /**
   * Without a sort, by relevance without a search, or by colour without one: the order in which the listing was
   * created.
   */
  readonly sort?: SearchSort | FilterSort | undefined;
  /** Limits the listing to what a search found: every word, or with `withClose` also the closest of the others. */
  readonly among?: Matches | undefined;
  readonly withClose?: true | undefined;
}

export interface ListingPage {
  readonly products: Product[];
  readonly totalPages: number;
  readonly total: number;
  /** With `withClose`: how many products are in each band of the search. */
  readonly bands?: Uint32Array;
}

/** Products that can be filtered, sorted and paged. Server and device use the same code. */
export interface Listing {
  readonly products: readonly Product[];
  page(query: ListingQuery): ListingPage;
  /**
   * Counts what a search's results can be narrowed to: of the designs with every word, or else of the close ones, those
   * that all filters but the one of the same kind leave.
   */
  facets(filters: Filters, among: Matches | undefined): FacetCounts;
  /** The `most` products whose colours go best with this one's, best first, without itself. */
  goingWith(product: Product, most: number, first?: readonly string[]): Product[];
}

/**
 * The sort key of a title: its words, without case and accents, and `Set 2` before `Set 10`. Compare it by code units,
 * so that every device sorts alike.
 */
export function sortTitle(title: string): string {
  const folded = foldText(title);
  const words = folded.match(isAscii(folded) ? /\d+|[a-z]+/g : /\d+|\p{L}+|\p{N}+/gu) ?? [];
  return words.map((word) => (word <= '9\uffff' ? sortNumber(word) : word)).join(' ');
}

/** Digits that compare as numbers do: first how many there are, nine at a time. */
function sortNumber(digits: string): string {
  const { length } = digits.replace(/^0+(?=\d)/, '');
  return `${'9'.repeat(length / 9)}${length % 9}${digits.slice(-length)}`;
}

const byId = (a: SnapshotKey, b: SnapshotKey) => (a._id < b._id ? -1 : a._id > b._id ? 1 : 0);
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What the order of the snapshot depends on. */
export type SnapshotKey = Pick<Product, 'publishedAt' | '_id'>;

/** Compares products newest first, then by _id: the order of the snapshot. */
export function newestFirst(a: SnapshotKey, b: SnapshotKey): number {
  return byText(b.publishedAt, a.publishedAt) || byId(a, b);
}

/** Compares products most sold first, then newest first (OP-39). */
export function mostSoldFirst(a: Product, b: Product): number {
  return b.salesCount - a.salesCount || newestFirst(a, b);
}

/**
 * Creates a listing of `products` in the given order. Filters are bit sets, created once and combined word by
 * word. Each sort order is computed once, when first needed. A page then costs one pass over bits, whatever
 * the filters.
 */
export function createListing(products: readonly Product[]): Listing {
  const words = Math.ceil(products.length / 32);
  const prices = Int32Array.from(products, (product) =>
    fromWire(priceToPay(product.price, product.discountedPrice)),
  );
  const values = createListingValues(products);
  const favourites = favouritesOf(products);
  const orders = new Map<Sort, Uint32Array>();
  let swatches: Swatch[][] | null = null;
  let popular: Uint32Array | null = null;
  let slots: Int32Array | null = null;

  function orderOf(sort: Sort): Uint32Array {
    let order = orders.get(sort);
    if (!order) {
      order = sortedPlaces(products, prices, sort);
      orders.set(sort, order);
    }
    return order;
  }

  const palettes = () => {
    swatches ??= products.map((product) => readSwatches(product.swatches));
    return swatches;
  };

  function withColor(color: string): Bits {
    const wanted = labOfHex(color);
    const bits = new Uint32Array(words);
    for (const [place, own] of palettes().entries()) if (hasColor(own, wanted)) setBit(bits, place);
    return bits;
  }

  const bySales = () => {
    popular ??= mostSoldPlaces(products);
    return popular;
  };

  /** The search scores of the listing's products, by position. */
  function scoresByPlace({ scores, slotOf }: Matches, { withClose }: ListingQuery): Uint16Array {
    // Products keep their slots for as long as this listing exists.
    slots ??= Int32Array.from(products, ({ _id }) => slotOf(_id) ?? -1);
    // Filled in a loop: `Uint16Array.from` with a function is many times slower.
    const byPlace = new Uint16Array(slots.length);
    for (let place = 0; place < byPlace.length; place++) {
      const score = scores[slots[place] ?? -1] ?? 0;
      if (withClose || score >= exactScore) byPlace[place] = score;
    }
    return byPlace;
  }

  /**
   * Limits `scores` to `bits`, and leaves out of `bits` the close products that are more than enough. Returns how many
   * stay in each band.
   */
  function keepClosest(scores: Uint16Array, bits: Bits): Uint32Array {
    for (let place = 0; place < scores.length; place++) {
      if (!hasBit(bits, place)) scores[place] = 0;
    }
    const bands = new Uint32Array(exactBand + 1);
    const ranked = highestFirst(bySales(), scores);
    for (let rank = 0; rank < ranked.length; rank++) {
      const place = ranked[rank] ?? 0;
      const band = Math.floor((scores[place] ?? 0) / bandWidth);
      if (rank >= enough && band < exactBand) clearBit(bits, place);
      else bands[band] = (bands[band] ?? 0) + 1;
    }
    return bands;
  }

  /**
   * The positions in the requested order; null: the listing's own order. `bits` are what matches. Relevance sorts
   * by score, then by sales, then by the listing's own order; any other order only within each band of a search.
   */
  function orderFor(
    { sort, color }: ListingQuery,
    scores: Uint16Array | null,
    bits: Bits | null,
  ): Uint32Array | null {
    if (sort === undefined) return null;
    const within = (order: Uint32Array) =>
      scores ? highestFirst(order, onlyBands(scores)) : order;
    if (sort === 'closest-color')
      return color && bits ? within(closestFirst(color, bits, palettes())) : null;
    if (sort !== 'relevance') return within(orderOf(sort));
    return scores && highestFirst(bySales(), scores);
  }

  /** The products that match all filters; null: all products. */
  function matching(query: ListingQuery, scores: Uint16Array | null): Bits | null {
    const parts = values.having(query);
    if (query.favourites) parts.push(favourites.slice());
    if (query.color) parts.push(withColor(query.color));
    if (scores) {
      const bits = new Uint32Array(words);
      for (let place = 0; place < scores.length; place++) if (scores[place]) setBit(bits, place);
      parts.push(bits);
    }
    const others = parts.length === 0 ? null : parts.reduce(intersection);
    if (query.minPrice === undefined && query.maxPrice === undefined) return others;
    const low = query.minPrice === undefined ? 0 : fromWire(query.minPrice);
    const high = query.maxPrice === undefined ? Number.MAX_SAFE_INTEGER : fromWire(query.maxPrice);
    return pricedBetween(prices, others, low, high);
  }

  /** Counts what can be chosen next. What is the same for all kinds is only computed once. */
  function facets(filters: Filters, among: Matches | undefined): FacetCounts {
    const query = { page: 1, limit: 1, withClose: true as const };
    const scores = among ? scoresByPlace(among, query) : null;
    const { favourites, color, minPrice, maxPrice } = filters;
    const shared =
      matching({ ...query, favourites, color, minPrice, maxPrice }, scores) ??
      new Uint32Array(words).fill(0xffffffff);
    return values.count(filters, (wanted) => {
      const bits = values.having(wanted).reduce(intersection, shared.slice());
      if (!scores) return bits;
      const exact = exactOf(bits, scores);
      if (countBits(exact) > 0) return exact;
      keepClosest(scores.slice(), bits);
      return bits;
    });
  }

  return {
    products,
    facets,
    page(query) {
      const scores = query.among ? scoresByPlace(query.among, query) : null;
      const bits = matching(query, scores);
      const bands = scores && bits && keepClosest(scores, bits);
      const total = bits ? countBits(bits) : products.length;
      const order = orderFor(query, scores, bits);
      const found: Product[] = [];
      let toSkip = (query.page - 1) * query.limit;
      if (toSkip < total) {
        // Without filters, jump to the slice; with filters, walk until the page is full.
        let step = bits ? 0 : toSkip;
        if (!bits) toSkip = 0;
        for (; step < (order ?? products).length && found.length < query.limit; step++) {
          const place = order ? (order[step] ?? 0) : step;
          if (bits && !hasBit(bits, place)) continue;
          if (toSkip > 0) toSkip--;
          else found.push(products[place] as Product);
        }
      }
      return {
        products: found,
        totalPages: Math.ceil(total / query.limit),
        total,
        ...(query.withClose && bands && { bands }),
      };
    },
    goingWith(product, most, first = []) {
      const together = new Set(first);
      const score = goesWith(coloredOf(product, readSwatches(product.swatches)));
      const scored = products.flatMap((other, place) => {
        if (other._id === product._id) return [];
        const colored = coloredOf(other, palettes()[place] ?? []);
        // More than any harmony: what the studio put together goes together, whatever its colours.
        const chosen = together.has(other._id) ? 2 : 0;
        return [{ other, score: chosen + score(colored) }];
      });
      return scored
        .filter((each) => each.score >= leastHarmony)
        .sort((one, two) => two.score - one.score || newestFirst(one.other, two.other))
        .slice(0, most)
        .map(({ other }) => other);
    },
  };
}

/** Those of `bits` that have every word. */
function exactOf(bits: Bits, scores: Uint16Array): Bits {
  const exact = bits.slice();
  for (let place = 0; place < scores.length; place++) {
    if ((scores[place] ?? 0) < exactScore) clearBit(exact, place);
  }
  return exact;
}

/** The positions of `bits`, the closest colour first, then in the order of `palettes`. */
function closestFirst(
  color: string,
  bits: Bits,
  palettes: readonly (readonly Swatch[])[],
): Uint32Array {
  const wanted = labOfHex(color);
  const keys: number[] = [];
  for (const [place, own] of palettes.entries()) {
    if (hasBit(bits, place)) keys.push(colorDistance(own, wanted) * palettes.length + place);
  }
  return Uint32Array.from(Float64Array.from(keys).sort(), (key) => key % palettes.length);
}

function favouritesOf(products: readonly Product[]): Bits {
  const bits = new Uint32Array(Math.ceil(products.length / 32));
  for (const [place, { isDesignerFavourite }] of products.entries()) {
    if (isDesignerFavourite) setBit(bits, place);
  }
  return bits;
}

function coloredOf(product: Product, swatches: readonly Swatch[]): Colored {
  return {
    swatches,
    designers: product.designer,
    categories: product.categories.map(({ _id }) => _id),
  };
}

function sortedPlaces(products: readonly Product[], prices: Int32Array, sort: Sort): Uint32Array {
  const places = Uint32Array.from(products, (_, place) => place);
  const at = (place: number) => products[place] as Product;
  const ties = (a: number, b: number) => byId(at(a), at(b));
  const price = (place: number) => prices[place] ?? 0;
  if (sort === 'newest') return places.sort((a, b) => newestFirst(at(a), at(b)));
  if (sort === 'oldest') {
    return places.sort((a, b) => byText(at(a).publishedAt, at(b).publishedAt) || ties(a, b));
  }
  if (sort === 'price-low-high') return places.sort((a, b) => price(a) - price(b) || ties(a, b));
  if (sort === 'price-high-low') return places.sort((a, b) => price(b) - price(a) || ties(a, b));
  const titles = products.map((product) => sortTitle(product.title));
  const title = (place: number) => titles[place] ?? '';
  if (sort === 'a-z') return places.sort((a, b) => byText(title(a), title(b)) || ties(a, b));
  return places.sort((a, b) => byText(title(b), title(a)) || ties(a, b));
}

/** Positions sorted by sales, then in the given order. Sorts numbers, which is many times faster than a compare function. */
function mostSoldPlaces(products: readonly Product[]): Uint32Array {
  const mostSold = products.reduce((most, { salesCount }) => Math.max(most, salesCount), 0);
  const keys = Float64Array.from(
    products,
    ({ salesCount }, place) => (mostSold - salesCount) * products.length + place,
  );
  return Uint32Array.from(keys.sort(), (key) => key % products.length);
}

/** Reused by each search; otherwise the 256 KB of each would pile up until collected. */
const countedScores = new Uint32Array(0x10000);

const onlyBands = (scores: Uint16Array) => scores.map((score) => score - (score % bandWidth));

/** The `places` that have a score, highest score first. Equal scores keep their order. */
function highestFirst(places: Uint32Array, scores: Uint16Array): Uint32Array {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  // Counting sort: count each score, then add up to find where the products of each score start.
  const next = countedScores.subarray(0, most + 1).fill(0);
  for (const score of scores) {
    const after = most + 1 - score;
    if (score > 0) next[after] = (next[after] ?? 0) + 1;
  }
  for (let rank = 1; rank < next.length; rank++) {
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  }
  const order = new Uint32Array(next.at(-1) ?? 0);
  for (const place of places) {
    const score = scores[place] ?? 0;
    if (score === 0) continue;
    const rank = most - score;
    const at = next[rank] ?? 0;
    order[at] = place;
    next[rank] = at + 1;
  }
  return order;
}

/** The products in `among` (null: all) that cost from `low` to `high` cents. */
function pricedBetween(prices: Int32Array, among: Bits | null, low: number, high: number): Bits {
  const bits = new Uint32Array(Math.ceil(prices.length / 32));
  for (let word = 0; word < bits.length; word++) {
    // Visit only what the other filters left, lowest bit first.
    let left = among ? (among[word] ?? 0) : 0xffffffff;
    let found = 0;
    while (left !== 0) {
      const lowest = left & -left;
      left ^= lowest;
      const price = prices[word * 32 + 31 - Math.clz32(lowest)] ?? Number.NaN;
      if (price >= low && price <= high) found |= lowest;
    }
    bits[word] = found;
  }
  return bits;
}
