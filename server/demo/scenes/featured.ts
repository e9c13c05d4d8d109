import { sticker } from '../clip-art.ts';
import {
  bearsInGoodJumpers,
  dinosaursAfterBreakfast,
  foxCheck,
  foxgloveNap,
  hopSkipAndDaisy,
} from '../cloths/animal-cloths.ts';
import {
  daisyChainReaction,
  littleDaisies,
  midnightTrellis,
  seventiesSittingRoom,
} from '../cloths/garden-cloths.ts';
import {
  candyCaneTwirl,
  gingerbreadRow,
  pumpkinPlaygroup,
  snowLace,
  treeFarmSaturday,
} from '../cloths/holiday-cloths.ts';
import { jellybeanDots } from '../cloths/scattered-cloths.ts';
import {
  hushNowMoon,
  nightlightStars,
  sevenSmallSeas,
  whaleHelloThere,
} from '../cloths/sea-and-sky-cloths.ts';
import {
  cupcakeCommittee,
  pinwheelFair,
  strawberrySocial,
} from '../cloths/treat-and-toy-cloths.ts';
import { mermaidRoofTiles, picnicRugPlaid } from '../cloths/woven-cloths.ts';
import type { DemoFeatured } from '../demo-studio.ts';
import { oakLeaf, pumpkin } from '../motifs/autumn.ts';
import { cactus, daisy, pottedFern } from '../motifs/garden.ts';
import { cupcake, strawberry, teapot } from '../motifs/kitchen.ts';
import { catSitting, lamb } from '../motifs/pets.ts';
import { bird, cloud, moon, rainbow, star, starlet, sunshine } from '../motifs/sky.ts';
import { firTree, snowflake } from '../motifs/winter.ts';
import { foxSitting } from '../motifs/woodland.ts';
import { frost, moonlight, picnic, sherbet } from '../palettes.ts';
import { bolt, type Cloth } from '../patterns/tile.ts';
import { at, box, dot, line, oval, shape } from '../shapes.ts';
import { clothPiece, shadowOf, topstitch } from './cloth-piece.ts';
import { cushion, gift, hairBow, lampshade, mug, notebook, romper, tote } from './goods.ts';

function scene(cloths: readonly Cloth[], content: string): string {
  const bolts = cloths.map((cloth, index) => bolt(`bolt-${index}`, cloth)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900">${bolts}${content}</svg>`;
}

const fir = '#24504a';
const cream = '#fff8ee';

function quilt(): string {
  const cloths = [hushNowMoon, nightlightStars, whaleHelloThere, mermaidRoofTiles, jellybeanDots];
  const side = 112;
  const patches: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const x = 152 + column * side;
      const y = 440 + row * side;
      const outline = `M${x} ${y}h${side}v${side}h${-side}Z`;
      const kind = (column * 2 + row * 3) % cloths.length;
      patches.push(
        clothPiece(
          `bolt-${kind}`,
          `patch-${row}-${column}`,
          outline,
          { x, y, width: side, height: side },
          0.23,
        ),
      );
      patches.push(
        topstitch(`M${x + 9} ${y + 9}h${side - 18}v${side - 18}h${18 - side}Z`, cream, 2.4),
      );
    }
  }
  const pillow = 'M210 316Q380 288 550 316Q566 386 550 448Q380 470 210 448Q194 386 210 316Z';
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#dfe7f3'),
      Array.from({ length: 12 }, (_, index) => box(index * 100, 0, 50, 760, '#d3ddee')).join(''),
      box(0, 760, 1200, 140, '#c99c74'),
      box(0, 752, 1200, 14, '#fffaf0'),
      box(760, 20, 260, 210, '#fffaf0', 20),
      box(776, 36, 228, 178, '#2d4270', 10),
      at(850, 128, moon(moonlight), { scale: 1.2 }),
      at(950, 84, starlet(moonlight), { scale: 0.26 }),
      at(964, 170, starlet(moonlight), { scale: 0.16 }),
      at(300, 120, rainbow(sherbet), { scale: 1.6 }),
      box(84, 236, 1032, 300, '#b3804f', 56),
      box(116, 268, 968, 260, '#c99566', 36),
      box(84, 420, 44, 470, '#8f6139', 14),
      box(1072, 420, 44, 470, '#8f6139', 14),
      dot(106, 418, 34, '#e4485f'),
      dot(1094, 418, 34, '#e4485f'),
      shape(pillow, cream),
      at(420, 0, shape(pillow, '#fdf0dd')),
      topstitch('M224 328Q380 304 536 328Q550 386 536 436', '#e4b9a8', 3),
      at(770, 376, catSitting(picnic), { scale: 1.6, flip: true }),
      shadowOf('M140 436H1060V896H140Z', 0, 6),
      patches.join(''),
      line('M152 440H1048V888H152Z', '#e4485f', 14),
    ].join(''),
  );
}

function washingLine(): string {
  const cloths = [dinosaursAfterBreakfast, strawberrySocial, hopSkipAndDaisy, littleDaisies];
  const rope = (x: number) => 118 + 74 * 4 * (x / 1200) * (1 - x / 1200);
  const peg = (x: number) => box(x - 7, rope(x) - 20, 14, 46, '#c99566', 5);
  const hung = [
    { x: 205, draw: romper('bolt-0', 'suit', '#5a9e6b'), scale: 0.5, drop: 150, pegs: [145, 265] },
    { x: 500, draw: hairBow('bolt-1', 'bow', '#5a9e6b'), scale: 0.4, drop: 112, pegs: [500] },
    {
      x: 735,
      draw: romper('bolt-2', 'suit-2', '#f27d98'),
      scale: 0.44,
      drop: 136,
      pegs: [682, 788],
    },
    { x: 1010, draw: tote('bolt-3', 'bag', '#f2c14e'), scale: 0.5, drop: 200, pegs: [975, 1045] },
  ];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#bfe3f2'),
      at(1050, 90, sunshine(picnic), { scale: 1.3 }),
      at(330, 80, cloud(picnic), { scale: 1.3 }),
      at(820, 70, cloud(picnic), { scale: 0.9, flip: true }),
      shape('M0 640Q300 520 620 620T1200 590V900H0Z', '#a9cf8a'),
      shape('M0 730Q360 640 700 730T1200 700V900H0Z', '#7fb36c'),
      topstitch('M0 744Q360 654 700 744T1200 714', '#dcecc4'),
      line('M60 110V760M1150 110V730', '#8f6139', 22),
      line(`M60 118Q600 ${118 + 148} 1150 118`, '#fffaf0', 7),
      hung
        .map(
          ({ x, draw, scale, drop, pegs }) =>
            at(x, rope(x) + drop, draw, { scale }) + pegs.map(peg).join(''),
        )
        .join(''),
      [120, 330, 470, 640, 860, 1080]
        .map((x, index) => at(x, 830 + (index % 2) * 24, daisy(picnic), { scale: 0.5 }))
        .join(''),
      at(560, 760, lamb(picnic), { scale: 1.5 }),
      at(330, 178, bird(picnic), { scale: 0.6 }),
    ].join(''),
  );
}

function partyTable(): string {
  const cloths = [pinwheelFair, jellybeanDots, cupcakeCommittee, strawberrySocial];
  const swag = (top: number, sag: number, count: number, offset: number) =>
    line(`M-20 ${top}Q600 ${top + sag * 2} 1220 ${top}`, '#8c5a9b', 6) +
    Array.from({ length: count }, (_, index) => {
      const share = (index + 0.5) / count;
      const x = -20 + share * 1240;
      const y = top + 4 * sag * share * (1 - share);
      const pennant = `M${x - 50} ${y}H${x + 50}L${x} ${y + 128}Z`;
      return (
        shadowOf(pennant, 4, 7) +
        clothPiece(
          `bolt-${(index + offset) % cloths.length}`,
          `flag-${top}-${index}`,
          pennant,
          { x: x - 60, y: y - 10, width: 130, height: 150 },
          0.22,
        ) +
        topstitch(`M${x - 38} ${y + 8}L${x} ${y + 108}L${x + 38} ${y + 8}`, cream, 3)
      );
    }).join('');
  const tablecloth = 'M120 600H1080L1140 900H60Z';
  const tier = (y: number, half: number, colour: string) =>
    box(600 - half, y, half * 2, 84, colour, 14) +
    Array.from({ length: Math.floor(half / 22) }, (_, index) =>
      dot(600 - half + 22 + index * 44, y + 8, 22, cream),
    ).join('');
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#ffe3e6'),
      Array.from({ length: 9 }, (_, row) =>
        Array.from({ length: 13 }, (__, column) =>
          dot(column * 100 + (row % 2) * 50, row * 100, 9, '#fdd0d8'),
        ).join(''),
      ).join(''),
      swag(20, 70, 11, 0),
      swag(150, 60, 10, 2),
      shadowOf(tablecloth, 0, 10),
      clothPiece('bolt-3', 'table', tablecloth, { x: 50, y: 590, width: 1100, height: 320 }, 0.4),
      box(104, 584, 992, 30, cream, 12),
      topstitch('M112 600H1088', '#e4485f'),
      oval(600, 590, 250, 22, '#4a1f3d', ' fill-opacity=".14"'),
      box(380, 566, 440, 20, '#7cc0d8', 10),
      tier(486, 190, '#f8b6b4'),
      tier(406, 138, '#fbdf9d'),
      tier(330, 86, '#bfe8d8'),
      at(600, 284, strawberry(picnic), { scale: 0.95 }),
      at(250, 540, cupcake(picnic), { scale: 1.2 }),
      at(940, 540, cupcake({ ...picnic, sky: picnic.plum, blush: '#fdf0c8' }), { scale: 1.2 }),
      at(150, 548, cupcake({ ...picnic, sky: picnic.leaf }), { scale: 0.95 }),
      at(1044, 548, cupcake({ ...picnic, sky: picnic.sun, blush: picnic.blush }), { scale: 0.95 }),
    ].join(''),
  );
}

function wrappedParcels(): string {
  const cloths = [treeFarmSaturday, gingerbreadRow, candyCaneTwirl, snowLace];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, fir),
      Array.from({ length: 26 }, (_, index) =>
        at(
          (index * 191) % 1200,
          (index * 127) % 640,
          snowflake({ ...frost, paper: '#cfe4d8', sky: '#cfe4d8' }),
          { scale: 0.16 + (index % 3) * 0.1 },
        ),
      ).join(''),
      at(980, 330, firTree({ ...frost, leaf: '#5fae8c' }), { scale: 6 }),
      shape('M0 700Q600 660 1200 700V900H0Z', '#f2dfd0'),
      topstitch('M0 722Q600 682 1200 722', '#c9525c'),
      at(270, 560, gift('bolt-0', 'gift-0', '#f2c765'), { scale: 0.78 }),
      at(640, 612, gift('bolt-1', 'gift-1', '#cf3f4d'), { scale: 0.66 }),
      at(930, 670, gift('bolt-3', 'gift-3', '#ffffff'), { scale: 0.52 }),
      at(455, 745, gift('bolt-2', 'gift-2', '#3f7a68'), { scale: 0.36 }),
    ].join(''),
  );
}

function kitchenShelf(): string {
  const cloths = [daisyChainReaction, foxCheck, sevenSmallSeas, midnightTrellis];
  const shelf = (y: number) =>
    box(60, y, 1080, 28, '#c99566', 8) +
    box(60, y + 28, 1080, 12, '#4a1f3d', 0, ' fill-opacity=".12"');
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#cfe8df'),
      Array.from({ length: 7 }, (_, row) => line(`M0 ${row * 140}H1200`, '#e3f3ec', 5)).join(''),
      Array.from({ length: 9 }, (_, column) => line(`M${column * 150} 0V900`, '#e3f3ec', 5)).join(
        '',
      ),
      shelf(410),
      shelf(812),
      at(230, 268, mug('bolt-0', 'mug-0', '#e4485f'), { scale: 0.48 }),
      at(560, 268, mug('bolt-1', 'mug-1', '#5a9e6b'), { scale: 0.48 }),
      at(840, 318, pottedFern(picnic), { scale: 1.9 }),
      at(1020, 328, cactus(picnic), { scale: 1.62 }),
      at(230, 650, teapot({ ...picnic, sky: '#f2a7b5' }), { scale: 3.6 }),
      at(600, 670, mug('bolt-2', 'mug-2', '#f2c14e'), { scale: 0.48 }),
      at(960, 670, mug('bolt-3', 'mug-3', '#8c5a9b'), { scale: 0.48 }),
    ].join(''),
  );
}

function deskTop(): string {
  const cloths = [foxgloveNap, whaleHelloThere, pinwheelFair];
  const stickers = [
    { x: 112, y: 140, motif: foxSitting, rotate: -12 },
    { x: 1080, y: 160, motif: rainbow, rotate: 10 },
    { x: 1060, y: 740, motif: strawberry, rotate: -8 },
    { x: 130, y: 780, motif: star, rotate: 14 },
    { x: 610, y: 800, motif: daisy, rotate: 0 },
  ];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#f0cfa0'),
      Array.from({ length: 9 }, (_, index) =>
        line(
          `M0 ${index * 104 + 40}Q400 ${index * 104 + 20} 700 ${index * 104 + 44}T1200 ${index * 104 + 34}`,
          '#e5bd88',
          5,
        ),
      ).join(''),
      at(330, 470, notebook('bolt-0', 'book-0', '#ec7f45'), { scale: 0.9, rotate: -8 }),
      at(850, 440, notebook('bolt-1', 'book-1', '#e2554f'), { scale: 0.82, rotate: 7 }),
      stickers
        .map(
          ({ x, y, motif, rotate }) =>
            at(x + 4, y + 7, sticker(motif, picnic, '#cda874', 12), { scale: 1.35, rotate }) +
            at(x, y, sticker(motif, picnic, '#ffffff', 12), { scale: 1.35, rotate }),
        )
        .join(''),
      at(
        600,
        400,
        box(-16, -250, 32, 430, '#5a9e6b', 4) +
          shape('M-16 180L0 240L16 180Z', '#f6d7ab') +
          shape('M-6 218L0 240L6 218Z', '#3f2540') +
          box(-16, -290, 32, 46, '#f2909c', 10) +
          line('M-6 -240V178M6 -240V178', '#3f7a50', 3),
        { rotate: 16 },
      ),
    ].join(''),
  );
}

function readingNook(): string {
  const cloths = [seventiesSittingRoom, bearsInGoodJumpers, midnightTrellis, picnicRugPlaid];
  const rug = 'M140 760Q600 700 1060 760L1160 880Q600 930 40 880Z';
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#f3d9b0'),
      Array.from({ length: 13 }, (_, index) =>
        shape(`M${index * 100 - 50} 0h50v690h-50Z`, '#efd0a2'),
      ).join(''),
      box(0, 690, 1200, 210, '#a56a43'),
      box(0, 680, 1200, 16, cream),
      clothPiece('bolt-3', 'rug', rug, { x: 30, y: 690, width: 1140, height: 230 }, 0.36),
      topstitch('M160 772Q600 716 1040 772'),
      box(250, 400, 640, 330, '#3f7a68', 60),
      box(200, 520, 120, 240, '#356a5a', 50),
      box(820, 520, 120, 240, '#356a5a', 50),
      box(290, 620, 560, 130, '#4a8a76', 34),
      topstitch('M300 650H840', '#a9cfc0'),
      box(240, 748, 26, 50, '#6b452c', 6),
      box(874, 748, 26, 50, '#6b452c', 6),
      at(410, 548, cushion('bolt-1', 'pad-1', '#c0675a'), { scale: 0.36, rotate: -8 }),
      at(700, 548, cushion('bolt-2', 'pad-2', '#fbd879'), { scale: 0.36, rotate: 7 }),
      at(556, 600, catSitting(picnic), { scale: 1.15 }),
      box(946, 596, 172, 18, '#8f6139', 6),
      box(966, 614, 18, 180, '#8f6139'),
      box(1080, 614, 18, 180, '#8f6139'),
      at(1032, 424, lampshade('bolt-0', 'shade', '#6a9a90'), { scale: 0.5 }),
      box(90, 120, 200, 240, '#8f6139', 8),
      box(106, 136, 168, 208, cream),
      at(190, 240, sunshine(picnic), { scale: 1.2 }),
    ].join(''),
  );
}

function harvestTote(): string {
  const cloths = [pumpkinPlaygroup];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#f4c98a'),
      dot(600, 430, 400, '#fae3bd'),
      shape('M0 720Q600 660 1200 720V900H0Z', '#8f5433'),
      topstitch('M0 742Q600 682 1200 742', '#f4c98a'),
      [90, 240, 330, 900, 1010, 1120, 180, 980]
        .map((x, index) =>
          at(
            x,
            90 + ((index * 173) % 480),
            oakLeaf({ ...picnic, warm: index % 2 ? '#e66f2b' : '#d8483c' }),
            { scale: 0.7 + (index % 3) * 0.22, rotate: index * 53 },
          ),
        )
        .join(''),
      at(600, 470, tote('bolt-0', 'bag', '#f58a2c'), { scale: 1.08 }),
      at(230, 740, pumpkin(picnic), { scale: 2 }),
      at(985, 748, pumpkin({ ...picnic, warm: '#f3e3cb', rose: picnic.blush }), { scale: 1.7 }),
    ].join(''),
  );
}

/** Finished things made from the designs, as makers would send them in. */
export const featuredScenes: readonly DemoFeatured[] = [
  {
    altText:
      'A child’s bed with a patchwork quilt of moons, whales and stars, and a ginger cat at the pillow',
    draw: quilt,
  },
  {
    altText:
      'Dinosaur and bunny rompers, a strawberry hair bow and a daisy tote drying on a washing line',
    draw: washingLine,
  },
  {
    altText: 'A party table with a three-tier cake under two rows of pinwheel and cupcake bunting',
    draw: partyTable,
  },
  {
    altText:
      'Four parcels wrapped in fir tree, gingerbread, candy cane and snowflake paper beside a tree',
    draw: wrappedParcels,
  },
  {
    altText: 'Kitchen shelves with four patterned mugs, a pink teapot, a fern and a cactus',
    draw: kitchenShelf,
  },
  {
    altText:
      'Two notebooks covered in sleeping foxes and whales on a desk with a pencil and stickers',
    draw: deskTop,
  },
  {
    altText:
      'A green sofa with bear and trellis cushions, a cat, a plaid rug and a lampshade of big blooms',
    draw: readingNook,
  },
  { altText: 'A tote bag of smiling pumpkins standing among falling leaves', draw: harvestTote },
];
