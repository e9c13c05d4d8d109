import type { DemoFile } from '../drawing/demo-studio.ts';
import {
  type Brand,
  cardSvg,
  kitBoardSvg,
  kitCardSvg,
  logoSvg,
  parcelStickerSvg,
  socialCoverSvg,
  textLogoSvg,
  watermarkSvg,
} from '../kits/brand.ts';
import {
  categories,
  type Draft,
  describe,
  type Listing,
  listed,
  slugOf,
} from './product-basics.ts';
import { repeatFile } from './repeat-product.ts';

interface KitListing extends Omit<Listing, 'title'> {
  readonly brand: Brand;
}

/** A branding kit: all the graphics a new shop needs. */
export function kitProduct({ brand, ...rest }: KitListing): Draft {
  const listing: Listing = { ...rest, title: `${brand.name} Branding Kit` };
  const name = slugOf(brand.name);
  const png = (
    part: string,
    draw: (brand: Brand) => string,
    width: number,
    height: number,
  ): DemoFile => ({
    name: `${name}-${part}.png`,
    draw: () => draw(brand),
    format: 'png',
    width,
    height,
  });
  const files: DemoFile[] = [
    png('logo', logoSvg, 2800, 2240),
    {
      name: `${name}-logo.svg`,
      draw: () => logoSvg(brand),
      format: 'svg',
      width: 2800,
      height: 2240,
    },
    png('text-logo', textLogoSvg, 2800, 1120),
    png('watermark', watermarkSvg, 1400, 1400),
    png('social-cover', socialCoverSvg, 2450, 1225),
    png('card', cardSvg, 1225, 700),
    png('sticker', parcelStickerSvg, 1050, 1050),
    repeatFile(`${name}-pattern`, brand.cloth),
  ];
  const contents = [
    'Logo in colour as a PNG with a <strong>transparent</strong> background (8 × 6.4 inches) and as an SVG that scales to any size',
    'Text-only logo (8 × 3.2 inches) and a pale watermark for photographs (4 × 4 inches), both transparent',
    'Social cover (7 × 3.5 inches), card (3.5 × 2 inches) and round parcel sticker (3 × 3 inches)',
    'The brand’s own seamless pattern, 8 × 8 inches',
    `${files.length} files; every PNG at <strong>350 DPI</strong>`,
    'Sold as it is; for your own name in it, send us a custom request',
  ];
  return {
    ...listed(listing),
    description: describe(listing.story, contents),
    categories: [categories.kits],
    skuPrefix: 'BK',
    repeatInches: null,
    previews: [
      () => kitCardSvg(brand),
      () => kitBoardSvg(brand),
      () => squared(socialCoverSvg(brand), brand.main),
    ],
    files,
  };
}

/** Centres a wide SVG in a square. */
function squared(wide: string, colour: string): string {
  const inner = wide.replace('<svg ', '<svg x="40" y="270" width="920" height="460" ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"><rect width="1000" height="1000" fill="${colour}"/><rect x="52" y="288" width="920" height="460" fill="#000" fill-opacity=".18"/>${inner}</svg>`;
}
