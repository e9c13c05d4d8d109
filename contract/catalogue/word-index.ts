import { descriptionText } from '../shop/description-html.ts';
import type { Product } from '../shop/product.ts';
import { type PackedReplica, packReplica, unpackTerms } from './packed-replica.ts';
import { wordsOf } from './search-text.ts';
import { stem } from './stem.ts';
import type { Term } from './term.ts';

/** The fields of a product that hold words; each is one bit of a posting. */
export const fieldBits = {
  designer: 1,
  description: 2,
  sku: 4,
  category: 8,
  keyword: 16,
  /** The most important keyword of each kind. */
  mainKeyword: 32,
  title: 64,
  /** The whole SKU as one word, without dashes. */
  wholeSku: 128,
} as const;

/** The fields that name what a design shows. */
export const namingFields =
  fieldBits.title | fieldBits.mainKeyword | fieldBits.keyword | fieldBits.category;

/** An inverted index: for each word, the products that have it. Stores only strings and numbers besides the products. */
export interface WordIndex {
  /** The number of slots, including empty ones. */
  readonly slots: number;
  /** The number of products. */
  readonly size: number;
  /** All words in code-unit order. */
  readonly terms: readonly Term[];
  term(text: string): Term | undefined;
  /** The words with this stem: singular and plural. */
  family(stemmed: string): Term[];
  product(slot: number): Product | null;
  put(product: Product): void;
  remove(productId: string): void;
  /** The slot of a product; undefined if it isn't indexed. */
  slotOf(productId: string): number | undefined;
  /** Updates `terms` after changes. Unless `isDone`, waits until enough new words have accumulated. */
  settle(isDone: boolean): void;
  /** The whole index, up to date, in a form to store. */
  pack(): PackedReplica;
  /** Loads a packed index. Only for an empty index. */
  restore(packed: PackedReplica): void;
}

export function createWordIndex(): WordIndex {
  const byText = new Map<string, Term>();
  /** Terms that differ from their stem, by stem. */
  const variants = new Map<string, Term[]>();
  const products: (Product | null)[] = [];
  const slotOf = new Map<string, number>();
  const empty: number[] = [];
  let terms: Term[] = [];
  let fresh: Term[] = [];
  let isAnyGone = false;

  function addTerm(term: Term): Term {
    const { text } = term;
    byText.set(text, term);
    const stemmed = stem(text);
    if (stemmed !== text) variants.set(stemmed, [...(variants.get(stemmed) ?? []), term]);
    return term;
  }

  function freshTerm(text: string): Term {
    const term: Term = { text, postings: [] };
    fresh.push(term);
    return addTerm(term);
  }

  function dropTerm({ text }: Term): void {
    byText.delete(text);
    const stemmed = stem(text);
    if (stemmed === text) return;
    const others = variants.get(stemmed)?.filter((term) => term.text !== text) ?? [];
    if (others.length > 0) variants.set(stemmed, others);
    else variants.delete(stemmed);
  }

  function replaceWords(
    slot: number,
    before: ReadonlyMap<string, number>,
    after: ReadonlyMap<string, number>,
  ): void {
    for (const [text, fields] of before) {
      if (after.get(text) === fields) continue;
      const { postings } = byText.get(text) as Term;
      postings.splice(placeIn(postings, slot * 256), 1);
      isAnyGone ||= postings.length === 0;
    }
    for (const [text, fields] of after) {
      if (before.get(text) === fields) continue;
      const { postings } = byText.get(text) ?? freshTerm(text);
      const posting = slot * 256 + fields;
      if ((postings.at(-1) ?? -1) < posting) postings.push(posting);
      else postings.splice(placeIn(postings, posting), 0, posting);
    }
  }

  const nothing: ReadonlyMap<string, number> = new Map();
  return {
    get slots() {
      return products.length;
    },
    get size() {
      return slotOf.size;
    },
    get terms() {
      return terms;
    },
    term: (text) => byText.get(text),
    family(stemmed) {
      const itself = byText.get(stemmed);
      return [...(itself ? [itself] : []), ...(variants.get(stemmed) ?? [])];
    },
    product: (slot) => products[slot] ?? null,
    slotOf: (productId) => slotOf.get(productId),
    put(product) {
      const known = slotOf.get(product._id);
      const slot = known ?? empty.pop() ?? products.length;
      const before = products[slot];
      products[slot] = product;
      slotOf.set(product._id, slot);
      // A new price or sale changes no words.
      if (before && hasSameTexts(before, product)) return;
      replaceWords(slot, before ? productWords(before) : nothing, productWords(product));
    },
    remove(productId) {
      const slot = slotOf.get(productId);
      const before = slot === undefined ? null : products[slot];
      if (slot === undefined || !before) return;
      replaceWords(slot, productWords(before), nothing);
      products[slot] = null;
      slotOf.delete(productId);
      empty.push(slot);
    },
    settle(isDone) {
      if (!isDone && fresh.length < terms.length / 8) return;
      if (isAnyGone) {
        for (const term of [...terms, ...fresh]) if (term.postings.length === 0) dropTerm(term);
        terms = terms.filter(({ postings }) => postings.length > 0);
        fresh = fresh.filter(({ postings }) => postings.length > 0);
        isAnyGone = false;
      }
      if (fresh.length === 0) return;
      terms = merged(terms, fresh.sort(byCodeUnits));
      fresh = [];
    },
    pack: () => packReplica(products, terms),
    restore(packed) {
      for (const [slot, product] of packed.products.entries()) {
        products.push(product);
        if (product) slotOf.set(product._id, slot);
        else empty.push(slot);
      }
      terms = unpackTerms(packed).map(addTerm);
    },
  };
}

/** Whether a category is of two things, such as `Sea & Sky`: a design of it need not show the first. */
export const isPair = (category: string): boolean => /[&+/,]|\b(?:and|or)\b/iu.test(category);

/** A product's words, each with the fields it is in. */
function productWords(product: Product): Map<string, number> {
  const words = new Map<string, number>();
  const add = (text: string, bit: number) => {
    for (const word of wordsOf(text)) words.set(word, (words.get(word) ?? 0) | bit);
  };
  add(product.title, fieldBits.title);
  for (const kind of Object.values(product.keywords)) {
    for (const [place, keyword] of kind.entries()) {
      add(keyword, place === 0 ? fieldBits.mainKeyword : fieldBits.keyword);
    }
  }
  for (const { name } of product.categories) {
    add(name, isPair(name) ? fieldBits.description : fieldBits.category);
  }
  for (const name of product.designer) add(name, fieldBits.designer);
  add(product.sku, fieldBits.sku);
  add(wordsOf(product.sku).join(''), fieldBits.wholeSku);
  add(descriptionText(product.description), fieldBits.description);
  return words;
}

function hasSameTexts(one: Product, other: Product): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.sku === other.sku &&
    one.designer.join('\n') === other.designer.join('\n') &&
    one.categories.map(({ name }) => name).join('\n') ===
      other.categories.map(({ name }) => name).join('\n') &&
    JSON.stringify(one.keywords) === JSON.stringify(other.keywords)
  );
}

/** The position of a number in ascending `numbers`, or where to insert it. */
function placeIn(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byCodeUnits(a: Term, b: Term): number {
  return a.text < b.text ? -1 : 1;
}

function merged(one: readonly Term[], other: readonly Term[]): Term[] {
  const both: Term[] = [];
  let next = 0;
  for (const term of other) {
    for (let known = one[next]; known && known.text < term.text; known = one[++next]) {
      both.push(known);
    }
    both.push(term);
  }
  for (; next < one.length; next++) both.push(one[next] as Term);
  return both;
}

/** The range of terms that start with `beginning`: the first position, and the one after the last. */
export function termsFrom(terms: readonly Term[], beginning: string): [number, number] {
  return [firstTerm(terms, beginning), firstTerm(terms, `${beginning}\uffff`)];
}

/** The position of the first term that isn't before `text`. */
export function firstTerm(terms: readonly Term[], text: string, from = 0): number {
  let low = from;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as Term).text < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
