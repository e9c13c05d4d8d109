import type { ClothView, Layout, ThingName } from './cloth-view.ts';

export const layoutNames: Readonly<Record<Layout, string>> = {
  straight: 'Straight',
  'half-drop': 'Half-drop',
  'half-brick': 'Half-brick',
  mirror: 'Mirror',
};

export const thingTitles: Readonly<Record<ThingName, string>> = {
  cushion: 'Cushion',
  bunting: 'Bunting',
  bib: 'Baby bib',
  paper: 'Wrapping paper',
  mug: 'Mug',
};

/** A view in a few words: "Half-drop, 75%", or "Mug, half-drop, 75%". */
export function clothViewText({ layout, percent, thing }: ClothView): string {
  if (thing === null) return `${layoutNames[layout]}, ${percent}%`;
  const laid = layout === 'straight' ? '' : `, ${layoutNames[layout].toLowerCase()}`;
  return `${thingTitles[thing]}${laid}, ${percent}%`;
}
