/** What a pattern is shown on, besides flat cloth. */
export const thingNames = ['cushion', 'bunting', 'bib', 'paper', 'mug'] as const;
export type ThingName = (typeof thingNames)[number];

export const thingTitles: Readonly<Record<ThingName, string>> = {
  cushion: 'Cushion',
  bunting: 'Bunting',
  bib: 'Baby bib',
  paper: 'Wrapping paper',
  mug: 'Mug',
};

export function isThingName(text: string | null): text is ThingName {
  return thingNames.some((name) => name === text);
}
