import type { DemoFile } from '../drawing/demo-studio.ts';
import { type Cloth, repeatedSvg, tileSvg } from '../patterns/tile.ts';
import { type MockUp, mockUpSvg } from '../scenes/mock-up.ts';
import {
  asHtml,
  type Category,
  categories,
  type Draft,
  describe,
  type Listing,
  listed,
  slugOf,
} from './product-basics.ts';

const repeatInches = 8;
/** At 350 DPI. */
export const repeatPixels = repeatInches * 350;

interface RepeatListing extends Listing {
  readonly cloth: Cloth;
  /** Matching patterns, sold in the same download. */
  readonly coordinates?: Readonly<Record<string, Cloth>>;
  readonly themes: readonly Category[];
  readonly shownOn: MockUp;
}

export function repeatFile(name: string, cloth: Cloth): DemoFile {
  return {
    name: `${name}.png`,
    draw: () => tileSvg(cloth),
    format: 'png',
    width: repeatPixels,
    height: repeatPixels,
  };
}

/** A seamless pattern, alone or with its coordinates. */
export function repeatProduct(listing: RepeatListing): Draft {
  const { cloth, coordinates = {}, themes, shownOn } = listing;
  const slug = slugOf(listing.title);
  const extra = Object.entries(coordinates);
  const files = [
    repeatFile(slug, cloth),
    ...extra.map(([name, piece]) => repeatFile(`${slug}-${slugOf(name)}`, piece)),
  ];
  const contents = [
    extra.length === 0
      ? '1 seamless repeat as a PNG, 8 × 8 inches (2800 × 2800 pixels) at <strong>350 DPI</strong>'
      : `${files.length} seamless repeats that belong together, each a PNG of 8 × 8 inches (2800 × 2800 pixels) at <strong>350 DPI</strong>: the main pattern, ${extra.map(([name]) => asHtml(name)).join(' and ')}`,
    'Tiles without a seam in every direction; scale it up or down as you like',
    'No watermark in the file you download',
  ];
  return {
    ...listed(listing),
    description: describe(listing.story, contents),
    categories: [categories.patterns, ...themes],
    repeatInches,
    skuPrefix: extra.length === 0 ? 'SP' : 'SC',
    previews: [
      () => tileSvg(cloth),
      () => repeatedSvg(cloth, 2),
      () => mockUpSvg(shownOn, cloth, slug),
      ...extra.slice(0, 1).map(
        ([, piece]) =>
          () =>
            tileSvg(piece),
      ),
    ],
    files,
  };
}
