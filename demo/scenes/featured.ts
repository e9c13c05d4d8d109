import type { DemoFeatured } from '../drawing/demo-studio.ts';
import { harvestTote, partyTable, washingLine, wrappedParcels } from './party-and-garden-scenes.ts';
import { deskTop, kitchenShelf, quilt, readingNook } from './room-scenes.ts';

/** Finished products made from the designs, like photos that customers send in. */
export const featuredScenes: readonly DemoFeatured[] = [
  {
    altText:
      'A child’s bed with a patchwork quilt of moons, whales and stars, and a ginger cat at the pillow',
    draw: quilt,
  },
  {
    altText:
      'Dinosaur and bunny rompers, a strawberry hair bow and a daisy tote drying on a washing line',
    draw: washingLine,
  },
  {
    altText: 'A party table with a three-tier cake under two rows of pinwheel and cupcake bunting',
    draw: partyTable,
  },
  {
    altText:
      'Four parcels wrapped in fir tree, gingerbread, candy cane and snowflake paper beside a tree',
    draw: wrappedParcels,
  },
  {
    altText: 'Kitchen shelves with four patterned mugs, a pink teapot, a fern and a cactus',
    draw: kitchenShelf,
  },
  {
    altText:
      'Two notebooks covered in sleeping foxes and whales on a desk with a pencil and stickers',
    draw: deskTop,
  },
  {
    altText:
      'A green sofa with bear and trellis cushions, a cat, a plaid rug and a lampshade of big blooms',
    draw: readingNook,
  },
  { altText: 'A tote bag of smiling pumpkins standing among falling leaves', draw: harvestTote },
];
