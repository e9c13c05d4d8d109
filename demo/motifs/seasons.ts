import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  at,
  box,
  cut,
  dot,
  line,
  mirrored,
  oval,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';
import { catSitting } from './pets.ts';
import { bird } from './sky.ts';
import { heartlet } from './toys.ts';

/** A standing unicorn with a rainbow mane. */
export function unicorn(palette: Palette): string {
  const { paper, ink, rose, sun, leaf, sky, plum, blush } = palette;
  const colours = [rose, sun, leaf, sky, plum];
  const leg = (x: number, colour: string) =>
    cut(`M${x - 6} 22H${x + 6}V46Q${x} 49 ${x - 6} 46Z`, colour, ink) +
    shape(`M${x - 6} 40H${x + 6}V46Q${x} 49 ${x - 6} 46Z`, plum);
  const shade = deep(paper, 0.1);
  return [
    [rose, sun, sky]
      .map((colour, index) =>
        line(
          `M37 ${6 + index * 4}C${56 - index * 3} ${-2 + index * 5} ${58 - index * 3} ${20 + index * 5} ${44 + index * 2} ${30 + index * 5}`,
          colour,
          6,
        ),
      )
      .join(''),
    leg(-8, shade),
    leg(28, shade),
    cut(
      smooth(
        '-27,-38 -12,-36 -5,-22 0,-8 16,-7 34,0 41,16 35,30 12,36 -14,34 -25,22 -24,6 -28,-3 -42,-6 -48,-14 -42,-27',
      ),
      paper,
      ink,
    ),
    leg(-19, paper),
    leg(17, paper),
    colours
      .map((colour, index) => dot(-11 + index * 4.4, -36 + index * 8.4, 8.4 - index * 0.5, colour))
      .join(''),
    cut('M-36 -35L-44 -58L-26 -39Z', sun, ink),
    line('M-38 -42L-30 -44M-40.5 -48.5L-35 -50', deep(sun, 0.22), 1.8),
    dot(-24, -39, 7, rose),
    dot(-16, -42, 6, plum),
    cut('M-18 -34Q-16 -48 -9 -48Q-8 -38 -11 -32Z', paper, ink),
    sleepyEyes(-29, -21, 0, palette, 4),
    oval(-24, -12, 4.6, 3.4, blush),
    dot(-44, -15, 1.3, deep(paper, 0.4)),
    smile(-40, -10, 3.2, palette),
    shape('M20 10l2.4 5 5.4.6-4 3.7 1.1 5.4-4.9-2.7-4.9 2.7 1.1-5.4-4-3.7 5.4-.6Z', blush),
  ].join('');
}

/** A dark cat with glowing eyes under a slightly too large hat. */
export function witchCat(palette: Palette): string {
  const { ink, warm, sun } = palette;
  const coat = { ...palette, warm: '#4b3a5e', rose: warm };
  const eye = (x: number) => dot(x, -2, 4.2, sun) + oval(x, -2, 1.5, 3.2, ink);
  return [
    at(0, 11, catSitting(coat), { scale: 0.84 }),
    eye(-8.4),
    eye(8.4),
    at(0, -36, witchHat(palette), { scale: 0.46 }),
  ].join('');
}

export function witchHat(palette: Palette): string {
  const { plum, ink, warm, sun } = palette;
  const felt = deep(plum, 0.25);
  return [
    cut(smooth('-50,30 -24,20 0,18 24,20 50,30 26,40 0,42 -26,40'), felt, ink),
    cut(smooth('-26,26! -12,-14 -4,-34 22,-48! 14,-30 16,-14 26,26! 0,33'), plum, ink),
    shape(smooth('-25,22 -22,12 0,19 22,11 25,22 0,30'), warm),
    box(-7, 15, 14, 13, sun, 2),
    box(-3.4, 18.4, 6.8, 6.2, felt, 1),
    stitches('M-8 -8Q4 -4 14 -10', pale(plum, 0.45), 1.8),
  ].join('');
}

export function candyCorn(palette: Palette): string {
  const { sun, warm, paper, ink, rose } = palette;
  const side = '0,-44 8,-38 20,-8 33,28 28,40 0,43';
  return [
    cut(smooth(mirrored(side)), sun, ink),
    shape('M-28.4 14H28.4L12.6 -25H-12.6Z', warm),
    shape(smooth(mirrored('0,-44 8,-38 12.8,-25! 0,-22')), paper),
    eyes(0, 2, 8, palette, 2.8),
    cheeks(0, 9, 13, rose, 3.6),
    smile(0, 8, 3.6, palette),
  ].join('');
}

/** An egg with a painted zigzag, dots and stripes. */
export function easterEgg(palette: Palette): string {
  const { blush, rose, sun, sky, paper, ink, leaf } = palette;
  const shell = smooth(mirrored('0,-46 17,-38 31,-8 33,14 22,36 0,44'));
  return [
    cut(shell, blush, ink),
    shape(
      'M-24 -26L-16 -18L-8 -26L0 -18L8 -26L16 -18L24 -26L28.6 -16Q14 -8 0 -8Q-14 -8 -28.6 -16Z',
      sun,
    ),
    line('M-32 2Q0 10 32 2', sky, 7),
    [-24, -12, 0, 12, 24]
      .map((x, index) => dot(x, 19 - Math.abs(x) * 0.08, 4, index % 2 === 0 ? paper : rose))
      .join(''),
    shape(smooth('-25,31! -12,33 0,34 12,33 25,31! 16,40 0,44 -16,40'), leaf),
    oval(-15, -30, 3, 5, paper, ' fill-opacity=".7" transform="rotate(24 -15 -30)"'),
  ].join('');
}

/** Two birds sharing a heart. */
export function lovebirds(palette: Palette): string {
  const other = { ...palette, sky: palette.rose };
  return [
    at(-29, 10, bird(palette), { scale: 0.6, flip: true }),
    at(29, 10, bird(other), { scale: 0.6 }),
    at(0, -32, heartlet(palette), { scale: 0.36 }),
    line('M-54 37Q0 41 54 35', palette.earth, 3),
    shape(
      'M-50 37C-58 32 -58 26 -52 23C-47 27 -46 32 -50 37ZM50 36C54 42 52 48 46 50C43 45 45 40 50 36Z',
      palette.leaf,
    ),
  ].join('');
}

/** Arcs of wool, tied at the ends. */
export function yarnRainbow(palette: Palette): string {
  const { rose, warm, sun, sky, paper } = palette;
  const arch = (radius: number, colour: string) =>
    line(`M${-radius} 26V4A${radius} ${radius} 0 0 1 ${radius} 4V26`, colour, 9.4) +
    stitches(`M${-radius} 22V4A${radius} ${radius} 0 0 1 ${radius} 4V22`, pale(colour, 0.55), 1.5) +
    [-1, 1]
      .map(
        (side) =>
          line(
            `M${side * radius - 3} 32V43M${side * radius} 32V45M${side * radius + 3} 32V43`,
            colour,
            1.7,
          ) + line(`M${side * radius - 4.4} 30H${side * radius + 4.4}`, paper, 3),
      )
      .join('');
  return [arch(43, rose), arch(32, warm), arch(21, sun), arch(10, sky)].join('');
}

/** Half a sun with long and short rays. */
export function risingSun(palette: Palette): string {
  const { sun, warm, ink } = palette;
  const rays = Array.from({ length: 9 }, (_, index) => {
    const angle = Math.PI * (1 + index / 8);
    const reach = index % 2 === 0 ? 48 : 40;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${Math.round(x * 31)} ${Math.round(y * 31 + 14)}L${Math.round(x * reach)} ${Math.round(y * reach + 14)}`;
  });
  return [
    line(rays.join(''), warm, 4.4),
    cut('M-25 14A25 25 0 0 1 25 14Z', sun, ink),
    line('M-34 20H34M-20 28H20', warm, 3),
  ].join('');
}
