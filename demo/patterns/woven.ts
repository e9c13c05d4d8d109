import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { between, randomFrom } from '../drawing/random.ts';
import {
  at,
  box,
  dot,
  line,
  type Point,
  points,
  round,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

/** Horizontal wavy lines, thick and thin, some stitched. */
export function wavyLines(palette: Palette, colours: readonly string[], rows: number): Cloth {
  const step = tileSize / rows;
  return () => {
    const body: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      const y = (row + 0.5) * step;
      const sway = step * 0.34;
      const path = `M-250 ${round(y)}${`q62.5 ${round(-sway)} 125 0t125 0`.repeat(6)}`;
      const colour = colours[row % colours.length] ?? palette.sky;
      body.push(
        row % 3 === 2
          ? stitches(path, colour, step * 0.1, step * 0.22, step * 0.22)
          : line(path, colour, row % 3 === 0 ? step * 0.34 : step * 0.16),
      );
    }
    return ground(palette.ground) + body.join('');
  };
}

/** Zigzag bands with rounded turns. */
export function zigzag(
  palette: Palette,
  colours: readonly string[],
  rows: number,
  teeth: number,
): Cloth {
  const step = tileSize / rows;
  const half = tileSize / teeth / 2;
  return () => {
    const body: string[] = [];
    for (let row = -2; row <= rows + 1; row += 1) {
      const home = (row + rows * 2) % rows;
      const y = (row + 0.5) * step;
      const path = `M${round(-2 * half)} ${round(y)}${`l${round(half)} ${round(-step * 0.9)}l${round(half)} ${round(step * 0.9)}`.repeat(teeth + 2)}`;
      body.push(line(path, colours[home % colours.length] ?? palette.sky, step * 0.52));
    }
    return ground(palette.ground) + body.join('');
  };
}

/** A windowpane check of hand-drawn lines. */
export function windowpane(seed: string, palette: Palette, colour: string, panes: number): Cloth {
  const step = tileSize / panes;
  return () => {
    const random = randomFrom(seed);
    const rule = (middle: number) => {
      const wobble = () => between(random, -5, 5);
      const first = wobble();
      return `M-10 ${round(middle + first)}C240 ${round(middle + wobble())} 330 ${round(middle + wobble())} 500 ${round(middle)}S760 ${round(middle - wobble())} 1010 ${round(middle + first)}`;
    };
    const across = Array.from({ length: panes }, (_, pane) =>
      line(rule((pane + 0.5) * step), colour, pane % 2 === 0 ? 9 : 4),
    ).join('');
    const along = Array.from({ length: panes }, (_, pane) =>
      line(rule((pane + 0.5) * step), colour, pane % 2 === 0 ? 9 : 4),
    ).join('');
    const crossings = Array.from({ length: panes * panes }, (_, index) => {
      const x = (index % panes) * step;
      const y = Math.floor(index / panes) * step;
      return (index + Math.floor(index / panes)) % 2 === 0
        ? wrapped(x, y, 22, dot(0, 0, 11, palette.rose) + dot(0, 0, 4, palette.sun))
        : '';
    }).join('');
    return `${ground(palette.ground)}${across}<g transform="matrix(0 1 1 0 0 0)">${along}</g>${crossings}`;
  };
}

/** Hexagons with a thin light outline. */
export function honeycomb(
  palette: Palette,
  colours: readonly string[],
  columns: number,
  drip: Cloth,
): Cloth {
  const width = tileSize / columns;
  const rows = Math.round((columns * 2) / Math.sqrt(3) / 2) * 2;
  const height = tileSize / rows;
  const cell = points('0,-2 1.5,-1 1.5,1 0,2 -1.5,1 -1.5,-1').map(
    ([x, y]): Point => [x * width * 0.31, y * height * 0.31, 1],
  );
  return () => {
    const body: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = (column + (row % 2) * 0.5) * width;
        const y = (row + 0.5) * height;
        const colour =
          colours[(column * 3 + row * 5 + ((column * row) % 2)) % colours.length] ?? palette.sun;
        body.push(
          wrapped(
            x,
            y,
            width,
            shape(smooth(cell), colour) +
              line(
                `M${round(-width * 0.3)} ${round(-height * 0.16)}V${round(height * 0.1)}`,
                pale(colour, 0.45),
                width * 0.04,
              ),
          ),
        );
      }
    }
    return ground(palette.ground) + body.join('') + drip();
  };
}

/** Herringbone: blocks slanting in two directions, each with a seam. */
export function herringbone(palette: Palette, colours: readonly string[], columns: number): Cloth {
  const width = tileSize / columns / 2;
  const rows = columns * 3;
  const height = tileSize / rows;
  return () => {
    const body: string[] = [];
    for (let row = -2; row <= rows + 1; row += 1) {
      const home = (row + rows * 2) % rows;
      for (let column = 0; column < columns * 2; column += 1) {
        const rise = column % 2 === 0 ? -width * 0.6 : width * 0.6;
        const y = row * height + (column % 2 === 0 ? width * 0.6 : 0);
        const colour =
          colours[(home + (column >> 1) + (column % 2)) % colours.length] ?? palette.shade;
        const x = column * width;
        body.push(
          shape(
            `M${round(x + 3)} ${round(y)}l${round(width - 6)} ${round(rise)}v${round(height - 6)}l${round(-width + 6)} ${round(-rise)}Z`,
            colour,
          ),
        );
      }
    }
    return ground(palette.ground) + body.join('');
  };
}

/** Rows of knitting stitches. */
export function knit(palette: Palette, colours: readonly string[], columns: number): Cloth {
  const width = tileSize / columns;
  const rows = Math.round(columns / 1.25 / colours.length) * colours.length;
  const height = tileSize / rows;
  const half = `M0 ${round(height * 0.75)}C${round(-width * 0.1)} ${round(height * 0.2)} ${round(-width * 0.3)} 0 ${round(-width * 0.44)} ${round(-height * 0.25)}C${round(-width * 0.56)} ${round(height * 0.2)} ${round(-width * 0.4)} ${round(height * 0.6)} 0 ${round(height * 0.95)}Z`;
  return () => {
    const body: string[] = [];
    for (let row = -1; row <= rows; row += 1) {
      const colour = colours[((row + rows) % rows) % colours.length] ?? palette.rose;
      const stitch =
        shape(half, colour) + shape(half, deep(colour, 0.1), ' transform="scale(-1 1)"');
      for (let column = 0; column < columns; column += 1) {
        body.push(at((column + 0.5) * width, row * height, stitch));
      }
    }
    return ground(palette.ground) + body.join('');
  };
}

/** Woven paper strips, over and under. */
export function basketweave(
  palette: Palette,
  colours: readonly [string, string],
  strips: number,
): Cloth {
  const step = tileSize / strips;
  return () => {
    const body: string[] = [];
    for (let row = 0; row < strips; row += 1) {
      for (let column = 0; column < strips; column += 1) {
        const flat = (row + column) % 2 === 0;
        const strip =
          box(
            step * 0.04,
            step * 0.13,
            step * 0.92,
            step * 0.74,
            flat ? colours[0] : colours[1],
            step * 0.12,
          ) +
          stitches(
            `M${round(step * 0.14)} ${round(step * 0.24)}H${round(step * 0.86)}M${round(step * 0.14)} ${round(step * 0.76)}H${round(step * 0.86)}`,
            palette.paper,
            step * 0.022,
            step * 0.06,
            step * 0.06,
          );
        body.push(
          flat
            ? at(column * step, row * step, strip)
            : `<g transform="matrix(0 1 1 0 ${round(column * step)} ${round(row * step)})">${strip}</g>`,
        );
      }
    }
    return ground(palette.ground) + body.join('');
  };
}
