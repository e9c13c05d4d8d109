import type { Keywords } from '#contract/shop/keywords.ts';

/** What the demo studio sells and shows. Pictures are drawn on demand, never on import. */

export interface DemoFile {
  /** Safe as a file name, such as `foxglove-nap.png`. */
  readonly name: string;
  readonly draw: () => string;
  readonly format: 'png' | 'svg';
  /** Pixels of the original; PNGs carry 350 DPI. */
  readonly width: number;
  readonly height: number;
}

export interface DemoProduct {
  readonly slug: string;
  readonly title: string;
  /** HTML with p, ul, li, strong and em. */
  readonly description: string;
  /** Integer US cents. */
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly categories: readonly string[];
  readonly designers: readonly string[];
  readonly keywords: Keywords;
  readonly sku: string;
  readonly salesCount: number;
  readonly publishedDaysAgo: number;
  /** The side of its square repeat, in inches; null: it doesn't repeat. */
  readonly repeatInches: number | null;
  /** Two to four square SVGs; the first is the card, a pattern from edge to edge. */
  readonly previews: readonly (() => string)[];
  readonly files: readonly DemoFile[];
}

export interface DemoFeatured {
  readonly altText: string;
  /** SVG of 1200 × 900. */
  readonly draw: () => string;
}

export interface DemoDesigner {
  readonly name: string;
  readonly email: string;
}

export interface DemoStudio {
  readonly name: string;
  readonly designers: readonly DemoDesigner[];
  readonly socialUrl: string;
  readonly categories: readonly string[];
  readonly products: readonly DemoProduct[];
  /** Slugs of the designers' favourite products. */
  readonly favourites: readonly string[];
  readonly featured: readonly DemoFeatured[];
}
