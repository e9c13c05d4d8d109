import { at, box, type Placement } from '../drawing/shapes.ts';

/** A repeat is drawn in a square of this many units. What leaves at one edge continues at the opposite one. */
export const tileSize = 1000;

/** How far things that cross the whole tile extend beyond it, so that no gap shows between tiles. */
export const overhang = 10;

/** The contents of one repeat without its svg element, so that scenes can use it as fabric. */
export type Cloth = () => string;

/** Draws something at (x, y), and again at each opposite edge that it crosses. */
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

/** One repeat as a picture of its own, from edge to edge. */
export function tileSvg(cloth: Cloth): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${tileSize} ${tileSize}">${cloth()}</svg>`;
}

/**
 * Defines a pattern under a name, so that it is drawn once and used many times. Each tile extends slightly
 * under its right and lower neighbours, or gaps would show when a scene scales it. Each is isolated, so that
 * its edge is antialiased as a whole rather than motif by motif.
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
