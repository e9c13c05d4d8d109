import {
  bramble,
  candy,
  clay,
  deep,
  frost,
  lagoon,
  lilac,
  marmalade,
  meadow,
  moonlight,
  onGround,
  pale,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import { mushrooms, oakLeaf, toadstool } from '../motifs/autumn.ts';
import {
  dinosaurEgg,
  longNeck,
  pterosaur,
  stegosaurus,
  triceratops,
  tyrannosaur,
  volcano,
} from '../motifs/dinosaurs.ts';
import { cactus, sprig } from '../motifs/garden.ts';
import {
  berryMark,
  crossStitch,
  dash,
  leaflet,
  sparkle,
  speck,
  tinyDaisy,
  tinyFlower,
  twig,
} from '../motifs/marks.ts';
import { bunnyFace, catFace, catSitting, lamb, pony, puppy } from '../motifs/pets.ts';
import { moon, starlet } from '../motifs/sky.ts';
import { cottage, wreath } from '../motifs/toys.ts';
import {
  acorn,
  bear,
  bunny,
  deer,
  foxAsleep,
  foxFace,
  foxSitting,
  hedgehog,
  owl,
  squirrel,
} from '../motifs/woodland.ts';
import { argyle, checkerboard, gingham } from '../patterns/checks.ts';
import { grid } from '../patterns/grid.ts';
import { medallions, ogee, scallops } from '../patterns/scallops.ts';
import { confetti } from '../patterns/scattered.ts';
import { scenery } from '../patterns/scenery.ts';
import { stripes } from '../patterns/stripes.ts';
import { tossed } from '../patterns/tossed.ts';
import { arches } from '../patterns/vines.ts';

export const foxgloveNap = tossed({
  seed: 'foxglove-nap',
  palette: bramble,
  layers: [
    { motifs: [foxAsleep, foxSitting, foxAsleep], count: 7, scale: 2.3 },
    { motifs: [toadstool, mushrooms, acorn], count: 9, scale: 1.35 },
    { motifs: [twig, berryMark, leaflet], count: 46, scale: 0.44, tilt: 180, air: 1.2 },
  ],
});

export const berryCrumbs = confetti('berry-crumbs', bramble, [berryMark, leaflet, twig], 120, 0.62);

export const foxCheck = gingham({
  palette: picnic,
  colour: bramble.warm,
  pairs: 4,
  motifs: [foxFace],
  scale: 1.05,
  sparse: true,
});

export const hedgehogGardenClub = medallions({
  palette: lilac,
  columns: 4,
  rows: 4,
  colours: [lilac.paper, lilac.sun, lilac.blush],
  motifs: [owl, hedgehog, squirrel],
  scale: 1.45,
  rim: 'petals',
});

export const whoLivesHere = arches({
  palette: clay,
  columns: 4,
  rows: 3,
  colours: [clay.sky, clay.sun, clay.leaf],
  frame: clay.paper,
  motifs: [catSitting, owl, cactus, bunny, foxSitting],
  scale: 1.75,
});

export const bearsInGoodJumpers = argyle({
  palette: { ...clay, earth: '#7d553c' },
  colours: [pale(clay.leaf, 0.25), clay.sun],
  columns: 4,
  rows: 3,
  motifs: [bear],
  scale: 1.25,
});

export const hopSkipAndDaisy = grid({
  palette: onGround(sherbet, '#f7adbd'),
  motifs: [bunny],
  columns: 6,
  rows: 4,
  scale: 1.75,
  tilt: 5,
  between: [tinyDaisy, tinyFlower],
  betweenScale: 0.42,
});

export const catCafe = checkerboard({
  palette: { ...candy, sky: '#5c6fae' },
  colours: ['#7fd6c8', candy.paper],
  squares: 6,
  motifs: [catFace],
  scale: 1.35,
});

export const lambsOnPatchworkHill = scenery({
  seed: 'lambs',
  palette: meadow,
  rows: 5,
  colours: ['#a9cf8a', '#7fb36c', '#5a9458', '#c9dd92', '#8dc07a'],
  motifs: [lamb, cottage, lamb, sprig],
  perRow: 4,
  scale: 1.55,
  crest: 'hills',
});

export const deerAtFirstFrost = grid({
  palette: onGround({ ...frost, leaf: '#7fae8f' }, '#24504a'),
  motifs: [deer],
  columns: 4,
  rows: 3,
  scale: 1.35,
  behind: wreath,
  behindScale: 2.6,
  shift: 'columns',
});

export const puppyPicnicCheck = gingham({
  palette: { ...picnic, ground: '#fffdf6' },
  colour: '#3f86ad',
  pairs: 4,
  motifs: [puppy],
  scale: 1.2,
});

export const dinosaursAfterBreakfast = tossed({
  seed: 'dinosaurs',
  palette: onGround(picnic, '#fbd26a'),
  layers: [
    { motifs: [longNeck, tyrannosaur, stegosaurus, triceratops], count: 12, scale: 2 },
    { motifs: [dinosaurEgg, volcano], count: 6, scale: 1.2 },
    { motifs: [twig, leaflet], count: 30, scale: 0.42, tilt: 180 },
  ],
});

export const threeHornStripe = stripes({
  palette: picnic,
  sets: 2,
  bands: [
    {
      colour: '#bfe3d4',
      width: 3,
      edge: 'zigzag',
      motifs: [triceratops],
      count: 5,
      scale: 1.25,
    },
    { colour: picnic.leaf, width: 1.1, stitch: picnic.paper },
  ],
});

export const footprintDots = confetti(
  'footprints',
  onGround(picnic, '#fff3de'),
  [leaflet, dash, twig],
  110,
  0.42,
);

export const skyLizards = grid({
  palette: lagoon,
  motifs: [pterosaur],
  columns: 4,
  rows: 5,
  scale: 1.75,
  tilt: 14,
  shift: 'rows',
  colourways: [
    lagoon,
    { ...lagoon, rose: lagoon.sun, sun: lagoon.warm },
    { ...lagoon, rose: lagoon.plum, sun: lagoon.rose },
  ],
});

export const nightOwlsOnly = tossed({
  seed: 'night-owls',
  palette: moonlight,
  layers: [
    { motifs: [owl], count: 9, scale: 1.9, tilt: 8 },
    { motifs: [moon], count: 4, scale: 1.5, tilt: 10 },
    { motifs: [sparkle, starlet, speck], count: 44, scale: 0.3, tilt: 180, air: 1.6 },
  ],
  colourways: [
    moonlight,
    { ...moonlight, plum: moonlight.rose },
    { ...moonlight, plum: moonlight.leaf },
  ],
});

export const squirrelSavingsBank = grid({
  palette: onGround({ ...marmalade, warm: '#d9622b' }, '#f3c98a'),
  motifs: [squirrel, acorn],
  columns: 6,
  rows: 5,
  scale: 1.45,
  tilt: 6,
  between: [oakLeaf],
  betweenScale: 0.6,
});

export const ponyDaydream = ogee({
  palette: lilac,
  columns: 3,
  rows: 2,
  colours: ['#b79be0', '#f7b9cf'],
  outline: lilac.paper,
  motifs: [pony],
  scale: 1.9,
});

export const hedgeRow = stripes({
  palette: meadow,
  sets: 2,
  bands: [
    { colour: '#f2f0d8', width: 3, edge: 'wave', motifs: [hedgehog], count: 4, scale: 2.05 },
    {
      colour: deep(meadow.leaf, 0.1),
      width: 1.3,
      stitch: meadow.paper,
      motifs: [crossStitch, tinyDaisy],
      count: 14,
      scale: 0.36,
    },
  ],
});

export const toadstoolTownHall = scallops({
  palette: { ...meadow, rose: '#cf3f4d' },
  columns: 4,
  rows: 8,
  colours: ['#3f7a68', '#5d9a78', '#7fb38a'],
  motifs: [toadstool, toadstool, bunnyFace],
  scale: 0.95,
});
