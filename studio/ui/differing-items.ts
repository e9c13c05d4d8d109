/**
 * Two lists in words, an item per line: what only one of them has, and how much both have. All of it if only
 * their order differs.
 */
export function differingItems(
  mine: readonly string[],
  theirs: readonly string[],
): readonly [mine: string, theirs: string] {
  const onlyMine = mine.filter((item) => !theirs.includes(item));
  const onlyTheirs = theirs.filter((item) => !mine.includes(item));
  if (onlyMine.length + onlyTheirs.length === 0) return [mine.join('\n'), theirs.join('\n')];
  const both = mine.length - onlyMine.length;
  const shared = both > 0 ? [`${both.toLocaleString('en-US')} in both`] : [];
  return [[...onlyMine, ...shared].join('\n'), [...onlyTheirs, ...shared].join('\n')];
}
