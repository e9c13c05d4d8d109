import { candy, clay, harbour, lantern, onGround, sherbet } from '../drawing/palettes.ts';
import { daisy } from '../motifs/garden.ts';
import { leaflet, sparkle, speck, tinyFlower } from '../motifs/marks.ts';
import { eucalyptus, paintedBloom, paintedFish, paintedSprig } from '../motifs/painted.ts';
import {
  candyCorn,
  easterEgg,
  lovebirds,
  risingSun,
  unicorn,
  witchCat,
  witchHat,
  yarnRainbow,
} from '../motifs/seasons.ts';
import { cloud, moon, rainbow, starlet } from '../motifs/sky.ts';
import { heart, heartlet } from '../motifs/toys.ts';
import { bunny } from '../motifs/woodland.ts';
import { grid } from '../patterns/grid.ts';
import { paintedWaves } from '../patterns/painted-waves.ts';
import { confetti } from '../patterns/scattered.ts';
import { tossed } from '../patterns/tossed.ts';

export const unicornRecess = tossed({
  seed: 'unicorn-recess',
  palette: onGround(sherbet, '#d9f0ea'),
  layers: [
    { motifs: [unicorn], count: 9, scale: 2.05, tilt: 9 },
    { motifs: [rainbow, cloud], count: 8, scale: 1.15, tilt: 6 },
    { motifs: [starlet, sparkle, heartlet], count: 44, scale: 0.24, tilt: 180, air: 1.3 },
  ],
});

export const broomMarket = tossed({
  seed: 'broom-market',
  palette: onGround(lantern, '#e8842f'),
  layers: [
    { motifs: [witchCat], count: 9, scale: 1.95, tilt: 6 },
    { motifs: [candyCorn, witchHat, moon], count: 12, scale: 1.15, tilt: 24 },
    { motifs: [starlet, speck], count: 44, scale: 0.22, tilt: 180, air: 1.3 },
  ],
  colourways: [{ ...lantern, paper: '#fff3dc' }],
});

export const eggsByAppointment = tossed({
  seed: 'eggs-by-appointment',
  palette: onGround(sherbet, '#fdf1b8'),
  layers: [
    { motifs: [easterEgg], count: 13, scale: 1.5, tilt: 30 },
    { motifs: [bunny], count: 5, scale: 1.7, tilt: 6 },
    { motifs: [daisy], count: 7, scale: 0.8, tilt: 40 },
    { motifs: [leaflet, tinyFlower], count: 36, scale: 0.3, tilt: 180 },
  ],
  colourways: [
    { ...sherbet, blush: '#fba9bd' },
    { ...sherbet, blush: sherbet.plum, sky: sherbet.paper },
    { ...sherbet, blush: '#8fcfe4', sky: sherbet.rose },
    { ...sherbet, blush: sherbet.leaf, leaf: sherbet.sun },
  ],
});

export const twoOnATwig = grid({
  palette: onGround({ ...candy, sky: '#f4a3b8', earth: '#8f4a4f' }, '#8f1f3f'),
  motifs: [lovebirds, heart],
  columns: 6,
  rows: 5,
  scale: 1.5,
  between: [heartlet, (palette) => heartlet({ ...palette, rose: palette.blush })],
  betweenScale: 0.24,
});

export const sandstoneRainbows = grid({
  palette: onGround({ ...clay, ink: '#6b4a3c' }, '#f2e3d0'),
  motifs: [yarnRainbow, risingSun],
  columns: 4,
  rows: 4,
  scale: 1.95,
  between: [(palette) => speck({ ...palette, sun: palette.rose })],
  betweenScale: 0.1,
  colourways: [clay, { ...clay, rose: clay.leaf, warm: clay.sun, sun: clay.rose, sky: clay.earth }],
});

export const paintedBeforeBreakfast = tossed({
  seed: 'painted-breakfast',
  palette: onGround({ ...sherbet, leaf: '#7fae8a', rose: '#e8738f', blush: '#f7a98f' }, '#fffdf8'),
  layers: [
    { motifs: [paintedBloom], count: 11, scale: 2.1, tilt: 180 },
    { motifs: [paintedSprig], count: 13, scale: 1.5, tilt: 180 },
    { motifs: [(palette) => speck({ ...palette, sun: '#f3c6b8' })], count: 30, scale: 0.12 },
  ],
  colourways: [
    { ...sherbet, leaf: '#7fae8a', rose: '#e8738f', blush: '#f7a98f' },
    { ...sherbet, leaf: '#6f9fa0', rose: '#a884cf', blush: '#d79fce' },
    { ...sherbet, leaf: '#8fae6a', rose: '#f0a24f', blush: '#f6cd7c' },
  ],
});

export const eucalyptusInAJug = tossed({
  seed: 'eucalyptus',
  palette: onGround({ ...clay, leaf: '#7f9a82', sky: '#a3b8a4' }, '#f7f6ef'),
  layers: [
    { motifs: [eucalyptus], count: 16, scale: 2.2, tilt: 180, air: 0.9 },
    { motifs: [(palette) => speck({ ...palette, sun: '#b9c9b4' })], count: 34, scale: 0.11 },
  ],
});

export const inkAndTide = paintedWaves(
  'ink-and-tide',
  onGround(harbour, '#eaf5f7'),
  ['#27527f', '#4f9bbf', '#8fd0d8', '#2f6f9b', '#5fb8bd'],
  10,
);

export const brushedFish = tossed({
  seed: 'brushed-fish',
  palette: onGround(harbour, '#fbfdfb'),
  layers: [{ motifs: [paintedFish], count: 22, scale: 1.75, tilt: 10, air: 0.95 }],
  colourways: [
    harbour,
    { ...harbour, warm: '#3f86ad', rose: '#27527f' },
    { ...harbour, warm: '#5fb8bd', rose: '#4f9bbf' },
  ],
});

export const ponyTailDots = confetti(
  'unicorn-stars',
  onGround(sherbet, '#fff6f2'),
  [starlet, (palette) => starlet({ ...palette, sun: palette.rose }), heartlet, sparkle],
  84,
  0.42,
);
