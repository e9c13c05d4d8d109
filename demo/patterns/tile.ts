import { at, box, type Placement } from '../drawing/shapes.ts';

/** A repeat is drawn in a square of this many units; what leaves one edge comes in at the other. */
export const tileSize = 1000;

/** What runs across the whole tile runs this far beyond, so that a cut bolt shows no thread of light. */
export const overhang = 10;

/** The inside of one repeat, without the surrounding svg element, so that scenes can cut cloth. */
export type Cloth = () => string;

/** Draws something at (x, y), and again beyond every edge of the tile it reaches over. */
export function wrapped(
  x: number,
  y: number,
  reach: number,
  content: string,
  placement: Placement = {},
): string {
  const copies: string[] = [];
  for (const left of starts(x, reach)) {
    for (const top of starts(y, reach)) copies.push(at(left, top, content, placement));
  }
  return copies.join('');
}

function starts(position: number, reach: number): number[] {
  const home = ((position % tileSize) + tileSize) % tileSize;
  return [home - tileSize, home, home + tileSize].filter(
    (start) => start + reach > 0 && start - reach < tileSize,
  );
}

export function ground(colour: string): string {
  return box(-overhang, -overhang, tileSize + overhang * 2, tileSize + overhang * 2, colour);
}

/** The repeat as a picture of its own: its edges are the edges of the file. */
export function tileSvg(cloth: Cloth): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tileSize} ${tileSize}">${cloth()}</svg>`;
}

/**
 * A bolt of cloth to use many times over: drawn once, under a name. Each tile reaches a little
 * under its right and lower neighbour, where a scene's own scale would let the ground show through,
 * and is isolated, so that its edge is blended once as a whole and not motif by motif.
 */
export function bolt(name: string, cloth: Cloth): string {
  const edge = tileSize + 4;
  return `<defs><clipPath id="${name}-edge"><rect width="${edge}" height="${edge}"/></clipPath><g id="${name}" clip-path="url(#${name}-edge)" style="isolation:isolate">${cloth()}</g></defs>`;
}

/** Several repeats side by side, to show the scale. */
export function repeatedSvg(cloth: Cloth, times: number): string {
  const step = tileSize / times;
  const uses = Array.from({ length: times * times }, (_, index) => {
    const x = (index % times) * step;
    const y = Math.floor(index / times) * step;
    return `<use href="#tile" transform="translate(${x} ${y}) scale(${1 / times})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tileSize} ${tileSize}">${bolt('tile', cloth)}${uses.join('')}</svg>`;
}
