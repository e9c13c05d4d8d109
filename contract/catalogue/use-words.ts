import { stem } from './stem.ts';

/**
 * Words for what a design is printed on, made into or licensed for, and for any design at all. Nearly every design
 * suits them, whether it says so or not: a design that has one ranks higher, but one that lacks it is found as well.
 */
const useWords = `
  accessory aesthetic allover apparel applique apron art artwork backdrop background bag bandana banner bedding
  bedroom bedspread bib blanket bookmark bundle burp canvas card cardstock challenge cloth clothing clothes collection
  color commercial cotton cover craft crafting cricut crib curtain cushion cut cutter decor
  decoration design diaper digital diy download drape dress duvet etsy exclusive fabric file flannel fleece
  freebie garment gift giftwrap graphic hoodie idea illustration image inspired instant invitation invite item
  jersey journal leggings licence license linen lover material minky motif mug muslin napkin non
  nonexclusive nursery onesie ornament outfit pajama paper pattern perfect personal picture pillow pillowcase
  placemat planner pod poster print printable printed printing product project quality quilt quilting quilter
  romper room rug runner scale scrapbook scrapbooking seamless set sew sewing shade sheet shirt shop
  skirt sleepwear spandex spoonflower stationery sticker style sublimation surface swaddle sweatshirt swim swimwear
  table tablecloth tapestry tee textile theme themed throw tile tone topper tote towel tshirt tumbler tutu
  upholstery usage use vector vibe wall wallpaper wear wrap wrapping yard yardage
`;

const stems = new Set(useWords.trim().split(/\s+/).map(stem));

/** Whether a word only says what a design is to be used for. */
export function isUseWord(word: string): boolean {
  return stems.has(stem(word));
}
