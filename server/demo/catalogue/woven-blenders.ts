import {
  herringboneLane,
  mermaidRoofTiles,
  picnicRugPlaid,
  rainbowRoofs,
  sundayKnit,
} from '../cloths/woven-cloths.ts';
import { categories, clementine, type Draft, juniper } from './product-basics.ts';
import { repeatProduct } from './repeat-product.ts';

const { holidays, seaAndSky } = categories;

/** Quiet cloths in rows, lines and checks, to go with the loud ones. */
export const wovenBlenders: readonly Draft[] = [
  repeatProduct({
    title: 'Herringbone Lane',
    story: 'Baked bricks and moss, laid slantwise all the way to the bakery.',
    by: [clementine],
    price: 450,
    sold: 83,
    daysAgo: 276,
    themes: [],
    shownOn: 'tote',
    cloth: herringboneLane,
  }),
  repeatProduct({
    title: 'Sunday Knit',
    story: 'A jumper you can print: row after row of stocking stitch in red, cream and fir.',
    by: [juniper],
    price: 450,
    now: 340,
    sold: 144,
    daysAgo: 62,
    themes: [holidays],
    shownOn: 'mug',
    cloth: sundayKnit,
  }),
  repeatProduct({
    title: 'Mermaid Roof Tiles',
    story: 'Scales with stitched rims, from the house at the bottom of the bay.',
    by: [clementine],
    price: 450,
    sold: 286,
    daysAgo: 512,
    themes: [seaAndSky],
    shownOn: 'hairBow',
    cloth: mermaidRoofTiles,
  }),
  repeatProduct({
    title: 'Rainbow Roofs',
    story: 'Rainbows parked in tidy rows until it rains.',
    by: [juniper],
    price: 450,
    sold: 377,
    daysAgo: 599,
    themes: [seaAndSky],
    shownOn: 'cushion',
    cloth: rainbowRoofs,
  }),
  repeatProduct({
    title: 'Picnic Rug Plaid',
    story: 'The good rug: fir, berry and a running stitch, folded in the car since April.',
    by: [clementine],
    price: 400,
    sold: 68,
    daysAgo: 141,
    themes: [],
    shownOn: 'tote',
    cloth: picnicRugPlaid,
  }),
];
