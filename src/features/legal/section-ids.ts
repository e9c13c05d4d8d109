/** Ids that the frame of every page has. */
const taken = ['root', 'main'];

/** An anchor for each section, by its title; the next one with the same words gets a number. */
export function sectionIds(titles: readonly string[]): readonly string[] {
  const ids = new Set(taken);
  return titles.map((title) => {
    const words = slug(title) || 'section';
    let id = words;
    for (let count = 2; ids.has(id); count += 1) id = `${words}-${count}`;
    ids.add(id);
    return id;
  });
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('-');
}
