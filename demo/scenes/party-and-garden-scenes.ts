import { dinosaursAfterBreakfast, hopSkipAndDaisy } from '../cloths/animal-cloths.ts';
import { littleDaisies } from '../cloths/garden-cloths.ts';
import {
  candyCaneTwirl,
  gingerbreadRow,
  pumpkinPlaygroup,
  snowLace,
  treeFarmSaturday,
} from '../cloths/holiday-cloths.ts';
import { jellybeanDots } from '../cloths/scattered-cloths.ts';
import {
  cupcakeCommittee,
  pinwheelFair,
  strawberrySocial,
} from '../cloths/treat-and-toy-cloths.ts';
import { frost, picnic } from '../drawing/palettes.ts';
import { at, box, dot, line, oval, shape } from '../drawing/shapes.ts';
import { oakLeaf, pumpkin } from '../motifs/autumn.ts';
import { daisy } from '../motifs/garden.ts';
import { cupcake, strawberry } from '../motifs/kitchen.ts';
import { lamb } from '../motifs/pets.ts';
import { bird, cloud, sunshine } from '../motifs/sky.ts';
import { firTree, snowflake } from '../motifs/winter.ts';
import { clothPiece, shadowOf, topstitch } from './cloth-piece.ts';
import { gift, hairBow, romper, tote } from './goods.ts';
import { scene } from './scene.ts';

const fir = '#24504a';
const cream = '#fff8ee';

export function washingLine(): string {
  const cloths = [dinosaursAfterBreakfast, strawberrySocial, hopSkipAndDaisy, littleDaisies];
  const rope = (x: number) => 118 + 74 * 4 * (x / 1200) * (1 - x / 1200);
  const peg = (x: number) => box(x - 7, rope(x) - 20, 14, 46, '#c99566', 5);
  const hung = [
    { x: 205, draw: romper('bolt-0', 'suit', '#5a9e6b'), scale: 0.5, drop: 150, pegs: [145, 265] },
    { x: 500, draw: hairBow('bolt-1', 'bow', '#5a9e6b'), scale: 0.4, drop: 112, pegs: [500] },
    {
      x: 735,
      draw: romper('bolt-2', 'suit-2', '#f27d98'),
      scale: 0.44,
      drop: 136,
      pegs: [682, 788],
    },
    { x: 1010, draw: tote('bolt-3', 'bag', '#f2c14e'), scale: 0.5, drop: 200, pegs: [975, 1045] },
  ];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#bfe3f2'),
      at(1050, 90, sunshine(picnic), { scale: 1.3 }),
      at(330, 80, cloud(picnic), { scale: 1.3 }),
      at(820, 70, cloud(picnic), { scale: 0.9, flip: true }),
      shape('M0 640Q300 520 620 620T1200 590V900H0Z', '#a9cf8a'),
      shape('M0 730Q360 640 700 730T1200 700V900H0Z', '#7fb36c'),
      topstitch('M0 744Q360 654 700 744T1200 714', '#dcecc4'),
      line('M60 110V760M1150 110V730', '#8f6139', 22),
      line(`M60 118Q600 ${118 + 148} 1150 118`, '#fffaf0', 7),
      hung
        .map(
          ({ x, draw, scale, drop, pegs }) =>
            at(x, rope(x) + drop, draw, { scale }) + pegs.map(peg).join(''),
        )
        .join(''),
      [120, 330, 470, 640, 860, 1080]
        .map((x, index) => at(x, 830 + (index % 2) * 24, daisy(picnic), { scale: 0.5 }))
        .join(''),
      at(560, 760, lamb(picnic), { scale: 1.5 }),
      at(330, 178, bird(picnic), { scale: 0.6 }),
    ].join(''),
  );
}

export function partyTable(): string {
  const cloths = [pinwheelFair, jellybeanDots, cupcakeCommittee, strawberrySocial];
  const swag = (top: number, sag: number, count: number, offset: number) =>
    line(`M-20 ${top}Q600 ${top + sag * 2} 1220 ${top}`, '#8c5a9b', 6) +
    Array.from({ length: count }, (_, index) => {
      const share = (index + 0.5) / count;
      const x = -20 + share * 1240;
      const y = top + 4 * sag * share * (1 - share);
      const pennant = `M${x - 50} ${y}H${x + 50}L${x} ${y + 128}Z`;
      return (
        shadowOf(pennant, 4, 7) +
        clothPiece(
          `bolt-${(index + offset) % cloths.length}`,
          `flag-${top}-${index}`,
          pennant,
          { x: x - 60, y: y - 10, width: 130, height: 150 },
          0.22,
        ) +
        topstitch(`M${x - 38} ${y + 8}L${x} ${y + 108}L${x + 38} ${y + 8}`, cream, 3)
      );
    }).join('');
  const tablecloth = 'M120 600H1080L1140 900H60Z';
  const tier = (y: number, half: number, colour: string) =>
    box(600 - half, y, half * 2, 84, colour, 14) +
    Array.from({ length: Math.floor(half / 22) }, (_, index) =>
      dot(600 - half + 22 + index * 44, y + 8, 22, cream),
    ).join('');
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#ffe3e6'),
      Array.from({ length: 9 }, (_, row) =>
        Array.from({ length: 13 }, (__, column) =>
          dot(column * 100 + (row % 2) * 50, row * 100, 9, '#fdd0d8'),
        ).join(''),
      ).join(''),
      swag(20, 70, 11, 0),
      swag(150, 60, 10, 2),
      shadowOf(tablecloth, 0, 10),
      clothPiece('bolt-3', 'table', tablecloth, { x: 50, y: 590, width: 1100, height: 320 }, 0.4),
      box(104, 584, 992, 30, cream, 12),
      topstitch('M112 600H1088', '#e4485f'),
      oval(600, 590, 250, 22, '#4a1f3d', ' fill-opacity=".14"'),
      box(380, 566, 440, 20, '#7cc0d8', 10),
      tier(486, 190, '#f8b6b4'),
      tier(406, 138, '#fbdf9d'),
      tier(330, 86, '#bfe8d8'),
      at(600, 284, strawberry(picnic), { scale: 0.95 }),
      at(250, 540, cupcake(picnic), { scale: 1.2 }),
      at(940, 540, cupcake({ ...picnic, sky: picnic.plum, blush: '#fdf0c8' }), { scale: 1.2 }),
      at(150, 548, cupcake({ ...picnic, sky: picnic.leaf }), { scale: 0.95 }),
      at(1044, 548, cupcake({ ...picnic, sky: picnic.sun, blush: picnic.blush }), { scale: 0.95 }),
    ].join(''),
  );
}

export function wrappedParcels(): string {
  const cloths = [treeFarmSaturday, gingerbreadRow, candyCaneTwirl, snowLace];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, fir),
      Array.from({ length: 26 }, (_, index) =>
        at(
          (index * 191) % 1200,
          (index * 127) % 640,
          snowflake({ ...frost, paper: '#cfe4d8', sky: '#cfe4d8' }),
          { scale: 0.16 + (index % 3) * 0.1 },
        ),
      ).join(''),
      at(980, 330, firTree({ ...frost, leaf: '#5fae8c' }), { scale: 6 }),
      shape('M0 700Q600 660 1200 700V900H0Z', '#f2dfd0'),
      topstitch('M0 722Q600 682 1200 722', '#c9525c'),
      at(270, 560, gift('bolt-0', 'gift-0', '#f2c765'), { scale: 0.78 }),
      at(640, 612, gift('bolt-1', 'gift-1', '#cf3f4d'), { scale: 0.66 }),
      at(930, 670, gift('bolt-3', 'gift-3', '#ffffff'), { scale: 0.52 }),
      at(455, 745, gift('bolt-2', 'gift-2', '#3f7a68'), { scale: 0.36 }),
    ].join(''),
  );
}

export function harvestTote(): string {
  const cloths = [pumpkinPlaygroup];
  return scene(
    cloths,
    [
      box(0, 0, 1200, 900, '#f4c98a'),
      dot(600, 430, 400, '#fae3bd'),
      shape('M0 720Q600 660 1200 720V900H0Z', '#8f5433'),
      topstitch('M0 742Q600 682 1200 742', '#f4c98a'),
      [90, 240, 330, 900, 1010, 1120, 180, 980]
        .map((x, index) =>
          at(
            x,
            90 + ((index * 173) % 480),
            oakLeaf({ ...picnic, warm: index % 2 ? '#e66f2b' : '#d8483c' }),
            { scale: 0.7 + (index % 3) * 0.22, rotate: index * 53 },
          ),
        )
        .join(''),
      at(600, 470, tote('bolt-0', 'bag', '#f58a2c'), { scale: 1.08 }),
      at(230, 740, pumpkin(picnic), { scale: 2 }),
      at(985, 748, pumpkin({ ...picnic, warm: '#f3e3cb', rose: picnic.blush }), { scale: 1.7 }),
    ].join(''),
  );
}
