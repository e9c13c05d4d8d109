import {
  bramble,
  candy,
  clay,
  frost,
  lantern,
  marmalade,
  meadow,
  moonlight,
  onGround,
  pale,
  picnic,
} from '../drawing/palettes.ts';
import {
  crossStitch,
  dash,
  plusMark,
  ringlet,
  speck,
  tinyDaisy,
  tinyFlower,
  twig,
} from '../motifs/marks.ts';
import { starlet } from '../motifs/sky.ts';
import {
  confetti,
  constellations,
  dots,
  drizzle,
  pebbles,
  terrazzo,
} from '../patterns/scattered.ts';

export const jellybeanDots = dots(
  onGround(picnic, '#fffaf0'),
  [picnic.rose, picnic.sun, picnic.sky, picnic.leaf, picnic.warm],
  10,
  0.32,
);

export const terrazzoTeaTowel = terrazzo('terrazzo', onGround(clay, '#f8efe4'), [
  clay.rose,
  clay.sun,
  clay.leaf,
  clay.sky,
  clay.earth,
]);

export const pebblePath = pebbles('pebbles', onGround(frost, '#f2f4ee'), [
  frost.sky,
  '#6f93a8',
  '#a9b7b5',
  frost.plum,
]);

export const joinTheStars = constellations('stars', moonlight, 46);

export const slantingDrizzle = drizzle(
  onGround(frost, '#dcebf2'),
  [frost.sky, frost.paper, '#4f86b0'],
  14,
);

export const sprinkleSprinkle = confetti(
  'sprinkles',
  onGround(candy, '#fff4ea'),
  [
    dash,
    (palette) => dash({ ...palette, warm: palette.rose }),
    (palette) => dash({ ...palette, warm: palette.leaf }),
    (palette) => dash({ ...palette, warm: palette.plum }),
    (palette) => dash({ ...palette, warm: palette.sun }),
  ],
  190,
  0.48,
);

export const leafLitter = confetti(
  'leaf-litter',
  onGround({ ...meadow, leaf: '#8fbf86' }, '#24443a'),
  [
    twig,
    (palette) => twig({ ...palette, leaf: '#5f9a72' }),
    (palette) => twig({ ...palette, leaf: pale(meadow.leaf, 0.55) }),
  ],
  92,
  0.82,
);

export const ditsyHour = confetti(
  'ditsy',
  bramble,
  [tinyDaisy, tinyFlower, (palette) => tinyFlower({ ...palette, rose: palette.plum }), twig, speck],
  170,
  0.5,
);

export const noughtsAndCrosses = confetti(
  'noughts',
  onGround(marmalade, '#c9542f'),
  [
    (palette) => plusMark({ ...palette, paper: palette.sun }),
    (palette) => ringlet({ ...palette, sky: palette.paper }),
    (palette) => crossStitch({ ...palette, rose: palette.blush }),
  ],
  96,
  0.66,
);

export const starCrumbs = confetti(
  'star-crumbs',
  lantern,
  [
    starlet,
    (palette) => starlet({ ...palette, sun: palette.warm }),
    (palette) => starlet({ ...palette, sun: palette.paper }),
  ],
  110,
  0.5,
);
