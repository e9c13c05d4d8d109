import {
  clay,
  harbour,
  lagoon,
  lantern,
  lilac,
  moonlight,
  onGround,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import { bubble, leaflet, raindrop, sparkle, speck } from '../motifs/marks.ts';
import {
  anchor,
  fish,
  jellyfish,
  octopus,
  sailboat,
  shell,
  starfish,
  turtle,
  whale,
} from '../motifs/sea.ts';
import {
  bird,
  cloud,
  hotAirBalloon,
  moon,
  planet,
  rainbow,
  rainCloud,
  rocket,
  star,
  starlet,
  sunshine,
} from '../motifs/sky.ts';
import { kite } from '../motifs/toys.ts';
import { checkerboard, gingham } from '../patterns/checks.ts';
import { grid } from '../patterns/grid.ts';
import { medallions } from '../patterns/scallops.ts';
import { confetti } from '../patterns/scattered.ts';
import { scenery } from '../patterns/scenery.ts';
import { stripes } from '../patterns/stripes.ts';
import { tossed } from '../patterns/tossed.ts';

export const whaleHelloThere = tossed({
  seed: 'whales',
  palette: harbour,
  layers: [
    { motifs: [whale], count: 10, scale: 2.2, tilt: 10 },
    {
      motifs: [(palette) => starfish({ ...palette, rose: palette.warm }), shell],
      count: 8,
      scale: 0.95,
      tilt: 40,
    },
    { motifs: [bubble, raindrop], count: 36, scale: 0.36, tilt: 10 },
  ],
  colourways: [
    { ...harbour, sky: '#4d93bd' },
    { ...harbour, sky: '#2f6f98' },
    { ...harbour, sky: '#7fb9d3' },
  ],
});

export const regattaStripe = stripes({
  palette: harbour,
  sets: 2,
  bands: [
    {
      colour: harbour.paper,
      width: 3,
      edge: 'scallop',
      motifs: [sailboat],
      count: 5,
      scale: 1.5,
    },
    { colour: harbour.rose, width: 1, stitch: harbour.paper },
  ],
});

export const fizz = confetti('fizz', onGround(harbour, '#3f86ad'), [bubble], 90, 0.62);

export const sevenSmallSeas = scenery({
  seed: 'seas',
  palette: { ...harbour, plum: '#8a7fc4' },
  rows: 6,
  colours: ['#8cc7dc', '#5fa9c8', '#3f86ad', '#bfe0ea', '#2f6f98', '#75b8d2'],
  motifs: [sailboat, whale, octopus, sailboat],
  perRow: 4,
  scale: 1.35,
  crest: 'waves',
});

export const octopusTeaDance = grid({
  palette: onGround({ ...lagoon, plum: '#b79be0' }, '#17606e'),
  motifs: [octopus, jellyfish],
  columns: 6,
  rows: 4,
  scale: 1.65,
  tilt: 8,
  between: [bubble],
  betweenScale: 0.3,
});

export const clownfishCommute = grid({
  palette: onGround(harbour, '#6cc5d6'),
  motifs: [fish],
  columns: 5,
  rows: 8,
  scale: 1.3,
  shift: 'rows',
  colourways: [
    { ...harbour, warm: '#f27a3c' },
    { ...harbour, warm: '#ef5f6b' },
  ],
});

export const lowTidePockets = tossed({
  seed: 'low-tide',
  palette: onGround(clay, '#f2dfbf'),
  layers: [
    { motifs: [starfish, shell, starfish, shell], count: 16, scale: 1.5, tilt: 180 },
    {
      motifs: [speck, (palette) => speck({ ...palette, sun: palette.sky })],
      count: 70,
      scale: 0.14,
      tilt: 0,
      air: 2,
    },
  ],
  colourways: [
    { ...clay, rose: '#d9705f' },
    { ...clay, rose: '#6f9ea3', blush: '#cfe0dc' },
    { ...clay, rose: '#d99a4e', blush: '#f6dfb0' },
  ],
});

export const anchorsAndElevenses = gingham({
  palette: { ...harbour, ground: '#ffffff' },
  colour: '#1f3b73',
  pairs: 4,
  motifs: [anchor],
  scale: 1.1,
  sparse: true,
});

export const hushNowMoon = tossed({
  seed: 'hush-now',
  palette: onGround(moonlight, '#3a4a86'),
  layers: [
    { motifs: [moon], count: 7, scale: 2.1, tilt: 8 },
    { motifs: [cloud], count: 8, scale: 1.45, tilt: 4 },
    { motifs: [star], count: 7, scale: 0.85, tilt: 20 },
    { motifs: [sparkle, speck], count: 40, scale: 0.2, tilt: 180, air: 1.7 },
  ],
});

export const nightlightStars = confetti(
  'nightlight',
  onGround(moonlight, '#fbe7b2'),
  [
    (palette) => starlet({ ...palette, sun: '#e9a83a' }),
    (palette) => starlet({ ...palette, sun: '#3a4a86' }),
  ],
  80,
  0.6,
);

export const rainbowAfterLunch = tossed({
  seed: 'rainbow-lunch',
  palette: onGround(sherbet, '#a9dcef'),
  layers: [
    { motifs: [rainbow], count: 9, scale: 2, tilt: 12 },
    { motifs: [cloud], count: 7, scale: 1.25, tilt: 4 },
    {
      motifs: [raindrop, (palette) => raindrop({ ...palette, sky: palette.paper })],
      count: 40,
      scale: 0.3,
      tilt: 8,
    },
  ],
  colourways: [{ ...sherbet, sky: '#5fb4d8' }],
});

export const upOverAndHomeForTea = grid({
  palette: onGround(picnic, '#fde9d3'),
  motifs: [hotAirBalloon],
  columns: 4,
  rows: 3,
  scale: 2.1,
  tilt: 4,
  between: [cloud],
  betweenScale: 0.95,
  colourways: [
    picnic,
    { ...picnic, rose: picnic.leaf, sky: picnic.warm },
    { ...picnic, rose: picnic.plum, sky: picnic.sun, sun: picnic.blush },
  ],
});

export const rocketBedtime = tossed({
  seed: 'rockets',
  palette: onGround(lantern, '#2a1f4a'),
  layers: [
    { motifs: [rocket], count: 8, scale: 2, tilt: 48 },
    {
      motifs: [
        planet,
        (palette) => planet({ ...palette, plum: palette.rose, sun: palette.sky }),
        (palette) => planet({ ...palette, plum: palette.sky, sun: palette.blush }),
      ],
      count: 8,
      scale: 1.35,
      tilt: 20,
    },
    { motifs: [sparkle, speck, starlet], count: 54, scale: 0.2, tilt: 180, air: 1.6 },
  ],
});

export const sunnySideUp = medallions({
  palette: onGround(picnic, '#ef7d5b'),
  columns: 4,
  rows: 4,
  colours: ['#ffe0a8', '#bfe3ee', '#ffd0c4'],
  motifs: [sunshine],
  scale: 1.5,
  rim: 'stitches',
});

export const puddleForecast = checkerboard({
  palette: onGround({ ...picnic, sky: '#4f9fc4' }, '#f7b733'),
  colours: ['#fcd34f', '#fbc53c'],
  squares: 4,
  motifs: [rainCloud],
  scale: 2,
  rounded: true,
});

export const turtlesNoRush = tossed({
  seed: 'turtles',
  palette: onGround(lagoon, '#bfe9df'),
  layers: [
    { motifs: [turtle], count: 12, scale: 1.95, tilt: 180 },
    { motifs: [bubble, leaflet], count: 44, scale: 0.34, tilt: 180 },
  ],
  colourways: [
    { ...lagoon, leaf: '#4fa88a' },
    { ...lagoon, leaf: '#3f8fa0' },
    { ...lagoon, leaf: '#8dae4f' },
  ],
});

export const kiteWeather = grid({
  palette: onGround({ ...lilac, sky: '#5f93cf' }, '#cdb8ea'),
  motifs: [kite, bird],
  columns: 4,
  rows: 4,
  scale: 1.9,
  tilt: 12,
  between: [cloud],
  betweenScale: 0.7,
});
