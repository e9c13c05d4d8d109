import type { FileAmounts } from './amounts.ts';
import { plainLine } from './plain-text.ts';

/** How many different words of a kind are kept: the most frequent ones. */
const wordsKept = 200;

type Counts = readonly (readonly [string, number])[];

/** What a design says that can be mapped. */
interface DesignWords {
  readonly vendor: string;
  readonly tags: readonly string[];
  readonly currency: string;
  /** Its option values as name and value; null unless its variants have different prices. */
  readonly options: readonly (readonly [string, string])[] | null;
}

/** The words of a file that can be mapped, each with its number of designs, most frequent first. */
export interface FileWords {
  readonly vendors: Counts;
  readonly tags: Counts;
  readonly allTags: number;
  readonly currencies: Counts;
  /** How many designs have variants with different prices. */
  readonly variants: number;
  /** JSON of an option's name and value. */
  readonly options: Counts;
  readonly amounts: FileAmounts;
  readonly rewrittenSkus: RewrittenSkus;
}

/** SKUs that a spreadsheet seems to have changed, and one of them. */
export interface RewrittenSkus {
  readonly designs: number;
  readonly example: string;
}

/** The words that are counted design by design. */
export type CountedWords = Omit<FileWords, 'amounts' | 'rewrittenSkus'>;

export const noWords: FileWords = {
  vendors: [],
  tags: [],
  allTags: 0,
  currencies: [],
  variants: 0,
  options: [],
  amounts: { unit: 'units', example: null },
  rewrittenSkus: { designs: 0, example: '' },
};

export function countWords() {
  const vendors = new Map<string, number>();
  const tags = new Map<string, number>();
  const currencies = new Map<string, number>();
  const options = new Map<string, number>();
  let variants = 0;
  const add = (counts: Map<string, number>, word: string) =>
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    count(design: DesignWords): void {
      const vendor = plainLine(design.vendor);
      if (vendor) add(vendors, vendor);
      for (const tag of new Set(design.tags.map(plainLine))) if (tag) add(tags, tag);
      if (design.currency !== 'USD') add(currencies, design.currency);
      if (!design.options) return;
      variants += 1;
      for (const option of new Set(design.options.map((each) => JSON.stringify(each)))) {
        add(options, option);
      }
    },
    end: (): CountedWords => ({
      vendors: mostFrequent(vendors),
      tags: mostFrequent(tags),
      allTags: tags.size,
      currencies: mostFrequent(currencies),
      variants,
      options: mostFrequent(options),
    }),
  };
}

function mostFrequent(counts: ReadonlyMap<string, number>): Counts {
  return [...counts]
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .slice(0, wordsKept);
}
