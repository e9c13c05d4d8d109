import { at, line, round, stitches } from './shapes.ts';

interface Glyph {
  readonly width: number;
  /** One or more strokes. The baseline is at 0, capitals are 72 high, small letters 46. */
  readonly stroke: string;
}

const bowl = 'M0 -23A23 23 0 1 1 46 -23A23 23 0 1 1 0 -23';

/** A hand-drawn alphabet, as written with a round pen. Needed because a bare server has no fonts. */
const glyphs: Readonly<Record<string, Glyph>> = {
  A: { width: 56, stroke: 'M0 0L24 -66Q28 -76 32 -66L56 0M11 -25H45' },
  B: { width: 46, stroke: 'M0 0V-72H20C48 -72 48 -39 20 -39H0M20 -39C56 -39 55 0 22 0H0' },
  C: { width: 54, stroke: 'M54 -57A34 36 0 1 0 54 -15' },
  D: { width: 54, stroke: 'M0 0V-72H18C66 -72 66 0 18 0Z' },
  E: { width: 42, stroke: 'M42 -72H0V0H42M0 -37H34' },
  F: { width: 40, stroke: 'M40 -72H0V0M0 -37H32' },
  G: { width: 60, stroke: 'M54 -58A34 36 0 1 0 60 -30H38' },
  H: { width: 50, stroke: 'M0 -72V0M50 -72V0M0 -37H50' },
  I: { width: 4, stroke: 'M2 -72V0' },
  J: { width: 34, stroke: 'M34 -72V-20C34 6 0 6 -2 -14' },
  K: { width: 46, stroke: 'M0 -72V0M44 -72L2 -32M14 -43L46 0' },
  L: { width: 38, stroke: 'M0 -72V0H38' },
  M: { width: 64, stroke: 'M0 0V-72L32 -24L64 -72V0' },
  N: { width: 50, stroke: 'M0 0V-72L50 0V-72' },
  O: { width: 68, stroke: 'M34 -72A34 36 0 1 1 34 0A34 36 0 1 1 34 -72Z' },
  P: { width: 46, stroke: 'M0 0V-72H22C54 -72 54 -32 22 -32H0' },
  Q: { width: 68, stroke: 'M34 -72A34 36 0 1 1 34 0A34 36 0 1 1 34 -72ZM42 -18L62 4' },
  R: { width: 47, stroke: 'M0 0V-72H22C54 -72 54 -34 22 -34H0M24 -34L47 0' },
  S: { width: 47, stroke: 'M44 -60C34 -78 2 -76 3 -54C4 -32 48 -42 47 -18C46 6 10 4 0 -14' },
  T: { width: 54, stroke: 'M0 -72H54M27 -72V0' },
  U: { width: 52, stroke: 'M0 -72V-28C0 10 52 10 52 -28V-72' },
  V: { width: 56, stroke: 'M0 -72L28 0L56 -72' },
  W: { width: 78, stroke: 'M0 -72L19 0L39 -60L59 0L78 -72' },
  X: { width: 50, stroke: 'M0 -72L50 0M50 -72L0 0' },
  Y: { width: 52, stroke: 'M0 -72L26 -34L52 -72M26 -34V0' },
  Z: { width: 46, stroke: 'M0 -72H46L0 0H46' },
  a: { width: 46, stroke: `M46 -46V0${bowl}` },
  b: { width: 46, stroke: `M0 -72V0${bowl}` },
  c: { width: 40, stroke: 'M40 -39A23 23 0 1 0 40 -7' },
  d: { width: 46, stroke: `M46 -72V0${bowl}` },
  e: { width: 45, stroke: 'M1 -24H45A22 22 0 1 0 38 -6' },
  f: { width: 30, stroke: 'M34 -68C20 -76 12 -66 12 -54V0M0 -44H28' },
  g: { width: 46, stroke: `M46 -46V2C46 26 12 28 4 15${bowl}` },
  h: { width: 42, stroke: 'M0 -72V0M0 -24C0 -52 42 -54 42 -24V0' },
  i: { width: 4, stroke: 'M2 -45V0M2 -66v-.1' },
  j: { width: 14, stroke: 'M14 -45V8C14 22 4 24 -4 18M14 -66v-.1' },
  k: { width: 36, stroke: 'M0 -72V0M34 -46L2 -20M12 -28L36 0' },
  l: { width: 12, stroke: 'M2 -72V-12C2 -3 6 0 12 -1' },
  m: { width: 66, stroke: 'M0 -46V0M0 -26C0 -50 33 -52 33 -26V0M33 -26C33 -50 66 -52 66 -26V0' },
  n: { width: 42, stroke: 'M0 -46V0M0 -24C0 -52 42 -54 42 -24V0' },
  o: { width: 46, stroke: bowl },
  p: { width: 46, stroke: `M0 -46V24${bowl}` },
  q: { width: 46, stroke: `M46 -46V24${bowl}` },
  r: { width: 28, stroke: 'M0 -46V0M0 -24C0 -42 14 -50 28 -44' },
  s: { width: 34, stroke: 'M32 -38C24 -50 2 -48 3 -35C4 -22 34 -26 34 -11C34 4 8 4 0 -8' },
  t: { width: 30, stroke: 'M12 -64V-12C12 0 22 2 30 -3M0 -44H28' },
  u: { width: 42, stroke: 'M0 -46V-22C0 8 42 6 42 -22V-46M42 -22V0' },
  v: { width: 42, stroke: 'M0 -46L21 0L42 -46' },
  w: { width: 62, stroke: 'M0 -46L16 0L31 -38L46 0L62 -46' },
  x: { width: 38, stroke: 'M0 -46L38 0M38 -46L0 0' },
  y: { width: 42, stroke: 'M0 -46L21 -4M42 -46L15 14C11 22 5 23 -1 20' },
  z: { width: 36, stroke: 'M0 -46H36L0 0H36' },
  '&': {
    width: 56,
    stroke:
      'M56 0L16 -46C2 -63 14 -74 25 -73C38 -72 41 -57 27 -47L12 -37C-8 -22 4 2 23 0C41 -2 52 -15 54 -30',
  },
  "'": { width: 6, stroke: 'M4 -72L2 -58' },
  '.': { width: 4, stroke: 'M2 0v-.1' },
  '-': { width: 24, stroke: 'M0 -26H24' },
};

const space = 30;

export interface LetteringStyle {
  readonly colour: string;
  /** Height of a capital. */
  readonly size: number;
  /** Thickness of the pen in glyph units; 72 is a capital's height. */
  readonly pen?: number;
  /** Letters step up and down a little. */
  readonly bouncing?: boolean;
  /** A running stitch along the middle of every stroke. */
  readonly stitch?: string;
}

interface Placed {
  readonly glyph: Glyph;
  readonly x: number;
}

function place(
  text: string,
  pen: number,
): { readonly placed: readonly Placed[]; readonly width: number } {
  const placed: Placed[] = [];
  let x = 0;
  for (const character of text) {
    if (character === ' ') {
      x += space;
      continue;
    }
    const glyph = glyphs[character];
    if (!glyph) throw new RangeError(`The alphabet has no ${character}`);
    placed.push({ glyph, x });
    x += glyph.width + pen + 9;
  }
  return { placed, width: Math.max(0, x - pen - 9) };
}

export function letteringWidth(text: string, size: number, pen = 14): number {
  return ((place(text, pen).width + pen) * size) / 72;
}

/** Draws a line of text as paths, centred horizontally on 0, with its baseline at 0. */
export function lettering(text: string, style: LetteringStyle): string {
  const { colour, size, pen = 14, bouncing = false, stitch } = style;
  const { placed, width } = place(text, pen);
  const drawn = placed.map(({ glyph, x }, index) => {
    const strokes =
      line(glyph.stroke, colour, pen) +
      (stitch ? stitches(glyph.stroke, stitch, pen * 0.14, 5, 5) : '');
    const step = bouncing ? ([0, -4, 3, -2][index % 4] ?? 0) : 0;
    const lean = bouncing ? ([-3, 3, -2, 4][index % 4] ?? 0) : 0;
    return at(x - width / 2, step, strokes, { rotate: lean });
  });
  return `<g transform="scale(${round(size / 72)})">${drawn.join('')}</g>`;
}

/** Draws a line of text along the top of a circle around (0, 0), or along the bottom if `radius` is negative. */
export function letteringOnArc(text: string, style: LetteringStyle, radius: number): string {
  const { colour, size, pen = 14, stitch } = style;
  const scale = size / 72;
  const { placed, width } = place(text, pen);
  return placed
    .map(({ glyph, x }) => {
      const along = (x + glyph.width / 2 - width / 2) * scale;
      const angle = along / radius;
      const strokes =
        line(glyph.stroke, colour, pen) +
        (stitch ? stitches(glyph.stroke, stitch, pen * 0.14, 5, 5) : '');
      return at(
        Math.sin(angle) * radius,
        -Math.cos(angle) * radius,
        `<g transform="translate(${round((-glyph.width / 2) * scale)} 0)">${at(0, 0, strokes, { scale })}</g>`,
        { rotate: (angle * 180) / Math.PI },
      );
    })
    .join('');
}
