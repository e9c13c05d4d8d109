import type { Product } from '../shop/product.ts';
import type { Term } from './term.ts';

/**
 * How a replica is packed. Raise it with every change of which words a design is found by, or of how
 * they are packed (a test tells): what was packed in another format is made again from the designs.
 */
export const packedFormat = 1;

/** Designs and the words they are searched by, as a device keeps them: read at once, many times faster than made. */
export interface PackedReplica {
  readonly format: number;
  /** By slot of the index; null: the slot is empty. */
  readonly products: readonly (Product | null)[];
  /** The words in code-unit order, a line each. */
  readonly texts: string;
  /** How many postings each word has. */
  readonly counts: Uint32Array;
  /** The postings of all words, one word after the other. */
  readonly postings: Uint32Array;
}

export function packReplica(
  products: readonly (Product | null)[],
  terms: readonly Term[],
): PackedReplica {
  const counts = Uint32Array.from(terms, (term) => term.postings.length);
  const postings = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const term of terms) {
    postings.set(term.postings, at);
    at += term.postings.length;
  }
  const texts = terms.map(({ text }) => text).join('\n');
  return { format: packedFormat, products: [...products], texts, counts, postings };
}

export function unpackTerms({ texts, counts, postings }: PackedReplica): Term[] {
  let at = 0;
  return (texts === '' ? [] : texts.split('\n')).map((text, place) => {
    const from = at;
    at += counts[place] ?? 0;
    return { text, postings: Array.from(postings.subarray(from, at)) };
  });
}
