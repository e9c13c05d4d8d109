import type { Product } from '../shop/product.ts';
import type { Term } from './term.ts';

/**
 * The version of the packed format. Raise it with every change of which words find a design, or of how they
 * are packed (a test checks this). A replica packed in another format is rebuilt from its designs.
 */
export const packedFormat = 3;

/** Designs and their search words in the form a device stores. Reading it is many times faster than indexing again. */
export interface PackedReplica {
  readonly format: number;
  /** By slot of the index; null for an empty slot. */
  readonly products: readonly (Product | null)[];
  /** All words in code-unit order, one per line. */
  readonly texts: string;
  /** Number of postings of each word. */
  readonly counts: Uint32Array;
  /** The postings of all words, word by word. */
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
