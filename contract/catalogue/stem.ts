import { wordMap } from './word-map.ts';

/** Irregular plurals. */
const singulars = wordMap({
  cacti: 'cactus',
  calves: 'calf',
  children: 'child',
  elves: 'elf',
  feet: 'foot',
  fungi: 'fungus',
  geese: 'goose',
  halves: 'half',
  hooves: 'hoof',
  knives: 'knife',
  leaves: 'leaf',
  loaves: 'loaf',
  men: 'man',
  mice: 'mouse',
  octopi: 'octopus',
  oxen: 'ox',
  scarves: 'scarf',
  shelves: 'shelf',
  teeth: 'tooth',
  wolves: 'wolf',
  women: 'woman',
});

const britishWords = wordMap({
  aeroplane: 'airplane',
  catalogue: 'catalog',
  cosy: 'cozy',
  doughnut: 'donut',
  grey: 'gray',
  jewellery: 'jewelry',
  moustache: 'mustache',
  plough: 'plow',
  pyjama: 'pajama',
});

/** The beginnings of words whose British `our` is an American `or`, unlike `hour` and `tour`. */
const our =
  /(arm|behavi|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|rum|sav|vap|vig)our/;
/** Of those whose British `re` at the end is an American `er`. */
const re = /^(calib|cent|fib|lit|lust|meag|met|somb|spect|theat)re$/;
/** Of those whose British `is` is an American `iz`. */
const is = /^(custom|organ|personal|real|styl)is(?=e|ing)/;

function americanSpelling(word: string): string {
  return (
    britishWords.get(word) ?? word.replace(our, '$1or').replace(re, '$1er').replace(is, '$1iz')
  );
}

/**
 * The stem that an English word's singular and plural share, and its British and American spelling: for `foxes` and
 * `fox`, for `daisies` and `daisy`, for `watercolours` and `watercolor`. Takes one lower-case word without accents. The result need not be a word.
 */
export function stem(word: string): string {
  return americanSpelling(stemOf(word));
}

function stemOf(word: string): string {
  const single = singulars.get(word) ?? withoutPlural(word);
  if (single.length < 4) return single;
  // `cookie` becomes `cooky`, because the plural rule turns `cookies` into that, like `berries` into `berry`.
  if (single.length > 4 && single.endsWith('ie')) return `${single.slice(0, -2)}y`;
  // `rose` and `shoe` lose their `e`, because the plural rule takes it from `roses` and `shoes`, as from `foxes`.
  return /(?:[osxz]|ch|sh)e$/.test(single) ? single.slice(0, -1) : single;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /\d/.test(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4) {
    if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
    if (/(?:[osxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  }
  return word.slice(0, -1);
}
