import { type Palette, pale } from '../drawing/palettes.ts';
import { between, pick, randomFrom } from '../drawing/random.ts';
import { dot, line, round, shape, smooth, stitches } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { scatter, shortest } from './placing.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';
import { tossed } from './tossed.ts';

/** Dots of one size in a brick grid, in alternating colours. */
export function dots(
  palette: Palette,
  colours: readonly string[],
  columns: number,
  size: number,
): Cloth {
  const step = tileSize / columns;
  return () => {
    const body: string[] = [];
    for (let row = 0; row < columns; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = (column + (row % 2) * 0.5) * step;
        const colour = colours[(column + row * 2) % colours.length] ?? palette.sun;
        body.push(wrapped(x, (row + 0.25) * step, step * 0.6, dot(0, 0, step * size, colour)));
      }
    }
    return ground(palette.ground) + body.join('');
  };
}

/** Small marks, densely scattered and rotated at random. */
export function confetti(
  seed: string,
  palette: Palette,
  marks: readonly Motif[],
  count: number,
  scale: number,
): Cloth {
  return tossed({ seed, palette, layers: [{ motifs: marks, count, scale, tilt: 180, air: 1.15 }] });
}

/** Chips of coloured paper, like terrazzo. */
export function terrazzo(seed: string, palette: Palette, colours: readonly string[]): Cloth {
  return () => {
    const random = randomFrom(seed);
    const radii = Array.from({ length: 96 }, (_, index) =>
      index < 22 ? 58 : index < 54 ? 38 : 20,
    );
    const chips = scatter(random, radii).map((spot) => {
      const corners = Math.floor(between(random, 4, 7));
      const turn = random() * Math.PI * 2;
      const outline = Array.from({ length: corners }, (_, index) => {
        const angle = turn + (index / corners) * Math.PI * 2;
        const reach = spot.radius * between(random, 0.62, 0.98);
        return [Math.cos(angle) * reach, Math.sin(angle) * reach, random() < 0.55 ? 1 : 0] as const;
      });
      return wrapped(spot.x, spot.y, spot.radius, shape(smooth(outline), pick(random, colours)));
    });
    return ground(palette.ground) + chips.join('');
  };
}

/** Round pebbles close together, each with a few rings. */
export function pebbles(seed: string, palette: Palette, colours: readonly string[]): Cloth {
  return () => {
    const random = randomFrom(seed);
    const radii = Array.from({ length: 74 }, (_, index) =>
      index < 20 ? 82 : index < 44 ? 54 : 30,
    );
    const stones = scatter(random, radii).map((spot) => {
      const turn = random() * 6;
      const outline = (share: number) =>
        smooth(
          Array.from({ length: 7 }, (_, index) => {
            const angle = turn + (index / 7) * Math.PI * 2;
            const reach = spot.radius * share * (0.9 + 0.09 * Math.sin(index * 2.3 + turn));
            return [Math.cos(angle) * reach, Math.sin(angle) * reach] as const;
          }),
        );
      const colour = pick(random, colours);
      return wrapped(
        spot.x,
        spot.y,
        spot.radius * 1.02,
        shape(outline(1), colour) +
          line(outline(0.68), pale(colour, 0.45), 4) +
          line(outline(0.36), pale(colour, 0.45), 4),
      );
    });
    return ground(palette.ground) + stones.join('');
  };
}

/** Short strokes of a full brush in a brick grid. */
export function brushstrokes(
  seed: string,
  palette: Palette,
  colours: readonly string[],
  columns: number,
  rows: number,
): Cloth {
  const width = tileSize / columns;
  const height = tileSize / rows;
  return () => {
    const random = randomFrom(seed);
    const body: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = (column + 0.5 + (row % 2) * 0.5) * width;
        const y = (row + 0.5) * height;
        const half = width * between(random, 0.26, 0.34);
        const bend = between(random, -8, 8);
        const colour = pick(random, colours);
        const stroke =
          line(`M${round(-half)} 0Q0 ${round(bend)} ${round(half)} 0`, colour, height * 0.52) +
          line(
            `M${round(-half * 0.7)} ${round(-height * 0.12)}Q0 ${round(bend - height * 0.1)} ${round(half * 0.6)} ${round(-height * 0.12)}`,
            pale(colour, 0.35),
            height * 0.07,
          );
        body.push(wrapped(x, y, width * 0.6, stroke, { rotate: between(random, -7, 7) }));
      }
    }
    return ground(palette.ground) + body.join('');
  };
}

/** Stars, each joined by dashes to the two nearest, like a star map. */
export function constellations(seed: string, palette: Palette, count: number): Cloth {
  return () => {
    const random = randomFrom(seed);
    const stars = scatter(
      random,
      Array.from({ length: count }, () => 46),
    );
    const threads: string[] = [];
    const lights: string[] = [];
    for (const [index, star] of stars.entries()) {
      const near = stars
        .filter((other) => other !== star)
        .map((other) => ({ dx: shortest(star.x, other.x), dy: shortest(star.y, other.y) }))
        .sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));
      const next = near[index % 3];
      if (next && index % 4 !== 3) {
        threads.push(
          wrapped(
            star.x,
            star.y,
            260,
            stitches(`M0 0L${round(next.dx)} ${round(next.dy)}`, palette.sky, 3.4, 7, 11),
          ),
        );
      }
      const size = between(random, 0.16, 0.42);
      lights.push(
        wrapped(
          star.x,
          star.y,
          30,
          shape(
            'M0 -48C4 -12 12 -4 48 0C12 4 4 12 0 48C-4 12 -12 4 -48 0C-12 -4 -4 -12 0 -48Z',
            index % 3 === 0 ? palette.sun : palette.paper,
          ),
          { scale: size * 1.2, rotate: between(random, -20, 20) },
        ),
      );
      lights.push(
        wrapped(star.x + 60, star.y - 44, 5, dot(0, 0, 3.4, palette.paper, ' fill-opacity=".7"')),
      );
    }
    return ground(palette.ground) + threads.join('') + lights.join('');
  };
}

/** Long and short slanted dashes in a half-drop grid, like rain. */
export function drizzle(palette: Palette, colours: readonly string[], columns: number): Cloth {
  const step = tileSize / columns;
  return () => {
    const body: string[] = [];
    for (let row = 0; row < columns; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const colour = colours[(column + row * 3) % colours.length] ?? palette.sky;
        const long = (column * 2 + row) % 3 === 0;
        body.push(
          wrapped(
            (column + 0.5) * step,
            (row + (column % 2) * 0.5) * step,
            step,
            line(
              `M0 ${round(long ? -step * 0.28 : -step * 0.1)}V${round(long ? step * 0.28 : step * 0.1)}`,
              colour,
              step * 0.2,
            ),
            { rotate: 24 },
          ),
        );
      }
    }
    return ground(palette.ground) + body.join('');
  };
}
