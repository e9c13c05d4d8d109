import { stem } from './stem.ts';

/**
 * Words for what a design is printed on, made into or licensed for, and for any design at all. Nearly every design
 * suits them, whether it says so or not: a design that has one ranks higher, but one that lacks it is found as well.
 */
const useWords = `
  accessory aesthetic affordable allover apparel applique apron art artwork backdrop background bag bandana
  banner beautiful bedding bedroom bedspread bestseller bestselling bib blanket bookmark bundle burp canvas card
  cardstock challenge cheap cloth clothes clothing collection color colored colorway commercial cotton cover
  craft crafting crib cricut curtain cushion cut cutter decor decoration design diaper digital diy download
  drape dress duvet etsy exclusive fabric file flannel fleece freebie garment gift giftwrap gorgeous graphic hd
  high hoodie hue idea illustration image inspired instant invitation invite item jersey journal jpeg jpg large
  latest leggings licence license linen little lovely lover material mini minky motif mug muslin napkin nice non
  nonexclusive nursery onesie ornament outfit pajama palette paper pattern pdf perfect personal picture pillow
  pillowcase pj placemat planner pod popular poster pouch pretty print printable printed printing product
  project quality quilt quilter quilting resolution romper room rug runner scale scheme scrapbook scrapbooking
  seamless set sew sewing shade sheet shirt shop skirt sleepwear small spandex spoonflower stationery sticker
  stocking style sublimation surface swaddle sweatshirt swim swimwear table tablecloth tapestry tee textile
  theme themed throw tile tiny tone toned topper tote towel trending tshirt tumbler tutu unique upholstery usage
  use vector vibe wall wallpaper wear wrap wrapping yard yardage
`;

/** All of them. */
export const wordsOfUse: readonly string[] = useWords.trim().split(/\s+/);

const stems = new Set(wordsOfUse.map(stem));

/** Whether a word only says what a design is to be used for. */
export function isUseWord(word: string): boolean {
  return stems.has(stem(word));
}

const audiences = new Set(
  'adult baby boy child daughter girl grandchild granddaughter grandson kid man nephew niece son teen toddler woman'.split(
    ' ',
  ),
);

/** Whether a word says whom a design is for. */
export function isAudience(word: string): boolean {
  return audiences.has(stem(word));
}
