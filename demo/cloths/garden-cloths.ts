import {
  bramble,
  candy,
  clay,
  deep,
  harbour,
  lilac,
  marmalade,
  meadow,
  moonlight,
  onGround,
  pale,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import {
  bee,
  berries,
  bloom,
  butterfly,
  cactus,
  daisy,
  ladybird,
  poppy,
  pottedFern,
  snail,
  sprig,
  tulip,
} from '../motifs/garden.ts';
import {
  berryMark,
  crossStitch,
  leaflet,
  plusMark,
  speck,
  tinyDaisy,
  tinyFlower,
  twig,
} from '../motifs/marks.ts';
import { envelope } from '../motifs/toys.ts';
import { gingham } from '../patterns/checks.ts';
import { grid } from '../patterns/grid.ts';
import { ogee } from '../patterns/scallops.ts';
import { confetti } from '../patterns/scattered.ts';
import { stripes } from '../patterns/stripes.ts';
import { wrapped } from '../patterns/tile.ts';
import { tossed } from '../patterns/tossed.ts';
import { vines } from '../patterns/vines.ts';
import { honeycomb } from '../patterns/woven.ts';

const beesAtWork = () =>
  [
    [143, 120, -12],
    [520, 210, 10],
    [860, 90, -6],
    [300, 480, 14],
    [720, 520, -14],
    [90, 770, 8],
    [500, 820, -8],
    [880, 800, 12],
  ]
    .map(([x = 0, y = 0, rotate = 0], index) =>
      wrapped(x, y, 110, bee(picnic), { scale: 1.5, rotate, flip: index % 2 === 1 }),
    )
    .join('');

export const daisyChainReaction = tossed({
  seed: 'daisies',
  palette: onGround(picnic, '#f9c74f'),
  layers: [
    { motifs: [daisy], count: 16, scale: 2, tilt: 40, air: 0.98 },
    { motifs: [tinyDaisy], count: 26, scale: 0.72, tilt: 180 },
    { motifs: [leaflet, twig], count: 34, scale: 0.5, tilt: 180 },
  ],
});

export const littleDaisies = confetti(
  'little-daisies',
  onGround(picnic, '#7cc0d8'),
  [tinyDaisy],
  84,
  0.8,
);

export const sunnyGingham = gingham({ palette: picnic, colour: picnic.sun, pairs: 10 });

export const midnightTrellis = vines({
  palette: moonlight,
  stems: 4,
  bends: 2,
  blooms: [daisy, bloom],
  scale: 1.45,
});

export const poppyPost = grid({
  palette: onGround(clay, '#efe3cf'),
  motifs: [(palette) => poppy({ ...palette, rose: '#d1493f' }), poppy],
  columns: 6,
  rows: 4,
  scale: 1.75,
  tilt: 7,
  between: [tinyDaisy, speck],
  betweenScale: 0.3,
});

export const tulipsByTheDozen = grid({
  palette: onGround(lilac, '#f6edff'),
  motifs: [tulip],
  columns: 8,
  rows: 6,
  scale: 1.35,
  shift: 'rows',
  colourways: [
    lilac,
    { ...lilac, rose: lilac.plum },
    { ...lilac, rose: lilac.warm },
    { ...lilac, rose: lilac.sun },
  ],
});

export const beeLine = honeycomb(
  onGround(picnic, '#fff1c9'),
  ['#fbd06a', '#f9dd94', '#f6b73c'],
  6,
  beesAtWork,
);

export const ladybirdLunch = tossed({
  seed: 'ladybirds',
  palette: onGround(meadow, '#8cbf6d'),
  layers: [
    { motifs: [ladybird], count: 13, scale: 1.7, tilt: 180 },
    {
      motifs: [
        (palette) => leaflet({ ...palette, leaf: '#5f9a54' }),
        tinyDaisy,
        (palette) => twig({ ...palette, leaf: '#b7d98a' }),
      ],
      count: 60,
      scale: 0.62,
      tilt: 180,
    },
  ],
});

export const flutterby = tossed({
  seed: 'flutterby',
  palette: onGround(harbour, '#cfe8f3'),
  layers: [
    { motifs: [butterfly], count: 18, scale: 1.65, tilt: 60 },
    { motifs: [tinyFlower, speck], count: 30, scale: 0.32, tilt: 180 },
  ],
  colourways: [
    picnic,
    { ...picnic, plum: picnic.warm, rose: picnic.sun },
    { ...picnic, plum: '#3f86ad', rose: picnic.leaf },
    { ...picnic, plum: picnic.rose, rose: picnic.blush },
  ],
});

export const cactusClub = grid({
  palette: onGround({ ...clay, leaf: '#6d9a78' }, '#f3c9bd'),
  motifs: [cactus, pottedFern],
  columns: 6,
  rows: 5,
  scale: 1.5,
  between: [crossStitch],
  betweenScale: 0.2,
});

export const snailMail = tossed({
  seed: 'snail-mail',
  palette: onGround(sherbet, '#c9ecd9'),
  layers: [
    {
      motifs: [snail, (palette) => snail({ ...palette, rose: palette.plum })],
      count: 10,
      scale: 1.75,
      tilt: 8,
    },
    { motifs: [envelope], count: 8, scale: 1.25, tilt: 24 },
    { motifs: [leaflet, speck], count: 26, scale: 0.32, tilt: 180 },
  ],
});

export const seventiesSittingRoom = ogee({
  palette: marmalade,
  columns: 4,
  rows: 3,
  colours: [marmalade.rose, marmalade.leaf],
  outline: marmalade.paper,
  motifs: [
    (palette) => bloom({ ...palette, rose: palette.warm }),
    (palette) => bloom({ ...palette, rose: palette.blush }),
  ],
  scale: 1.35,
});

export const rowanAndRue = tossed({
  seed: 'rowan',
  palette: onGround(picnic, '#fbeee0'),
  layers: [
    { motifs: [berries, sprig], count: 24, scale: 1.55, tilt: 180, air: 0.95 },
    { motifs: [berryMark], count: 30, scale: 0.26, tilt: 180 },
  ],
  colourways: [{ ...picnic, leaf: '#3f7a68', rose: '#cf3f4d' }],
});

export const thePottingShed = stripes({
  palette: { ...picnic, sky: '#6fb0c4' },
  sets: 3,
  bands: [
    {
      colour: '#e9efe4',
      width: 4.2,
      motifs: [pottedFern, cactus, pottedFern],
      count: 6,
      scale: 1.45,
    },
    { colour: '#b98560', width: 0.7, stitch: '#f3d9bd' },
  ],
});

export const ramblingRosie = vines({
  palette: { ...candy, leaf: '#1f8f7c' },
  stems: 6,
  bends: 3,
  blooms: [bloom, (palette) => bloom({ ...palette, rose: palette.paper })],
  scale: 1.05,
});

export const cloverAndCrossStitch = grid({
  palette: onGround(bramble, '#8a2f4f'),
  motifs: [tinyFlower, crossStitch, tinyDaisy, plusMark],
  columns: 10,
  rows: 10,
  scale: 0.62,
  shift: 'none',
  colourways: [
    { ...bramble, rose: bramble.blush },
    { ...bramble, rose: bramble.sun, paper: bramble.blush },
    { ...bramble, rose: pale(bramble.rose, 0.4), sun: deep(bramble.sun, 0.1) },
  ],
});
