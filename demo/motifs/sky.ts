import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  around,
  at,
  cut,
  dot,
  line,
  mirrored,
  oval,
  ring,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';

export function moon(palette: Palette): string {
  const { sun, ink, rose, paper, plum } = palette;
  return [
    cut('M12 -46A47 47 0 1 0 40 24A33 33 0 0 1 12 -46Z', sun, ink),
    stitches('M-2 -38A40 40 0 0 0 -10 40', deep(sun, 0.22), 1.6, 3.6, 4),
    sleepyEyes(-21, 0, 8.5, palette, 4.2),
    cheeks(-21, 8, 14, rose, 3.8),
    smile(-21, 9, 3.4, palette),
    cut(smooth('-10,-42! 12,-54 36,-42 48,-20 40,-25 28,-30 8,-32'), plum, ink),
    dot(46, -16, 6, paper),
    line('M-9 -40C0 -34 22 -34 40 -24', pale(plum, 0.55), 5),
  ].join('');
}

export function star(palette: Palette): string {
  const { sun, ink, rose } = palette;
  const inner = ring(5, 25, 36);
  const points = ring(5, 47).flatMap((point, index) => [point, inner[index] ?? point]);
  return [
    cut(smooth(points), sun, ink),
    stitches(
      smooth(points.map(([x, y]) => [x * 0.84, y * 0.84] as const)),
      deep(sun, 0.18),
      1.3,
      3.4,
      3.6,
    ),
    eyes(0, 0, 9, palette, 3),
    cheeks(0, 8, 15, rose, 4),
    smile(0, 6, 4, palette),
  ].join('');
}

/** A plain small star to scatter between motifs. */
export function starlet(palette: Palette): string {
  const inner = ring(5, 20, 36);
  return shape(
    smooth(ring(5, 46).flatMap((point, index) => [point, inner[index] ?? point])),
    palette.sun,
  );
}

export function cloud(palette: Palette): string {
  const { paper, ink, blush, sky } = palette;
  const puff = smooth('-34,26 -50,14 -44,-6 -30,-8 -22,-28 2,-32 16,-18 34,-18 49,-2 48,18 34,26');
  return [
    cut(puff, paper, ink),
    line('M18 -8q9 -1 13 7M-14 -18q6 -6 12 -4', pale(sky, 0.3), 2.2),
    sleepyEyes(0, 4, 12, palette, 4.6),
    cheeks(0, 13, 20, blush, 5),
    smile(0, 12, 3.6, palette),
  ].join('');
}

export function rainCloud(palette: Palette): string {
  const { sky } = palette;
  const drop = (x: number, y: number) =>
    shape(`M${x} ${y}c6 8 8 11 8 15a8 8 0 0 1 -16 0c0 -4 2 -7 8 -15Z`, sky);
  return at(0, -14, cloud(palette), { scale: 0.92 }) + drop(-25, 17) + drop(1, 24) + drop(27, 17);
}

export function rainbow(palette: Palette): string {
  const { rose, warm, sun, leaf, sky, paper, ink } = palette;
  const bands = [rose, warm, sun, leaf, sky];
  const puff = smooth('-14,10 -17,0 -8,-4 0,-11 9,-5 17,-2 15,10 0,12');
  return [
    line(
      'M-38 30V22A38 38 0 0 1 38 22V30',
      ink,
      11,
      ' stroke-opacity=".14" transform="translate(1 2)"',
    ),
    bands
      .map((colour, index) => {
        const r = 43 - index * 7.6;
        return line(`M${-r} 30V14A${r} ${r} 0 0 1 ${r} 14V30`, colour, 8);
      })
      .join(''),
    at(-28, 32, cut(puff, paper, ink) + sleepyEyes(0, 1, 5, palette, 2.4)),
    at(28, 32, cut(puff, paper, ink) + sleepyEyes(0, 1, 5, palette, 2.4), { flip: true }),
  ].join('');
}

export function sunshine(palette: Palette): string {
  const { sun, warm, ink, rose } = palette;
  return [
    around(12, shape('M-6.5 -32L0 -52L6.5 -32Z', warm)),
    around(12, dot(0, -40, 2.6, sun), 15),
    cut(smooth(ring(10, 32)), sun, ink),
    eyes(0, -3, 11, palette, 3.2),
    cheeks(0, 6, 18, rose, 4.6),
    smile(0, 5, 5, palette),
  ].join('');
}

export function hotAirBalloon(palette: Palette): string {
  const { rose, sun, sky, earth, ink, paper } = palette;
  const hull = smooth(mirrored('0,-52 24,-44 34,-20 26,4 11,22! 0,22'));
  return [
    line('M-9 22L-7 36M9 22L7 36M0 22V36', earth, 1.6),
    cut(hull, rose, ink),
    shape(smooth('-7,-51 -22,-22 -8,22! -12,21! -27,2 -33,-20 -24,-43'), sky),
    at(0, 0, shape(smooth('-7,-51 -22,-22 -8,22! -12,21! -27,2 -33,-20 -24,-43'), sky), {
      flip: true,
    }),
    shape(smooth('0,-52 10,-22 3,22! -3,22! -10,-22'), sun),
    line('M-33 -16Q-24 -8 -16 -14Q-8 -6 0 -12Q8 -6 16 -14Q24 -8 33 -16', paper, 3.2),
    cut('M-10 36H10L8 50Q0 53 -8 50Z', earth, ink),
    stitches('M-8 42H8', pale(earth, 0.6), 1.8, 3, 2.4),
  ].join('');
}

export function rocket(palette: Palette): string {
  const { paper, rose, sky, sun, warm, ink } = palette;
  const fin = smooth('14,12 30,24 30,42! 12,32');
  return [
    shape(smooth('-9,36 -10,48 0,56! 10,48 9,36'), warm),
    shape(smooth('-5,36 -5,44 0,50! 5,44 5,36'), sun),
    cut(fin, rose, ink),
    at(0, 0, cut(fin, rose, ink), { flip: true }),
    cut(smooth(mirrored('0,-52! 14,-34 20,-8 16,24 10,37! 0,37')), paper, ink),
    shape(smooth(mirrored('0,-52! 9,-41 15,-29! 0,-26')), rose),
    dot(0, -6, 12, deep(sky, 0.2)),
    dot(0, -6, 9, sky),
    sleepyEyes(0, -6, 3.8, palette, 2),
    stitches('M-14 22H14', rose, 1.8, 3.4, 3),
    line('M0 24V38', deep(paper, 0.15), 3),
  ].join('');
}

export function planet(palette: Palette): string {
  const { plum, sun, ink, blush, rose } = palette;
  const front = 'M-50 14C-44 26 10 16 34 -2C46 -12 48 -18 50 -20';
  return [
    line('M-50 14C-52 6 -36 -4 -26 -8M50 -20C46 -28 24 -22 18 -20', sun, 6),
    cut(smooth(ring(10, 32)), plum, ink),
    shape(smooth('-26,-18 -4,-22 16,-25 8,-30 -10,-31'), pale(plum, 0.3)),
    dot(14, 22, 4, deep(plum)),
    dot(-4, 26, 2.6, deep(plum)),
    eyes(-2, -7, 9, palette, 2.8),
    cheeks(-2, 0, 15, blush, 3.6),
    line(front, sun, 6),
    stitches(front, rose, 1.4, 3, 3.4),
  ].join('');
}

export function bird(palette: Palette): string {
  const { sky, sun, ink, blush, paper } = palette;
  return [
    cut(smooth('24,2 40,-10 54,-12! 48,0 52,8! 38,12 24,16'), deep(sky, 0.2), ink),
    cut(smooth('-38,-10 -26,-28 -6,-30 8,-14 28,-4 32,12 16,30 -10,34 -32,20'), sky, ink),
    shape(smooth('-33,14 -16,4 4,16 12,30 -10,34 -28,24'), paper),
    cut(smooth('-4,-2 14,-2 30,10 14,22 -2,16'), deep(sky, 0.14), ink),
    stitches('M4 6Q14 6 20 11M4 12Q10 13 14 16', pale(sky, 0.6), 1.5),
    shape('M-38 -12L-52 -6L-38 -2Z', sun),
    eyes(-23, -12, 0, palette, 3.2),
    oval(-23, -3, 4.4, 3.2, blush),
    line('M-6 34V44M6 33V43', sun, 2.6),
  ].join('');
}
