import { deep, pale } from '../drawing/palettes.ts';
import { at, box, dot, line, oval, points, shape, smooth } from '../drawing/shapes.ts';
import { type Bounds, clothPiece, shadowOf, topstitch } from './cloth-piece.ts';

/** Products made from a fabric. Each is drawn around (0, 0) in about 700 × 700 units. */
export type Goods = (bolt: string, piece: string, accent: string, scale?: number) => string;

const around: Bounds = { x: -420, y: -420, width: 840, height: 840 };

function fold(d: string): string {
  return line(d, '#4a1f3d', 7, ' stroke-opacity=".13"');
}

export function tote(bolt: string, piece: string, accent: string, scale = 0.42): string {
  const bag = smooth('-250,-150! 250,-150! 272,120 262,330! 0,342 -262,330! -272,120');
  const handle = 'M-130 -140C-150 -430 150 -430 130 -140';
  return [
    line(handle, deep(accent, 0.3), 38),
    shadowOf(bag),
    clothPiece(bolt, piece, bag, around, scale),
    fold('M-180 -20C-200 110 -190 220 -205 320M170 40C190 140 180 250 196 325'),
    shape('M-251 -152H251L253 -100Q0 -86 -253 -100Z', accent),
    topstitch('M-246 -112Q0 -98 246 -112M-246 -140H246'),
    line(
      'M-130 -100C-130 -130 -134 -180 -128 -210M130 -100C130 -130 134 -180 128 -210',
      accent,
      38,
    ),
    topstitch('M-130 -110V-190M130 -110V-190'),
  ].join('');
}

export function mug(bolt: string, piece: string, accent: string, scale = 0.36): string {
  const cup = 'M-230 -220H200V170C200 260 140 290 -15 290C-170 290 -230 260 -230 170Z';
  return [
    oval(10, 296, 250, 34, '#4a1f3d', ' fill-opacity=".16"'),
    line('M190 -110C360 -130 360 140 180 130', deep(accent, 0.12), 52),
    line('M190 -110C360 -130 360 140 180 130', accent, 40),
    clothPiece(bolt, piece, cup, around, scale),
    shape('M-230 -220H-150V288C-205 272 -230 240 -230 170Z', '#fffaf0', ' fill-opacity=".22"'),
    shape('M130 -220H200V170C200 236 172 266 130 279Z', '#4a1f3d', ' fill-opacity=".1"'),
    oval(-15, -220, 215, 40, pale(accent, 0.6)),
    oval(-15, -216, 188, 29, '#8a5a3c'),
    oval(-55, -221, 60, 9, '#b98560'),
    line(
      'M-70 -290C-100 -330 -40 -350 -70 -395M20 -290C-10 -330 50 -350 20 -395',
      '#fffaf0',
      16,
      ' stroke-opacity=".8"',
    ),
  ].join('');
}

export function cushion(bolt: string, piece: string, accent: string, scale = 0.48): string {
  const pad = smooth('-320,-320! 0,-282 320,-320! 285,0 320,320! 0,285 -320,320! -285,0');
  const pompom = dot(0, 0, 34, accent) + dot(-9, -10, 11, pale(accent, 0.5));
  return [
    shadowOf(pad, 10, 22),
    clothPiece(bolt, piece, pad, around, scale),
    fold(
      'M-300 -300Q-230 -240 -210 -190M300 -300Q230 -240 210 -190M-300 300Q-230 240 -210 190M300 300Q230 240 210 190',
    ),
    line(pad, accent, 14),
    points('-322,-322 322,-322 -322,322 322,322')
      .map(([x, y]) => at(x, y, pompom))
      .join(''),
  ].join('');
}

export function notebook(bolt: string, piece: string, accent: string, scale = 0.45): string {
  const cover = 'M-230 -330H240Q266 -330 266 -304V304Q266 330 240 330H-230Z';
  return [
    shadowOf(cover, 16, 22),
    box(-214, -318, 490, 650, '#fffaf0', 16),
    clothPiece(bolt, piece, cover, around, scale),
    box(-262, -330, 70, 660, accent, 14),
    topstitch('M-180 -330V330'),
    box(-20, -170, 210, 120, '#fffaf0', 18),
    line('M14 -128H156M14 -98H120', deep(accent, 0.1), 7),
    line('M226 -330V330', deep(accent, 0.25), 15),
  ].join('');
}

export function gift(bolt: string, piece: string, accent: string, scale = 0.4): string {
  const parcel = 'M-290 -170H290V320H-290Z';
  const lid = 'M-318 -210H318V-110H-318Z';
  const loop = 'M0 -215C-60 -380 -240 -360 -190 -260C-170 -220 -70 -210 0 -215Z';
  return [
    shadowOf(parcel, 10, 20),
    clothPiece(bolt, piece, parcel, around, scale),
    clothPiece(bolt, `${piece}-lid`, lid, { x: -320, y: -212, width: 640, height: 104 }, scale),
    shape('M-318 -110H318V-92H-318Z', '#4a1f3d', ' fill-opacity=".16"'),
    box(-38, -210, 76, 530, accent),
    topstitch('M-26 -206V318M26 -206V318'),
    shape(
      'M-10 -210L-120 -60L-84 -62L-70 -30L20 -205ZM10 -210L120 -60L84 -62L70 -30L-20 -205Z',
      deep(accent, 0.12),
    ),
    shape(loop, accent),
    at(0, 0, shape(loop, accent), { flip: true }),
    shape(
      'M-20 -225C-70 -320 -170 -330 -160 -275C-150 -245 -80 -230 -20 -225Z',
      deep(accent, 0.22),
    ),
    at(
      0,
      0,
      shape(
        'M-20 -225C-70 -320 -170 -330 -160 -275C-150 -245 -80 -230 -20 -225Z',
        deep(accent, 0.22),
      ),
      { flip: true },
    ),
    box(-40, -250, 80, 66, accent, 24),
  ].join('');
}

export function romper(bolt: string, piece: string, accent: string, scale = 0.34): string {
  const suit = smooth(
    '-110,-270! -250,-180! -320,-60! -236,-10! -190,-80! -200,120 -210,300! -50,320! 0,200 50,320! 210,300! 200,120 190,-80! 236,-10! 320,-60! 250,-180! 110,-270! 60,-215 0,-200 -60,-215',
  );
  return [
    shadowOf(suit, 10, 18),
    clothPiece(bolt, piece, suit, around, scale),
    line('M-110 -270Q0 -140 110 -270', accent, 26),
    line('M-320 -60L-236 -10M320 -60L236 -10M-208 300L-52 320M208 300L52 320', accent, 24),
    fold('M0 -190V190'),
    [-130, -60, 10]
      .map(
        (y) =>
          dot(0, y, 15, '#fffaf0') +
          dot(-4, y, 2.6, deep(accent, 0.4)) +
          dot(4, y, 2.6, deep(accent, 0.4)),
      )
      .join(''),
    fold('M-186 -70C-170 0 -176 60 -182 120M186 -70C170 0 176 60 182 120'),
  ].join('');
}

export function hairBow(bolt: string, piece: string, accent: string, scale = 0.36): string {
  const loop = smooth('-20,-50 -140,-190 -310,-210! -340,0 -310,190! -140,160 -20,50');
  const mirroredLoop = smooth('20,-50 140,-190 310,-210! 340,0 310,190! 140,160 20,50');
  const tail = 'M-30 40L-190 330L-110 312L-70 372L40 60ZM30 40L190 330L110 312L70 372L-40 60Z';
  const knot = smooth('-58,-66 58,-66 66,0 58,66 -58,66 -66,0');
  return [
    shadowOf(tail),
    clothPiece(bolt, `${piece}-tail`, tail, { x: -200, y: 30, width: 400, height: 350 }, scale),
    shadowOf(loop),
    clothPiece(bolt, piece, loop, { x: -345, y: -215, width: 330, height: 415 }, scale),
    shadowOf(mirroredLoop),
    clothPiece(
      bolt,
      `${piece}-loop`,
      mirroredLoop,
      { x: 15, y: -215, width: 330, height: 415 },
      scale,
    ),
    fold(
      'M-50 -20Q-150 -60 -230 -70M-50 20Q-140 50 -210 70M50 -20Q150 -60 230 -70M50 20Q140 50 210 70',
    ),
    shadowOf(knot, 4, 8),
    shape(knot, accent),
    topstitch('M-44 -52Q-34 0 -44 52M44 -52Q34 0 44 52'),
  ].join('');
}

export function lampshade(bolt: string, piece: string, accent: string, scale = 0.4): string {
  const shade = 'M-150 -300Q0 -270 150 -300L290 60Q0 120 -290 60Z';
  return [
    oval(0, 352, 170, 26, '#4a1f3d', ' fill-opacity=".16"'),
    shape(
      'M-26 60H26C20 160 90 200 90 280C90 330 60 350 0 350C-60 350 -90 330 -90 280C-90 200 -20 160 -26 60Z',
      accent,
    ),
    line('M-62 250Q0 275 62 250', pale(accent, 0.5), 10),
    shadowOf(shade, 4, 12),
    clothPiece(bolt, piece, shade, around, scale),
    shape(
      'M-150 -300Q0 -270 150 -300L164 -262Q0 -230 -164 -262ZM276 24L290 60Q0 120 -290 60L-276 24Q0 82 276 24Z',
      accent,
    ),
    Array.from({ length: 15 }, (_, index) => {
      const share = (index + 0.5) / 15;
      const x = -290 + share * 580;
      return dot(x, 70 + 60 * 4 * share * (1 - share) * 0.5 + 14, 15, pale(accent, 0.4));
    }).join(''),
  ].join('');
}
