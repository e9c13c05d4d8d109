/**
 * What names of two shops are compared by: letters and digits, without case, accents and English plurals, so
 * that `Clip-Arts & more` is the same as `clip art and more`.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(singular)
    .join(' ');
}

function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The one of `ours` with the same name; an exact one first. */
export function sameName<T extends { readonly name: string }>(
  ours: readonly T[],
  name: string,
): T | null {
  const key = nameKey(name);
  return (
    ours.find((each) => each.name.toLowerCase() === name.toLowerCase()) ??
    ours.find((each) => key !== '' && nameKey(each.name) === key) ??
    null
  );
}
