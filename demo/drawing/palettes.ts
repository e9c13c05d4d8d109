/**
 * The colours of one design. Each is named after its use in a motif (a fox is `warm`, a stem is `leaf`), so
 * that every motif stays recognizable in every palette.
 */
export interface Palette {
  readonly ground: string;
  /** One tone away from the ground, for things in the background. */
  readonly shade: string;
  readonly ink: string;
  readonly paper: string;
  readonly rose: string;
  readonly blush: string;
  readonly warm: string;
  readonly sun: string;
  readonly leaf: string;
  readonly sky: string;
  readonly plum: string;
  readonly earth: string;
}

export function mix(colour: string, other: string, share: number): string {
  const channel = (hex: string, index: number) =>
    Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16);
  return `#${[0, 1, 2]
    .map((index) => channel(colour, index) * (1 - share) + channel(other, index) * share)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** A darker shade of a colour, towards plum rather than grey. */
export function deep(colour: string, share = 0.2): string {
  return mix(colour, '#4a1f3d', share);
}

/** A lighter tint of a colour, towards warm paper. */
export function pale(colour: string, share = 0.35): string {
  return mix(colour, '#fff6e6', share);
}

/** The same palette on another ground colour. */
export function onGround(palette: Palette, ground: string): Palette {
  return { ...palette, ground, shade: deep(ground, 0.09) };
}

export const picnic: Palette = {
  ground: '#fff3de',
  shade: '#fbe3c0',
  ink: '#3f2540',
  paper: '#fffaf0',
  rose: '#e4485f',
  blush: '#f8b6b4',
  warm: '#f0803c',
  sun: '#fbc34b',
  leaf: '#5a9e6b',
  sky: '#7cc0d8',
  plum: '#8c5a9b',
  earth: '#a56a43',
};

export const bramble: Palette = {
  ground: '#45284a',
  shade: '#553358',
  ink: '#2f1832',
  paper: '#fdf0dd',
  rose: '#d9506b',
  blush: '#f2a7a0',
  warm: '#ec7f45',
  sun: '#f3bd58',
  leaf: '#7fa86a',
  sky: '#86b4bd',
  plum: '#a275b0',
  earth: '#b07a52',
};

export const moonlight: Palette = {
  ground: '#22345c',
  shade: '#2d4270',
  ink: '#1c2447',
  paper: '#fdf4df',
  rose: '#e97f86',
  blush: '#f6b9ae',
  warm: '#f0a05f',
  sun: '#fbd879',
  leaf: '#7fb7a0',
  sky: '#8fb8e3',
  plum: '#9a8fd0',
  earth: '#a98774',
};

export const sherbet: Palette = {
  ground: '#ffe3e6',
  shade: '#fdd0d8',
  ink: '#5a3658',
  paper: '#fffdf6',
  rose: '#f27d98',
  blush: '#fbb7c0',
  warm: '#fba979',
  sun: '#fddc7c',
  leaf: '#8fcfae',
  sky: '#9bd6e6',
  plum: '#bf9fdc',
  earth: '#c99878',
};

export const meadow: Palette = {
  ground: '#dbe9c6',
  shade: '#c9dcae',
  ink: '#2f3d34',
  paper: '#fffbef',
  rose: '#dd5a5f',
  blush: '#f6b6a8',
  warm: '#ea8a4a',
  sun: '#f6c648',
  leaf: '#4f8c58',
  sky: '#6fb0c4',
  plum: '#8b6aa8',
  earth: '#936243',
};

export const harbour: Palette = {
  ground: '#d6ecf2',
  shade: '#bfdfe9',
  ink: '#1f3350',
  paper: '#fffaf0',
  rose: '#e2554f',
  blush: '#f9b8a6',
  warm: '#f28e58',
  sun: '#f8c95c',
  leaf: '#4f9d93',
  sky: '#3f86ad',
  plum: '#6d6fa8',
  earth: '#a87a55',
};

export const marmalade: Palette = {
  ground: '#f6c46b',
  shade: '#eeb450',
  ink: '#4a2330',
  paper: '#fff1d9',
  rose: '#d8483c',
  blush: '#f5a48c',
  warm: '#e66f2b',
  sun: '#ffdd8a',
  leaf: '#7a8f3c',
  sky: '#6aa6a0',
  plum: '#9c4f6b',
  earth: '#8f5433',
};

export const frost: Palette = {
  ground: '#e2f0f3',
  shade: '#cfe4ea',
  ink: '#27364d',
  paper: '#ffffff',
  rose: '#cf3f4d',
  blush: '#f4b0ac',
  warm: '#e9884f',
  sun: '#f2c765',
  leaf: '#3f7a68',
  sky: '#86bcd6',
  plum: '#7b73b0',
  earth: '#a06a48',
};

export const candy: Palette = {
  ground: '#ff8fb1',
  shade: '#fb7ba2',
  ink: '#57214f',
  paper: '#fff8f0',
  rose: '#e22f6b',
  blush: '#ffc2cf',
  warm: '#ff9a56',
  sun: '#ffd95a',
  leaf: '#35b8a0',
  sky: '#62cbe8',
  plum: '#9d68d3',
  earth: '#b5694a',
};

export const clay: Palette = {
  ground: '#f3e4d3',
  shade: '#e8d3bc',
  ink: '#4b3330',
  paper: '#fdf8f0',
  rose: '#c0675a',
  blush: '#e9bba7',
  warm: '#d68a5c',
  sun: '#e6bb6a',
  leaf: '#8b9a76',
  sky: '#93aeb0',
  plum: '#a1808c',
  earth: '#9c7354',
};

export const lagoon: Palette = {
  ground: '#1f8a8c',
  shade: '#187a7d',
  ink: '#0f3f4d',
  paper: '#fff8e8',
  rose: '#f2616b',
  blush: '#ffb9a8',
  warm: '#ff9653',
  sun: '#ffd35c',
  leaf: '#7cc68a',
  sky: '#8edbe0',
  plum: '#8f7cc4',
  earth: '#b57b54',
};

export const lilac: Palette = {
  ground: '#e3d5f3',
  shade: '#d5c2ec',
  ink: '#41285c',
  paper: '#fffaf5',
  rose: '#d9679a',
  blush: '#f6b8cd',
  warm: '#f39a6b',
  sun: '#f9d66e',
  leaf: '#79b28b',
  sky: '#86bfe0',
  plum: '#8f68c0',
  earth: '#a57a66',
};

export const lantern: Palette = {
  ground: '#2f2440',
  shade: '#3b2f50',
  ink: '#241732',
  paper: '#fff3dc',
  rose: '#e0527a',
  blush: '#f5a7a7',
  warm: '#f58a2c',
  sun: '#fcc94f',
  leaf: '#8fbf6a',
  sky: '#7fc0b8',
  plum: '#8d63c4',
  earth: '#93613f',
};
