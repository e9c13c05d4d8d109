import { bearsInGoodJumpers, foxCheck, foxgloveNap } from '../cloths/animal-cloths.ts';
import {
  daisyChainReaction,
  midnightTrellis,
  seventiesSittingRoom,
} from '../cloths/garden-cloths.ts';
import { jellybeanDots } from '../cloths/scattered-cloths.ts';
import {
  hushNowMoon,
  nightlightStars,
  sevenSmallSeas,
  whaleHelloThere,
} from '../cloths/sea-and-sky-cloths.ts';
import { pinwheelFair } from '../cloths/treat-and-toy-cloths.ts';
import { mermaidRoofTiles, picnicRugPlaid } from '../cloths/woven-cloths.ts';
import { moonlight, picnic, sherbet } from '../drawing/palettes.ts';
import { at, box, dot, line, shape } from '../drawing/shapes.ts';
import { sticker } from '../motifs/clip-art.ts';
import { cactus, daisy, pottedFern } from '../motifs/garden.ts';
import { strawberry, teapot } from '../motifs/kitchen.ts';
import { catSitting } from '../motifs/pets.ts';
import { moon, rainbow, star, starlet, sunshine } from '../motifs/sky.ts';
import { foxSitting } from '../motifs/woodland.ts';
import { clothPiece, shadowOf, topstitch } from './cloth-piece.ts';
import { cushion, lampshade, mug, notebook } from './goods.ts';
import { scene } from './scene.ts';

const cream = '#fff8ee';

export function quilt(): string {
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

export function kitchenShelf(): string {
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

export function deskTop(): string {
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

export function readingNook(): string {
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
