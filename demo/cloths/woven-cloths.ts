import {
  candy,
  clay,
  deep,
  frost,
  lagoon,
  lilac,
  meadow,
  onGround,
  picnic,
  sherbet,
} from '../drawing/palettes.ts';
import { plaid } from '../patterns/checks.ts';
import { scallops } from '../patterns/scallops.ts';
import { brushstrokes } from '../patterns/scattered.ts';
import {
  basketweave,
  herringbone,
  knit,
  wavyLines,
  windowpane,
  zigzag,
} from '../patterns/woven.ts';

export const wobbleWaves = wavyLines(lagoon, [lagoon.sky, lagoon.sun, lagoon.paper], 15);

export const zigzagParade = zigzag(candy, [candy.paper, candy.sun, candy.sky, candy.rose], 12, 8);

export const windowpaneWander = windowpane('windowpane', sherbet, sherbet.rose, 8);

export const brushAndDab = brushstrokes(
  'brush',
  lilac,
  [lilac.plum, '#b592dc', lilac.rose, lilac.sky],
  5,
  14,
);

export const herringboneLane = herringbone(
  onGround(clay, '#f6eadb'),
  [clay.earth, clay.warm, clay.sun, clay.leaf, clay.rose],
  5,
);

export const sundayKnit = knit(
  onGround(frost, '#a52f3d'),
  [frost.rose, frost.rose, frost.paper, frost.leaf, frost.paper, frost.rose],
  26,
);

export const paperWeave = basketweave(
  onGround(meadow, deep(meadow.leaf, 0.45)),
  [meadow.leaf, meadow.sun],
  8,
);

export const mermaidRoofTiles = scallops({
  palette: lagoon,
  columns: 6,
  rows: 12,
  colours: [lagoon.sky, '#2aa0a0', lagoon.leaf, lagoon.paper, '#57b9bd'],
});

export const rainbowRoofs = scallops({
  palette: picnic,
  columns: 4,
  rows: 8,
  colours: [picnic.rose],
  rings: [picnic.warm, picnic.sun, picnic.leaf, picnic.sky, picnic.paper],
});

export const picnicRugPlaid = plaid(
  onGround(frost, '#f7f1e3'),
  [
    { colour: frost.rose, width: 96, offset: 0.08 },
    { colour: frost.leaf, width: 58, offset: 0.52 },
    { colour: frost.rose, width: 7, offset: 0.83, stitched: true },
  ],
  3,
);
