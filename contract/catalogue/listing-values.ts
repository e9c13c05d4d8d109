import type { Filters, Product } from '../shop/product.ts';
import { type Bits, hasBit, setBit } from './bits.ts';

/** What designs are filtered by with words or ids: by the shop's shelves, and by three kinds of keywords. */
export const facetKinds = ['category', 'designer', 'motif', 'occasion', 'style'] as const;
export type FacetKind = (typeof facetKinds)[number];

/** How many designs have each value of each kind. */
export type FacetCounts = Readonly<Record<FacetKind, ReadonlyMap<string, number>>>;

export interface ListingValues {
  /** The products that have any of the wanted values, for each kind with wanted ones. The sets are the caller's. */
  having(wanted: Partial<Readonly<Record<FacetKind, readonly string[]>>>): Bits[];
  /** Counts the values of each kind among the products that `find` gives without the filter of that kind. */
  count(filters: Filters, find: (filters: Filters) => Bits): FacetCounts;
}

function valuesOf({ categories, designer, keywords }: Product, kind: FacetKind): readonly string[] {
  if (kind === 'category') return categories.map(({ _id }) => _id);
  return kind === 'designer' ? designer : keywords[kind];
}

export function createListingValues(products: readonly Product[]): ListingValues {
  const words = Math.ceil(products.length / 32);
  const create = (kind: FacetKind) => bitsBy(products, words, (product) => valuesOf(product, kind));
  /** Of keywords, once one of the kind is filtered by. */
  const known = new Map<FacetKind, Map<string, Bits>>([
    ['category', create('category')],
    ['designer', create('designer')],
  ]);

  function bitsOf(kind: FacetKind): ReadonlyMap<string, Bits> {
    const bits = known.get(kind) ?? create(kind);
    known.set(kind, bits);
    return bits;
  }

  function countIn(bits: Bits, kind: FacetKind): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [place, product] of products.entries()) {
      if (!hasBit(bits, place)) continue;
      for (const value of valuesOf(product, kind)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  }

  return {
    having: (wanted) =>
      facetKinds.flatMap((kind) => {
        const keys = wanted[kind] ?? [];
        return keys.length > 0 ? [union(bitsOf(kind), keys, words)] : [];
      }),
    count(filters, find) {
      let all: Bits | null = null;
      const countOf = (kind: FacetKind) => {
        if (filters[kind].length > 0) return countIn(find({ ...filters, [kind]: [] }), kind);
        all ??= find(filters);
        return countIn(all, kind);
      };
      return {
        category: countOf('category'),
        designer: countOf('designer'),
        motif: countOf('motif'),
        occasion: countOf('occasion'),
        style: countOf('style'),
      };
    },
  };
}

function bitsBy(
  products: readonly Product[],
  words: number,
  keysOf: (product: Product) => readonly string[],
): Map<string, Bits> {
  const all = new Map<string, Bits>();
  for (const [place, product] of products.entries()) {
    for (const key of keysOf(product)) {
      let bits = all.get(key);
      if (!bits) {
        bits = new Uint32Array(words);
        all.set(key, bits);
      }
      setBit(bits, place);
    }
  }
  return all;
}

/** Products that have any of `keys`; an unknown key matches nothing. */
function union(all: ReadonlyMap<string, Bits>, keys: readonly string[], words: number): Bits {
  const bits = new Uint32Array(words);
  for (const key of keys) {
    const more = all.get(key);
    if (more)
      for (let word = 0; word < words; word++) bits[word] = (bits[word] ?? 0) | (more[word] ?? 0);
  }
  return bits;
}
