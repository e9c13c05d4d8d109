import { randomFrom } from '../drawing/random.ts';
import { at, box, dot, line, shape } from '../drawing/shapes.ts';
import { bolt, type Cloth } from '../patterns/tile.ts';
import {
  cushion,
  type Goods,
  gift,
  hairBow,
  lampshade,
  mug,
  notebook,
  romper,
  tote,
} from './goods.ts';

const goods = { tote, mug, cushion, notebook, gift, romper, hairBow, lampshade } satisfies Record<
  string,
  Goods
>;

export type MockUp = keyof typeof goods;

const backdrops = ['#fbe3c0', '#d6ecf2', '#ffe3e6', '#dbe9c6', '#e3d5f3', '#fff3de'] as const;
const accents = ['#e4485f', '#3f86ad', '#fbc34b', '#5a9e6b', '#8c5a9b', '#f0803c'] as const;

/** A square picture of one product on a paper backdrop. */
export function mockUpSvg(kind: MockUp, cloth: Cloth, seed: string): string {
  const random = randomFrom(seed);
  const turn = Math.floor(random() * backdrops.length);
  const backdrop = backdrops[turn] ?? '#fbe3c0';
  const accent = accents[(turn + 1 + Math.floor(random() * 4)) % accents.length] ?? '#e4485f';
  const confetti = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * Math.PI * 2 + random() * 0.3;
    const reach = 430 + random() * 110;
    return dot(
      500 + Math.cos(angle) * reach,
      500 + Math.sin(angle) * reach,
      8 + random() * 9,
      index % 2 === 0 ? '#fffaf0' : accent,
      ' fill-opacity=".75"',
    );
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">',
    box(0, 0, 1000, 1000, backdrop),
    dot(500, 470, 430, '#fffaf0', ' fill-opacity=".55"'),
    shape('M0 830Q250 800 500 828T1000 822V1000H0Z', '#fffaf0', ' fill-opacity=".8"'),
    line('M-20 846Q250 816 500 844T1020 838', accent, 4, ' stroke-dasharray="12 12"'),
    confetti.join(''),
    bolt('bolt', cloth),
    at(500, 520, goods[kind]('bolt', 'piece', accent), { scale: 1.06 }),
    '</svg>',
  ].join('');
}
