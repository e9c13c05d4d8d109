import * as v from 'valibot';
import type { LookColor } from '../shop/look.ts';
import { colorsSchema, type Look } from './look.ts';

/**
 * The contrast that each use of the shop's colours needs (WCAG 2, AA). Apart from look.ts, because every screen
 * of the studio loads the shapes of its calls.
 */

/** What the studio calls each colour. */
export const colorNames: Readonly<Record<LookColor, string>> = {
  paper: 'Page',
  'paper-deep': 'Page, deeper',
  card: 'Cards',
  ink: 'Text',
  'ink-soft': 'Quiet text',
  raspberry: 'Accent',
  'raspberry-deep': 'Accent, pressed',
  'on-raspberry': 'Text on the accent',
  teal: 'Second colour',
  'on-teal': 'Text on the second colour',
  sunshine: 'Highlight',
  sky: 'Tint 1',
  mint: 'Tint 2',
  blush: 'Tint 3',
  lilac: 'Tint 4',
  opening: 'Hero, top',
  'opening-end': 'Hero, bottom',
  line: 'Lines',
  stitch: 'Stitches',
  'field-line': 'Input borders',
};

/** Colours that say what happened. They stay, but are written on the studio's. */
const signals = {
  good: '#1b6b3f',
  'good-paper': '#dcf3e4',
  bad: '#b0203a',
  'bad-paper': '#fde3e4',
  wait: '#8a4700',
  'wait-paper': '#ffe9c7',
} as const;

const signalNames: Readonly<Record<keyof typeof signals, string>> = {
  good: 'Good news',
  'good-paper': 'Good news, background',
  bad: 'Errors',
  'bad-paper': 'Errors, background',
  wait: 'Notices',
  'wait-paper': 'Notices, background',
};

type AnyColor = LookColor | keyof typeof signals;

/** Every colour that text is written in, with its backgrounds. */
const textOn: Readonly<Partial<Record<AnyColor, readonly AnyColor[]>>> = {
  ink: [
    'paper',
    'paper-deep',
    'card',
    'sunshine',
    'sky',
    'mint',
    'blush',
    'lilac',
    'opening',
    'opening-end',
    'wait-paper',
    'good-paper',
    'bad-paper',
  ],
  'ink-soft': ['paper', 'paper-deep', 'card'],
  raspberry: ['paper', 'card', 'paper-deep'],
  'raspberry-deep': ['paper', 'paper-deep', 'card', 'mint', 'wait-paper'],
  'on-raspberry': ['raspberry', 'raspberry-deep'],
  'on-teal': ['teal'],
  paper: ['ink', 'teal'],
  sunshine: ['ink'],
  good: ['paper', 'card', 'good-paper'],
  bad: ['paper', 'card', 'bad-paper'],
  wait: ['paper', 'card', 'wait-paper'],
};

/** Lines that identify a control or show the focus, with their backgrounds. */
const linesOn: Readonly<Partial<Record<AnyColor, readonly AnyColor[]>>> = {
  'field-line': ['paper', 'card'],
  teal: ['paper', 'paper-deep', 'card', 'sky', 'mint', 'blush'],
  bad: ['card'],
  raspberry: ['paper', 'card'],
};

/** A use of two colours. `needs`: the least contrast, 4.5 for text and 3 for lines. */
export interface ColorPair {
  readonly front: AnyColor;
  readonly back: AnyColor;
  readonly needs: 4.5 | 3;
}

/** Every use of the shop's colours that needs a contrast. */
export const colorPairs: readonly ColorPair[] = [...pairsOf(textOn, 4.5), ...pairsOf(linesOn, 3)];

function pairsOf(table: typeof textOn, needs: ColorPair['needs']): ColorPair[] {
  return (Object.entries(table) as [AnyColor, readonly AnyColor[]][]).flatMap(([front, backs]) =>
    backs.map((back) => ({ front, back, needs })),
  );
}

/** A pair with its colours and contrast in a look. */
export interface MeasuredPair extends ColorPair {
  readonly name: string;
  readonly frontHex: string;
  readonly backHex: string;
  readonly contrast: number;
  readonly isEnough: boolean;
}

/** The contrast of every pair, or of these. */
export function measureLook(look: Look, pairs = colorPairs): MeasuredPair[] {
  const colors: Readonly<Record<AnyColor, string>> = { ...look, ...signals };
  const names: Readonly<Record<AnyColor, string>> = { ...colorNames, ...signalNames };
  return pairs.map((pair) => {
    const [frontHex, backHex] = [colors[pair.front], colors[pair.back]];
    const contrast = contrastOf(frontHex, backHex);
    const kind = pair.needs === 3 ? ' (lines)' : '';
    const name = `${names[pair.front]} on ${names[pair.back]}${kind}`;
    return { ...pair, name, frontHex, backHex, contrast, isEnough: contrast >= pair.needs };
  });
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** How finely darker and lighter colours are tried. */
const steps = 100;

/**
 * The darker or lighter colour nearest to a look's own with which all its pairs have enough contrast; null if
 * none has, so that another colour must change.
 */
export function nearestColor(look: Look, name: LookColor): string | null {
  const own = look[name];
  const uses = colorPairs.filter(({ front, back }) => front === name || back === name);
  for (let step = 0; step <= steps; step += 1) {
    for (const end of [0, 255]) {
      const color = mixed(own, end, step / steps);
      const measured = measureLook({ ...look, [name]: color }, uses);
      if (measured.every(({ isEnough }) => isEnough)) return color;
    }
  }
  return null;
}

function mixed(hex: string, end: number, part: number): string {
  const mixedChannels = channels(hex).map((value) => Math.round(value + (end - value) * part));
  return `#${mixedChannels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of a pair that the studio can change: the text's, or else the background's. */
export function changeableColor({ front, back }: ColorPair): LookColor {
  return isLookColor(front) ? front : (back as LookColor);
}

function isLookColor(name: AnyColor): name is LookColor {
  return name in colorNames;
}

export const lookMessages = {
  contrast: ({ name, contrast, needs }: MeasuredPair, nearest: string | null) =>
    `${name} has a contrast of ${shownContrast(contrast)}, and needs ${needs}. ${
      nearest ? `The nearest colour that passes is ${nearest}.` : 'Change the other colour.'
    }`,
} as const;

/** A contrast with one digit, rounded down so that it never looks enough when it isn't. */
export function shownContrast(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1);
}

/** A look in which every pair has enough contrast. */
export const lookSchema = v.pipe(
  colorsSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const look = dataset.value;
    const reported = new Set<LookColor>();
    for (const pair of measureLook(look).filter(({ isEnough }) => !isEnough)) {
      const key = changeableColor(pair);
      // A field shows only its first error.
      if (reported.has(key)) continue;
      reported.add(key);
      addIssue({
        message: lookMessages.contrast(pair, nearestColor(look, key)),
        path: [{ type: 'object', origin: 'value', input: look, key, value: look[key] }],
      });
    }
  }),
);
