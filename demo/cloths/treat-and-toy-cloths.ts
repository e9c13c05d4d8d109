import {
  candy,
  clay,
  harbour,
  lilac,
  marmalade,
  meadow,
  onGround,
  pale,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import {
  cherries,
  cupcake,
  iceCream,
  lemon,
  pear,
  strawberry,
  teapot,
  toast,
  watermelon,
} from '../motifs/kitchen.ts';
import { letters } from '../motifs/letters.ts';
import { berryMark, crossStitch, leaflet, speck, tinyDaisy, tinyFlower } from '../motifs/marks.ts';
import { cloud } from '../motifs/sky.ts';
import { button, caravan, castle, cottage, crown, pinwheel, tent } from '../motifs/toys.ts';
import { firTree } from '../motifs/winter.ts';
import { checkerboard, gingham, patchwork } from '../patterns/checks.ts';
import { grid } from '../patterns/grid.ts';
import { medallions, scallops } from '../patterns/scallops.ts';
import { confetti } from '../patterns/scattered.ts';
import { garlands, scenery } from '../patterns/scenery.ts';
import { stripes } from '../patterns/stripes.ts';
import { tossed } from '../patterns/tossed.ts';

export const strawberrySocial = gingham({
  palette: { ...picnic, ground: '#fffaf2' },
  colour: '#ee8d98',
  pairs: 3,
  motifs: [strawberry],
  scale: 1.5,
});

export const jamDrops = confetti(
  'jam-drops',
  onGround(picnic, '#fbd3d3'),
  [berryMark, leaflet, tinyDaisy],
  100,
  0.5,
);

export const lemonadeStand = tossed({
  seed: 'lemonade',
  palette: onGround(picnic, '#8fcfe0'),
  layers: [
    { motifs: [lemon], count: 15, scale: 1.75, tilt: 60 },
    { motifs: [leaflet, tinyDaisy], count: 46, scale: 0.5, tilt: 180 },
  ],
});

export const iceCreamVan = stripes({
  palette: sherbet,
  upright: true,
  sets: 2,
  bands: [
    { colour: sherbet.paper, width: 2, motifs: [iceCream], count: 6, scale: 1.45 },
    { colour: '#f7a8ba', width: 0.8 },
    { colour: '#bfe8d8', width: 2, motifs: [iceCream], count: 6, scale: 1.45 },
    { colour: '#f7a8ba', width: 0.8 },
  ],
});

export const cupcakeCommittee = checkerboard({
  palette: onGround(candy, '#fff4ea'),
  colours: ['#ffc2d4', '#bdeee3', '#ffe39a', '#dcc6f5'],
  squares: 4,
  motifs: [
    cupcake,
    (palette) => cupcake({ ...palette, sky: palette.plum, blush: '#ffe9c9' }),
    (palette) => cupcake({ ...palette, sky: palette.rose, blush: '#c9f0e6' }),
  ],
  scale: 1.75,
  rounded: true,
});

export const twoCherriesTalking = tossed({
  seed: 'cherries',
  palette: onGround({ ...picnic, rose: '#d5304f' }, '#cdebdc'),
  layers: [
    { motifs: [cherries], count: 17, scale: 1.6, tilt: 26 },
    { motifs: [tinyFlower, leaflet], count: 36, scale: 0.34, tilt: 180 },
  ],
  colourways: [{ ...picnic, rose: '#d5304f' }],
});

export const pearsInPairs = grid({
  palette: onGround({ ...meadow, leaf: '#b9c74f' }, '#b5485f'),
  motifs: [pear, (palette) => pear({ ...palette, leaf: '#d8b84a' })],
  columns: 6,
  rows: 6,
  scale: 1.4,
  shift: 'rows',
  tilt: 8,
});

export const watermelonDays = tossed({
  seed: 'watermelon',
  palette: onGround({ ...picnic, rose: '#ef5b70' }, '#3aa6a0'),
  layers: [
    { motifs: [watermelon], count: 17, scale: 1.75, tilt: 180, air: 0.92 },
    {
      motifs: [
        (palette) => speck({ ...palette, sun: palette.paper }),
        (palette) => crossStitch({ ...palette, rose: palette.blush }),
      ],
      count: 44,
      scale: 0.2,
      tilt: 180,
      air: 1.6,
    },
  ],
  colourways: [{ ...picnic, rose: '#ef5b70' }],
});

export const teapotTuesday = grid({
  palette: onGround(lilac, '#7a4f86'),
  motifs: [teapot],
  columns: 4,
  rows: 4,
  scale: 1.9,
  tilt: 6,
  between: [tinyFlower],
  betweenScale: 0.5,
  colourways: [
    { ...lilac, sky: '#9fd0e6' },
    { ...lilac, sky: '#f6c1cf', rose: '#b8446f' },
    { ...lilac, sky: '#f9dd8f' },
  ],
});

export const toastObviously = patchwork({
  palette: { ...picnic, earth: '#b3743f' },
  motifs: [toast],
  grounds: ['#7fb9d3', '#f4a259', '#8cbf88', '#f6d186'],
  squares: 4,
  scale: 1.8,
});

export const pinwheelFair = grid({
  palette: onGround(picnic, '#fff8ee'),
  motifs: [pinwheel],
  columns: 6,
  rows: 4,
  scale: 1.75,
  tilt: 9,
  between: [speck, crossStitch],
  betweenScale: 0.2,
  colourways: [
    picnic,
    { ...picnic, rose: picnic.plum, sun: picnic.warm },
    { ...picnic, rose: picnic.warm, sky: picnic.blush },
  ],
});

export const bigTopTuesday = garlands({
  palette: onGround(picnic, '#bfe3ee'),
  rows: 4,
  swags: 2,
  colours: [picnic.rose, picnic.sun, picnic.leaf, picnic.warm],
  motifs: [tent],
  scale: 2.1,
  pennant: 'triangle',
});

export const onceUponAHill = scenery({
  seed: 'castles',
  palette: { ...lilac, plum: '#9a6fc4' },
  rows: 4,
  colours: ['#cbb3ea', '#a98bd6', '#f2c3d6', '#e3d5f3'],
  motifs: [castle, firTree, castle, cottage],
  perRow: 3,
  scale: 2,
  crest: 'hills',
});

export const slowCaravan = stripes({
  palette: { ...picnic, sky: '#6fbfae' },
  sets: 3,
  bands: [
    { colour: '#fbe9d2', width: 3, motifs: [caravan, caravan, firTree], count: 6, scale: 1.4 },
    { colour: '#8fbf86', width: 0.9, edge: 'zigzag' },
    { colour: '#fbe9d2', width: 0.3 },
  ],
});

export const theButtonTin = tossed({
  seed: 'buttons',
  palette: onGround(marmalade, '#5d3a4f'),
  layers: [
    { motifs: [button], count: 18, scale: 1.6, tilt: 180, air: 0.92 },
    { motifs: [button], count: 36, scale: 0.85, tilt: 180, air: 0.92 },
    { motifs: [button], count: 30, scale: 0.46, tilt: 180 },
  ],
  colourways: [
    marmalade,
    { ...marmalade, rose: marmalade.sun },
    { ...marmalade, rose: marmalade.sky },
    { ...marmalade, rose: pale(marmalade.leaf, 0.2) },
    { ...marmalade, rose: marmalade.blush },
  ],
});

export const alphabetSoup = tossed({
  seed: 'alphabet',
  palette: onGround(clay, '#fbf3e4'),
  layers: [
    { motifs: letters, oneWay: true, count: 26, scale: 1.35, tilt: 22, air: 0.98 },
    { motifs: [speck, crossStitch, leaflet], count: 48, scale: 0.26, tilt: 180, air: 1.3 },
  ],
  colourways: [
    picnic,
    { ...picnic, rose: '#3f86ad' },
    { ...picnic, rose: picnic.warm },
    { ...picnic, rose: picnic.leaf },
    { ...picnic, rose: picnic.plum },
  ],
});

export const crownJewels = scallops({
  palette: harbour,
  columns: 4,
  rows: 8,
  colours: ['#2f4f94', '#3d63ad', '#4f79c4'],
  motifs: [crown, cloud],
  scale: 0.95,
});

export const jamJarLids = medallions({
  palette: onGround(picnic, '#e6efe0'),
  columns: 4,
  rows: 4,
  colours: ['#f9d5d3', '#fdf0c8', '#cfe8f3', '#dcebc9'],
  motifs: [strawberry, cherries, pear, lemon],
  scale: 1.35,
  rim: 'beads',
  shift: false,
});
