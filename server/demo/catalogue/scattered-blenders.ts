import {
  ditsyHour,
  jellybeanDots,
  joinTheStars,
  leafLitter,
  terrazzoTeaTowel,
} from '../cloths/scattered-cloths.ts';
import { categories, clementine, type Draft, juniper } from './product-basics.ts';
import { repeatProduct } from './repeat-product.ts';

const { garden, seaAndSky, treats } = categories;

/** Quiet cloths of small things scattered, to go with the loud ones. */
export const scatteredBlenders: readonly Draft[] = [
  repeatProduct({
    title: 'Jellybean Dots',
    story: 'Dots in the order they came out of the bag.',
    by: [juniper],
    price: 350,
    now: 0,
    sold: 512,
    daysAgo: 700,
    themes: [treats],
    shownOn: 'hairBow',
    cloth: jellybeanDots,
  }),
  repeatProduct({
    title: 'Terrazzo Tea Towel',
    story: 'Paper chips set like a café floor, only softer on bare feet.',
    by: [juniper],
    price: 400,
    sold: 133,
    daysAgo: 421,
    themes: [],
    shownOn: 'notebook',
    cloth: terrazzoTeaTowel,
  }),
  repeatProduct({
    title: 'Join the Stars',
    story: 'A sky map for small astronomers: follow the stitches and name what you find.',
    by: [juniper],
    price: 450,
    sold: 305,
    daysAgo: 447,
    themes: [seaAndSky],
    shownOn: 'lampshade',
    cloth: joinTheStars,
  }),
  repeatProduct({
    title: 'Leaf Litter',
    story: 'Leaves on the darkest green, for when the foxes need somewhere to hide.',
    by: [clementine],
    price: 400,
    now: 300,
    sold: 109,
    daysAgo: 208,
    themes: [garden],
    shownOn: 'notebook',
    cloth: leafLitter,
  }),
  repeatProduct({
    title: 'Ditsy Hour',
    story: 'The smallest flowers we know, as many as would fit.',
    by: [clementine],
    price: 450,
    sold: 251,
    daysAgo: 466,
    themes: [garden],
    shownOn: 'romper',
    cloth: ditsyHour,
  }),
];
