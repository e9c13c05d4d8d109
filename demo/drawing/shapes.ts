/** A point of an outline. A third element of 1 keeps the corner sharp. */
export type Point = readonly [x: number, y: number, corner?: 0 | 1];

export interface Placement {
  readonly scale?: number;
  readonly rotate?: number;
  readonly flip?: boolean;
}

/** Rounds to two decimals, which is finer than a pixel at print size and keeps files small. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function dot(cx: number, cy: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}"${more}/>`;
}

export function oval(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more = '',
): string {
  return `<ellipse cx="${round(cx)}" cy="${round(cy)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${more}/>`;
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = '',
): string {
  const corner = radius > 0 ? ` rx="${round(radius)}"` : '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${corner} fill="${fill}"${more}/>`;
}

export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
}

/** A running stitch along a path. */
export function stitches(d: string, stroke: string, width = 1, length = 3.2, gap = 3): string {
  return line(d, stroke, width, ` stroke-dasharray="${round(length)} ${round(gap)}"`);
}

/** A shape like cut paper, with a soft shadow below and to its right. */
export function cut(d: string, fill: string, shadow: string): string {
  return `${shape(d, shadow, ' fill-opacity=".16" transform="translate(.9 1.5)"')}${shape(d, fill)}`;
}

export function at(x: number, y: number, content: string, placement: Placement = {}): string {
  const { scale = 1, rotate = 0, flip = false } = placement;
  const turn = rotate === 0 ? '' : ` rotate(${round(rotate)})`;
  const across = flip ? -scale : scale;
  const size = across === 1 && scale === 1 ? '' : ` scale(${round4(across)} ${round4(scale)})`;
  return `<g transform="translate(${round(x)} ${round(y)})${turn}${size}">${content}</g>`;
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Parses `'0,-16 25,-36! 29,-12'`: points in order; an exclamation mark makes a corner sharp. */
export function points(text: string): Point[] {
  return text.split(' ').map((position): Point => {
    const [x, y] = position.replace('!', '').split(',').map(Number);
    return [x ?? 0, y ?? 0, position.endsWith('!') ? 1 : 0];
  });
}

/** A smooth outline through all points (Catmull–Rom as Béziers), as if cut with scissors. */
export function smooth(outline: string | readonly Point[]): string {
  const corners = typeof outline === 'string' ? points(outline) : outline;
  const count = corners.length;
  const pointAt = (index: number): Point => corners[(index + count) % count] ?? [0, 0];
  const [startX, startY] = pointAt(0);
  let d = `M${round(startX)} ${round(startY)}`;
  for (let index = 0; index < count; index += 1) {
    const before = pointAt(index - 1);
    const from = pointAt(index);
    const to = pointAt(index + 1);
    const after = pointAt(index + 2);
    const out = from[2] === 1 ? 0 : 1 / 6;
    const into = to[2] === 1 ? 0 : 1 / 6;
    d += `C${round(from[0] + (to[0] - before[0]) * out)} ${round(from[1] + (to[1] - before[1]) * out)} ${round(to[0] - (after[0] - from[0]) * into)} ${round(to[1] - (after[1] - from[1]) * into)} ${round(to[0])} ${round(to[1])}`;
  }
  return `${d}Z`;
}

/** Completes the right half of an outline, from top to bottom, with its mirror image. */
export function mirrored(rightHalf: string): Point[] {
  const right = points(rightHalf);
  const left = right
    .filter(([x]) => x !== 0)
    .toReversed()
    .map(([x, y, corner = 0]): Point => [-x, y, corner]);
  return [...right, ...left];
}

/** Points on a circle, clockwise from the top. */
export function ring(count: number, radius: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, index): Point => {
    const angle = ((index / count) * 360 + turn) * (Math.PI / 180);
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius];
  });
}

/** Repeats a drawing around the centre. */
export function around(count: number, content: string, turn = 0): string {
  return Array.from({ length: count }, (_, index) =>
    at(0, 0, content, { rotate: (index / count) * 360 + turn }),
  ).join('');
}
