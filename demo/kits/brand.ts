import { lettering, letteringOnArc, letteringWidth } from '../drawing/lettering.ts';
import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { around, at, box, dot, line, oval, stitches } from '../drawing/shapes.ts';
import { sticker } from '../motifs/clip-art.ts';
import type { Motif } from '../motifs/motif.ts';
import { bolt, type Cloth } from '../patterns/tile.ts';
import { clothPiece } from '../scenes/cloth-piece.ts';

/** A small shop's brand: everything its kit is drawn from. */
export interface Brand {
  readonly name: string;
  readonly tagline: string;
  readonly motif: Motif;
  readonly palette: Palette;
  /** The arrangement of motif and name. */
  readonly layout: 'badge' | 'stacked' | 'arch' | 'side';
  readonly main: string;
  readonly accent: string;
  readonly cloth: Cloth;
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** The largest font size at which a text fits `width` and isn't taller than `tallest`. */
function fitting(text: string, width: number, tallest: number): number {
  return Math.min(tallest, (tallest * width) / letteringWidth(text, tallest, 16));
}

/** Name and tagline on two lines around (0, 0). */
function wordmark(
  { name, tagline, main, accent }: Brand,
  width: number,
  colours = { main, accent },
): string {
  const size = fitting(name, width, 150);
  const small = fitting(tagline, width * 0.72, 40);
  return [
    lettering(name, { colour: colours.main, size, pen: 16, bouncing: true }),
    at(
      0,
      size * 0.42 + small * 1.5,
      lettering(tagline, { colour: colours.accent, size: small, pen: 11 }),
    ),
  ].join('');
}

/** The logo in colour around (0, 0), about 900 × 700. */
export function logo(brand: Brand): string {
  const { layout, motif, palette, main, accent, name, tagline } = brand;
  switch (layout) {
    case 'badge':
      return [
        around(24, dot(0, -318, 46, main)),
        dot(0, 0, 322, main),
        stitches('M-296 0a296 296 0 1 0 592 0a296 296 0 1 0 -592 0', pale(main, 0.7), 5, 13, 12),
        dot(0, -18, 168, pale(accent, 0.65)),
        at(0, -18, motif(palette), { scale: 2.65 }),
        letteringOnArc(name, { colour: '#fffaf0', size: fitting(name, 560, 74), pen: 15 }, 208),
        at(
          0,
          226,
          lettering(tagline, {
            colour: pale(accent, 0.45),
            size: fitting(tagline, 300, 34),
            pen: 11,
          }),
        ),
      ].join('');
    case 'arch':
      return [
        letteringOnArc(name, { colour: main, size: fitting(name, 760, 112), pen: 16 }, 262),
        at(0, 0, motif(palette), { scale: 4 }),
        at(
          0,
          290,
          lettering(tagline, {
            colour: deep(accent, 0.2),
            size: fitting(tagline, 520, 46),
            pen: 11,
          }),
        ),
        at(-330, 200, around(5, oval(0, -13, 9, 13, accent)) + dot(0, 0, 8, main)),
        at(330, 200, around(5, oval(0, -13, 9, 13, accent)) + dot(0, 0, 8, main)),
      ].join('');
    case 'side': {
      const [first = name, ...others] = name.split(' ');
      const second = others.join(' ');
      return [
        at(-262, 0, sticker(motif, palette, pale(accent, 0.55), 12), { scale: 3.5 }),
        at(
          180,
          -20,
          lettering(first, {
            colour: main,
            size: fitting(first, 500, 150),
            pen: 16,
            bouncing: true,
          }),
        ),
        at(
          180,
          130,
          lettering(second, {
            colour: main,
            size: fitting(second, 500, 110),
            pen: 16,
            bouncing: true,
          }),
        ),
        at(
          180,
          214,
          lettering(tagline, {
            colour: deep(accent, 0.2),
            size: fitting(tagline, 460, 40),
            pen: 11,
          }),
        ),
      ].join('');
    }
    case 'stacked':
      return [
        at(0, -150, motif(palette), { scale: 3.4 }),
        line('M-400 -60Q-300 -90 -215 -60M215 -60Q300 -90 400 -60', accent, 8),
        at(0, 190, wordmark(brand, 860)),
      ].join('');
  }
}

export function logoSvg(brand: Brand): string {
  return svg(1000, 800, at(500, 400, logo(brand)));
}

export function textLogoSvg(brand: Brand): string {
  return svg(1000, 400, at(500, 210, wordmark(brand, 900)));
}

/** The logo in one pale colour, to put over photographs. */
export function watermarkSvg(brand: Brand): string {
  const { name } = brand;
  return svg(
    1000,
    1000,
    `<g opacity=".55">${[
      `<circle cx="500" cy="500" r="430" fill="none" stroke="#ffffff" stroke-width="12"/>`,
      at(
        500,
        500,
        stitches('M-396 0a396 396 0 1 0 792 0a396 396 0 1 0 -792 0', '#ffffff', 6, 15, 14),
      ),
      at(500, 540, lettering(name, { colour: '#ffffff', size: fitting(name, 700, 140), pen: 15 })),
      at(500, 660, around(5, oval(0, -24, 15, 22, '#ffffff'))),
    ].join('')}</g>`,
  );
}

export function socialCoverSvg(brand: Brand): string {
  const { cloth, palette, main } = brand;
  return svg(
    1000,
    500,
    [
      bolt('cover', cloth),
      clothPiece(
        'cover',
        'sheet',
        'M0 0H1000V500H0Z',
        { x: 0, y: 0, width: 1000, height: 500 },
        0.5,
      ),
      box(196, 62, 608, 376, '#4a1f3d', 60, ' fill-opacity=".16"'),
      box(190, 54, 620, 376, palette.paper, 60),
      stitches(
        'M244 70H756A38 38 0 0 1 794 108V376A38 38 0 0 1 756 414H244A38 38 0 0 1 206 376V108A38 38 0 0 1 244 70Z',
        main,
        4,
        11,
        10,
      ),
      at(500, 244, logo(brand), { scale: brand.layout === 'badge' ? 0.45 : 0.52 }),
    ].join(''),
  );
}

export function cardSvg(brand: Brand): string {
  const { main, accent, palette } = brand;
  return svg(
    1000,
    572,
    [
      box(0, 0, 1000, 572, palette.paper),
      box(0, 0, 1000, 44, main),
      Array.from({ length: 21 }, (_, index) => dot(index * 50, 44, 25, main)).join(''),
      stitches('M0 30H1000', pale(main, 0.6), 5, 13, 12),
      at(500, 320, logo(brand), { scale: 0.62 }),
      at(70, 520, around(5, oval(0, -12, 8, 12, accent))),
      at(930, 520, around(5, oval(0, -12, 8, 12, accent))),
    ].join(''),
  );
}

/** A round sticker to seal parcels. */
export function parcelStickerSvg(brand: Brand): string {
  return svg(1000, 1000, parcelSticker(brand));
}

function parcelSticker({ motif, palette, main, accent, name }: Brand): string {
  return at(
    500,
    500,
    [
      around(30, dot(0, -440, 50, accent)),
      dot(0, 0, 446, accent),
      dot(0, 0, 392, palette.paper),
      letteringOnArc(name, { colour: main, size: fitting(name, 700, 96), pen: 15 }, 280),
      at(0, 30, motif(palette), { scale: 3.9 }),
      at(0, 320, lettering('thank you', { colour: main, size: 56, pen: 12 })),
    ].join(''),
  );
}

/** The kit's card in the shop: the brand's pattern from edge to edge, with its logo on a paper label. */
export function kitCardSvg(brand: Brand): string {
  const { cloth, palette, main } = brand;
  const scallopedLabel =
    around(28, dot(0, -386, 50, palette.paper)) + dot(0, 0, 390, palette.paper);
  return svg(
    1000,
    1000,
    [
      cloth(),
      at(510, 516, around(28, dot(0, -386, 50, '#4a1f3d')) + dot(0, 0, 390, '#4a1f3d')).replace(
        '<g ',
        '<g opacity=".16" ',
      ),
      at(500, 500, scallopedLabel),
      at(500, 500, stitches('M-392 0a392 392 0 1 0 784 0a392 392 0 1 0 -784 0', main, 5, 14, 13)),
      at(500, 500, logo(brand), {
        scale: { badge: 0.96, arch: 0.86, stacked: 0.82, side: 0.78 }[brand.layout],
      }),
    ].join(''),
  );
}

/** All parts of the kit, laid out on paper. */
export function kitBoardSvg(brand: Brand): string {
  const { palette, main, accent, cloth } = brand;
  const swatches = [main, accent, palette.rose, palette.sun, palette.leaf, palette.sky];
  const card = (x: number, y: number, rotate: number, content: string) =>
    at(
      x,
      y,
      box(-190, -104, 392, 226, '#4a1f3d', 14, ' fill-opacity=".15"') +
        box(-196, -113, 392, 226, palette.paper, 14) +
        content,
      { rotate },
    );
  return svg(
    1000,
    1000,
    [
      box(0, 0, 1000, 1000, pale(accent, 0.72)),
      bolt('kit', cloth),
      clothPiece(
        'kit',
        'band',
        'M0 690H1000V1000H0Z',
        { x: 0, y: 690, width: 1000, height: 320 },
        0.4,
      ),
      at(330, 300, logo(brand), { scale: 0.6 }),
      at(800, 230, `<g transform="translate(-170 -170) scale(.34)">${parcelSticker(brand)}</g>`, {
        rotate: 9,
      }),
      swatches
        .map((colour, index) =>
          dot(660 + (index % 3) * 110, 470 + Math.floor(index / 3) * 104, 42, colour),
        )
        .join(''),
      card(270, 790, -6, at(0, 4, logo(brand), { scale: 0.26 })),
      at(
        700,
        800,
        box(-206, -104, 392, 226, '#4a1f3d', 14, ' fill-opacity=".15"') +
          box(-196, -113, 392, 226, main, 14) +
          at(0, 10, wordmark(brand, 320, { main: palette.paper, accent: pale(accent, 0.5) })),
        { rotate: 5 },
      ),
    ].join(''),
  );
}
