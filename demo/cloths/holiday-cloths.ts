import {
  candy,
  clay,
  frost,
  lantern,
  marmalade,
  moonlight,
  onGround,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import { appleBasket, bat, ghost, oakLeaf, pumpkin, wellies } from '../motifs/autumn.ts';
import { tulip } from '../motifs/garden.ts';
import { berryMark, leaflet, sparkle, speck, tinyFlower, twig } from '../motifs/marks.ts';
import { bunnyFace, chick, lamb } from '../motifs/pets.ts';
import { moon, starlet } from '../motifs/sky.ts';
import { balloons, envelope, heart, heartlet } from '../motifs/toys.ts';
import {
  candyCane,
  firTree,
  gingerbread,
  mitten,
  penguin,
  snowflake,
  snowman,
} from '../motifs/winter.ts';
import { bear } from '../motifs/woodland.ts';
import { argyle, checkerboard, gingham, patchwork } from '../patterns/checks.ts';
import { grid } from '../patterns/grid.ts';
import { medallions, scallops } from '../patterns/scallops.ts';
import { garlands, scenery } from '../patterns/scenery.ts';
import { stripes } from '../patterns/stripes.ts';
import { tossed } from '../patterns/tossed.ts';

export const pumpkinPlaygroup = tossed({
  seed: 'pumpkins',
  palette: lantern,
  layers: [
    { motifs: [pumpkin], count: 12, scale: 1.95, tilt: 14 },
    { motifs: [oakLeaf], count: 9, scale: 0.85, tilt: 180 },
    { motifs: [starlet, leaflet, speck], count: 46, scale: 0.26, tilt: 180 },
  ],
  colourways: [
    lantern,
    { ...lantern, warm: lantern.sun },
    { ...lantern, warm: '#f1e3cf', rose: lantern.blush },
  ],
});

export const candleCheck = gingham({
  palette: { ...lantern, ground: '#fff3dc' },
  colour: '#f58a2c',
  pairs: 8,
});

export const theBooCrew = grid({
  palette: onGround({ ...lantern, plum: '#4a2f7a' }, '#9a7fd0'),
  motifs: [ghost, bat],
  columns: 6,
  rows: 4,
  scale: 1.65,
  tilt: 8,
  between: [sparkle, (palette) => starlet({ ...palette, sun: palette.warm })],
  betweenScale: 0.34,
});

export const battyDeckchair = stripes({
  palette: { ...lantern, plum: '#6f4aa8' },
  upright: true,
  sets: 2,
  bands: [
    { colour: '#f58a2c', width: 1.5, edge: 'wave', motifs: [bat], count: 5, scale: 1.6 },
    { colour: '#2f2440', width: 1, motifs: [moon, sparkle], count: 8, scale: 0.62 },
  ],
});

export const kickingLeaves = tossed({
  seed: 'leaves',
  palette: onGround(marmalade, '#6b3f35'),
  layers: [
    { motifs: [oakLeaf, oakLeaf, wellies], count: 21, scale: 1.6, tilt: 180, air: 0.92 },
    { motifs: [berryMark, leaflet], count: 34, scale: 0.36, tilt: 180 },
  ],
  colourways: [
    marmalade,
    { ...marmalade, warm: marmalade.sun },
    { ...marmalade, warm: marmalade.rose },
    { ...marmalade, warm: '#a9a04a' },
  ],
});

export const gingerbreadRow = grid({
  palette: onGround({ ...frost, earth: '#a8683c' }, '#f6c9c4'),
  motifs: [gingerbread],
  columns: 7,
  rows: 6,
  scale: 1.35,
  shift: 'rows',
  between: [heartlet],
  betweenScale: 0.22,
});

export const snowmanSocial = scenery({
  seed: 'snowmen',
  palette: onGround(frost, '#a9cfe3'),
  rows: 4,
  colours: ['#ffffff', '#dcecf4', '#eef6fa', '#c6dfec'],
  motifs: [snowman, firTree, snowman, firTree, penguin],
  perRow: 5,
  scale: 1.7,
  crest: 'hills',
});

export const candyCaneTwirl = tossed({
  seed: 'canes',
  palette: onGround(frost, '#bfe6d3'),
  layers: [
    { motifs: [candyCane], count: 20, scale: 1.5, tilt: 180, air: 0.95 },
    { motifs: [berryMark, leaflet, speck], count: 60, scale: 0.26, tilt: 180 },
  ],
});

export const penguinKnittingCircle = stripes({
  palette: frost,
  sets: 2,
  bands: [
    { colour: '#e9f3f6', width: 3, motifs: [penguin], count: 6, scale: 1.45 },
    {
      colour: frost.rose,
      width: 1,
      edge: 'zigzag',
      motifs: [snowflake],
      count: 12,
      scale: 0.55,
    },
    { colour: '#2f5f73', width: 1, edge: 'zigzag', motifs: [heartlet], count: 12, scale: 0.4 },
  ],
});

export const treeFarmSaturday = grid({
  palette: onGround(frost, '#b8323f'),
  motifs: [firTree],
  columns: 6,
  rows: 4,
  scale: 1.7,
  between: [snowflake, (palette) => starlet({ ...palette, sun: palette.paper })],
  betweenScale: 0.32,
  colourways: [
    { ...frost, leaf: '#5fae8c' },
    { ...frost, leaf: '#3f8a78' },
    { ...frost, leaf: '#a9cfa0' },
  ],
});

export const mittenWeather = argyle({
  palette: frost,
  colours: ['#7fb5c9', '#e9f3f6'],
  columns: 4,
  rows: 4,
  motifs: [mitten, (palette) => mitten({ ...palette, rose: palette.leaf })],
  scale: 1.15,
});

export const sweetheartSortingOffice = tossed({
  seed: 'sweetheart',
  palette: onGround(candy, '#ffd3de'),
  layers: [
    { motifs: [envelope, heart], count: 16, scale: 1.6, tilt: 24 },
    {
      motifs: [heartlet, (palette) => heartlet({ ...palette, rose: palette.paper })],
      count: 54,
      scale: 0.28,
      tilt: 30,
    },
  ],
});

export const heartsOnSquares = checkerboard({
  palette: { ...candy, rose: '#e22f5b' },
  colours: ['#fbe3e6', '#f0667f'],
  squares: 6,
  motifs: [heart],
  scale: 1.35,
});

export const eggHuntMorning = patchwork({
  palette: { ...sherbet, rose: '#ea6f8c' },
  motifs: [chick, bunnyFace, lamb, tulip],
  grounds: ['#f9c8d3', '#c7e8f1', '#fdeab2', '#d5ecd0', '#e3d5f3'],
  squares: 5,
  scale: 1.5,
});

export const fairyLightsTangled = garlands({
  palette: onGround({ ...moonlight, ink: '#7f8fc0' }, '#16264a'),
  rows: 6,
  swags: 2,
  colours: [moonlight.rose, moonlight.sun, moonlight.leaf, moonlight.sky],
  motifs: [(palette) => starlet({ ...palette, sun: palette.sun })],
  scale: 0.55,
  pennant: 'bulb',
});

export const birthdayWhoseBirthday = scallops({
  palette: onGround(picnic, '#fff3de'),
  columns: 4,
  rows: 8,
  colours: ['#fdf3df', '#fbe1cf', '#e3f0e6'],
  motifs: [balloons, bear],
  scale: 0.98,
});

export const snowLace = medallions({
  palette: onGround({ ...frost, leaf: '#cfe4ee', sun: '#ffffff' }, '#4f8fb8'),
  columns: 4,
  rows: 4,
  colours: ['#6fa9cc', '#84b8d6'],
  motifs: [snowflake],
  scale: 1.75,
  rim: 'petals',
});

export const harvestBaskets = grid({
  palette: onGround({ ...clay, rose: '#c9463f', leaf: '#8fa04a' }, '#dfe0b8'),
  motifs: [appleBasket],
  columns: 4,
  rows: 4,
  scale: 1.8,
  between: [twig, tinyFlower],
  betweenScale: 0.7,
});
