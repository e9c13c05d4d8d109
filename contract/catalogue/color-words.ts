import { fullWeight, type Lab, labOfHex, maxSwatches, readSwatches } from './swatches.ts';
import { wordMap } from './word-map.ts';

/** How well colours suit a word, 0 to 1 for each main colour of a design, which is multiplied by its area. */
type Suits = (lightness: number, a: number, b: number) => number;

/** What a colour word means in main colours as they were measured. */
export interface ColorWord {
  readonly suits: Suits;
  /** The least share of the picture that must suit, in fifteenths. */
  readonly least: number;
}

const hexes = wordMap({
  red: 'c8323c',
  crimson: 'a8202f',
  burgundy: '7a2136',
  wine: '7a2136',
  coral: 'f08070',
  salmon: 'f29a86',
  orange: 'e58a3a',
  peach: 'f8c8a4',
  apricot: 'f6bd8c',
  rust: 'b5532d',
  terracotta: 'c4704f',
  copper: 'b87043',
  yellow: 'f2c94c',
  mustard: 'd8a23a',
  gold: 'd4a83c',
  ochre: 'c98f35',
  lemon: 'f5e05c',
  green: '5f9e5a',
  sage: 'a9b795',
  olive: '7d7a42',
  mint: 'b8e2cb',
  emerald: '1f8a5b',
  moss: '76824a',
  forest: '2c5540',
  teal: '2f9e8f',
  turquoise: '45b8b8',
  aqua: '7fd0d0',
  blue: '3f74bd',
  navy: '23355c',
  indigo: '35397a',
  denim: '4a6a94',
  cobalt: '2450a8',
  purple: '7d5ba6',
  violet: '7a58b0',
  plum: '5b3058',
  lilac: 'c9b3dd',
  lavender: 'bcaedd',
  mauve: 'b795b5',
  pink: 'f0a3b5',
  blush: 'f5d0cc',
  scarlet: 'c8202c',
  ruby: 'a31c3a',
  maroon: '6e1f2e',
  tangerine: 'f2873a',
  seafoam: 'a5dcc8',
  jade: '3fa37c',
  chartreuse: 'c3d03a',
  khaki: 'a99d78',
  cyan: '35b8cc',
  cerulean: '2f8fc0',
  periwinkle: '97a0de',
  eggplant: '4a2a4e',
  aubergine: '4a2a4e',
  fuchsia: 'd13a92',
  magenta: 'd13a92',
  raspberry: 'c42e63',
  brown: '8a5a3c',
  tan: 'cdaa7d',
  beige: 'e6d5b8',
  sand: 'e3cfae',
  chocolate: '5a3824',
  caramel: 'c0854a',
  mocha: '7a5a44',
  cinnamon: 'a3602f',
  sienna: '9c5232',
  bronze: '95683c',
  taupe: 'a6968a',
  oatmeal: 'e2d6c0',
  champagne: 'ecdcc0',
  ecru: 'ece2c8',
  eggshell: 'f2ead8',
  'off white': 'faf6ea',
  cream: 'f8f1de',
  ivory: 'faf5e6',
  white: 'fdfcfa',
  gray: '9a979d',
  silver: 'c3c4c8',
  charcoal: '45454b',
  black: '2a2430',
  rose: 'e3a0a8',
  'rose gold': 'dba798',
  'brick red': 'a8432f',
  'cherry red': 'c41f3a',
  'burnt orange': 'c0622d',
  'butter yellow': 'f9e08e',
  'lime green': 'a8cf3a',
  'midnight blue': '1c2450',
  'light blue': 'a9d0ea',
  'sky blue': '8fc7e8',
  'baby blue': 'b5d8ee',
  'powder blue': 'b4cfe4',
  'dusty blue': '8fa9bd',
  'royal blue': '2b50b0',
  'dusty pink': 'e6bcb4',
  'dusty rose': 'cf9b98',
  'hot pink': 'e8408a',
  'baby pink': 'f8c9d4',
  'light pink': 'f8ccd4',
  'light green': 'b5d8a0',
  'dark green': '2c5540',
  'hunter green': '2c5540',
});

/** What is put before a colour changes how light and how strong it is. */
const shades = wordMap<readonly [lightness: number, strength: number]>({
  dark: [-0.2, 0.9],
  deep: [-0.18, 1],
  midnight: [-0.25, 0.8],
  forest: [-0.2, 0.8],
  hunter: [-0.22, 0.8],
  light: [0.16, 0.7],
  pale: [0.2, 0.6],
  soft: [0.12, 0.7],
  powder: [0.16, 0.6],
  pastel: [0.16, 0.6],
  sky: [0.2, 0.7],
  dusty: [-0.02, 0.6],
  muted: [0, 0.6],
  dusky: [-0.05, 0.6],
  bright: [0.04, 1.25],
  hot: [-0.08, 1.7],
  neon: [0.08, 1.7],
  royal: [-0.08, 1.2],
});

const strength = (a: number, b: number) => Math.sqrt(a * a + b * b);
const ramp = (value: number, from: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Words for a whole palette. */
const moods = wordMap<ColorWord>({
  neutral: { suits: (_, a, b) => ramp(strength(a, b), 0.075, 0.05), least: 12 },
  pastel: {
    suits: (lightness, a, b) => ramp(lightness, 0.74, 0.8) * ramp(strength(a, b), 0.16, 0.12),
    least: 13,
  },
  dark: { suits: (lightness) => ramp(lightness, 0.5, 0.42), least: 8 },
  bright: { suits: (_, a, b) => ramp(strength(a, b), 0.1, 0.14), least: 6 },
  muted: {
    suits: (lightness, a, b) => ramp(strength(a, b), 0.1, 0.07) * ramp(lightness, 0.4, 0.5),
    least: 13,
  },
});
const sameMoods = wordMap({
  moody: 'dark',
  gothic: 'dark',
  pastels: 'pastel',
  neutrals: 'neutral',
  vibrant: 'bright',
  vivid: 'bright',
});

/** Kinds of a colour, which its name may follow: `sage green` is sage. */
const kinds = wordMap({
  green: 'sage olive mint emerald moss forest teal seafoam jade khaki',
  blue: 'navy teal turquoise aqua indigo denim cobalt cyan cerulean periwinkle',
  yellow: 'mustard lemon gold ochre',
  pink: 'blush fuchsia magenta coral salmon raspberry',
  red: 'crimson burgundy wine rust raspberry scarlet ruby maroon',
  orange: 'rust terracotta coral peach apricot tangerine',
  purple: 'plum lilac lavender mauve violet eggplant aubergine periwinkle',
  brown: 'tan beige sand chocolate caramel copper rust mocha cinnamon sienna bronze taupe',
  gray: 'charcoal silver',
  white: 'ivory cream eggshell',
});

const things = new Set(
  `
  apricot caramel champagne chocolate cinnamon coral eggplant forest lemon moss oatmeal olive peach plum raspberry rose
  salmon sand tangerine wine
  `
    .trim()
    .split(/\s+/),
);

/** Whether the name of a colour is first of all that of a thing, which designs show in any colour. */
export const isThing = (word: string) => things.has(word);

/** How far away a colour may be, and how much lightness counts: a basic colour may be light or dark. */
const basic = { farthest: 0.14, lightnessShare: 0.4 };
const particular = { farthest: 0.09, lightnessShare: 0.6 };
/** A single colour may be no more than an accent: half a fifteenth that suits in full. */
const leastOfColor = 0.5;
/** Nobody sees a difference as small as this. */
const same = 0.03;
/** A large area of a colour that hardly suits is another colour. */
const leastSuited = 0.25;

function nearTo(wanted: Lab, { farthest, lightnessShare }: typeof basic): ColorWord {
  return {
    suits(lightness, a, b) {
      const lighter = lightnessShare * (lightness - wanted.lightness);
      const byA = a - wanted.a;
      const byB = b - wanted.b;
      const away = Math.sqrt(lighter * lighter + byA * byA + byB * byB);
      const suited = ramp(away, farthest, same);
      return suited < leastSuited ? 0 : suited;
    },
    least: leastOfColor,
  };
}

const spellings = wordMap({ grey: 'gray', fuschia: 'fuchsia' });
const spelled = (word: string) => spellings.get(word) ?? word;

/** The words of all names of colours, of shades and of moods. */
export const namesOfColors: readonly string[] = [
  hexes,
  shades,
  moods,
  sameMoods,
  spellings,
].flatMap((names) => [...names.keys()].flatMap((name) => name.split(' ')));

/** The first of two words if the second only says what kind of colour it is. */
export function namedKind([first = '', second = '', ...others]: readonly string[]): string | null {
  const isKind = kinds.get(spelled(second))?.split(' ').includes(first);
  return isKind && others.length === 0 ? first : null;
}

/** What one or two words mean as a colour, such as `sage`, `dusty pink` or `moody`; null if they aren't one. */
export function colorWordOf(words: readonly string[]): ColorWord | null {
  const [first = '', second, ...others] = words.map(spelled);
  const named = hexes.get(words.map(spelled).join(' '));
  if (named) return nearTo(labOfHex(named), kinds.has(first) ? basic : particular);
  if (second === undefined) return moods.get(sameMoods.get(first) ?? first) ?? null;
  const hex = hexes.get(second);
  const shade = shades.get(first);
  if (!hex || !shade || others.length > 0) return null;
  const { lightness, a, b } = labOfHex(hex);
  const [lighter, stronger] = shade;
  const shaded = Math.min(0.97, Math.max(0.15, lightness + lighter));
  return nearTo({ lightness: shaded, a: a * stronger, b: b * stronger }, particular);
}

/** How many letters of a colour are typed before it is meant, since designs are measured that don't name it. */
const leastTyped = 3;

/** The colours of one word whose names start so; none for one or two letters. */
export function colorsFrom(beginning: string): readonly string[] {
  if (beginning.length < leastTyped) return [];
  return [...hexes.keys()].filter((name) => name.startsWith(beginning) && !name.includes(' '));
}

/** The only colour whose name starts so. */
export function begunColor(beginning: string): ColorWord | null {
  const [name, ...others] = colorsFrom(beginning);
  return name === undefined || others.length > 0 ? null : colorWordOf([name]);
}

/** The measured colours of designs by slot, in numbers. */
export interface Palettes {
  /** How much of a design suits a colour word, in fifteenths; 0 if it is too little. */
  suiting(slot: number, swatches: string, word: ColorWord): number;
}

/** Numbers of a main colour: its axes and its weight. */
const perColor = 4;
const perSlot = perColor * maxSwatches;

/** Reads the colours of a slot once for as long as they stay the same. Numbers, since objects take ten times the room. */
export function createPalettes(): Palettes {
  const texts: string[] = [];
  let numbers = new Float32Array(0);

  function read(slot: number, swatches: string): void {
    if ((slot + 1) * perSlot > numbers.length) {
      const larger = new Float32Array((slot + 1) * perSlot * 2);
      larger.set(numbers);
      numbers = larger;
    }
    texts[slot] = swatches;
    const own = readSwatches(swatches).slice(0, maxSwatches);
    const values = own.flatMap(({ lab, weight }) => [lab.lightness, lab.a, lab.b, weight]);
    numbers.fill(0, slot * perSlot, (slot + 1) * perSlot).set(values, slot * perSlot);
  }

  return {
    suiting(slot, swatches, { suits, least }) {
      if (texts[slot] !== swatches) read(slot, swatches);
      let sum = 0;
      for (let at = slot * perSlot; at < (slot + 1) * perSlot; at += perColor) {
        const weight = numbers[at + 3] ?? 0;
        if (weight === 0) break;
        sum += weight * suits(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0);
      }
      return sum >= least ? Math.min(fullWeight, sum) : 0;
    },
  };
}
