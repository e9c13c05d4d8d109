/** Irregular plurals. */
const singulars: Readonly<Record<string, string>> = {
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
};

/**
 * The stem that an English word's singular and plural share: for `foxes` and `fox`, for `daisies` and
 * `daisy`. Takes one lower-case word without accents. The result need not be a word.
 */
export function stem(word: string): string {
  const single = singulars[word] ?? withoutPlural(word);
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
