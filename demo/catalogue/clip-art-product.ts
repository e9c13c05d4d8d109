import type { DemoFile } from '../drawing/demo-studio.ts';
import type { Palette } from '../drawing/palettes.ts';
import {
  type Backdrop,
  cutoutSvg,
  stickersOnBackdropSvg,
  transparencySvg,
} from '../motifs/clip-art.ts';
import type { Motif } from '../motifs/motif.ts';
import {
  type Category,
  categories,
  type Draft,
  describe,
  type Listing,
  listed,
  slugOf,
} from './product-basics.ts';

/** 6 inches at 350 DPI. */
const clipArtPixels = 2100;

interface ClipArtListing extends Listing {
  /** A single motif comes plain and as a sticker with a white edge; a set comes as one file per motif. */
  readonly motifs: Readonly<Record<string, Motif>>;
  readonly palette: Palette;
  readonly backdrop: Backdrop;
  readonly colour: string;
  readonly themes: readonly Category[];
}

function cutoutFile(name: string, motif: Motif, palette: Palette, edged: boolean): DemoFile {
  return {
    name: `${name}.png`,
    draw: () => cutoutSvg(motif, palette, edged),
    format: 'png',
    width: clipArtPixels,
    height: clipArtPixels,
  };
}

/** A clip-art product: motifs on a transparent background. */
export function clipArtProduct(listing: ClipArtListing): Draft {
  const { palette, backdrop, colour, themes } = listing;
  const slug = slugOf(listing.title);
  const named = Object.entries(listing.motifs);
  const motifs = named.map(([, motif]) => motif);
  const isSet = named.length > 1;
  const files = isSet
    ? named.map(([name, motif]) => cutoutFile(`${slug}-${slugOf(name)}`, motif, palette, true))
    : motifs.flatMap((motif) => [
        cutoutFile(slug, motif, palette, false),
        cutoutFile(`${slug}-sticker`, motif, palette, true),
      ]);
  const contents = [
    isSet
      ? `${files.length} PNGs with a <strong>transparent</strong> background and a white sticker edge: ${named.map(([name]) => name.toLowerCase()).join(', ')}`
      : '2 PNGs with a <strong>transparent</strong> background: plain, and with a white sticker edge',
    'Each 6 × 6 inches (2100 × 2100 pixels) at <strong>350 DPI</strong>',
    'Ready for sublimation, iron-on, stickers and cards',
  ];
  return {
    ...listed(listing),
    description: describe(listing.story, contents),
    categories: [categories.clipArt, ...themes],
    skuPrefix: 'CA',
    repeatInches: null,
    previews: [
      () => stickersOnBackdropSvg(motifs, palette, backdrop, colour),
      ...motifs.slice(0, isSet ? 3 : 1).map((motif) => () => transparencySvg(motif, palette)),
    ],
    files,
  };
}
