import { createHash } from 'node:crypto';
import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, test } from 'vitest';
import { catalogueCalls } from '#contract/catalogue/catalogue-calls.ts';
import { catalogueShape } from '#contract/catalogue/catalogue-shape.ts';
import { calls } from '#contract/shop/calls.ts';

/** What devices store in each version; add a line with each change, under a raised `catalogueShape`. */
const shapes: Readonly<Record<number, string>> = {
  1: '1e4a8b65fd36870a',
  2: '03365ff8e6765cd2',
  3: 'b6935fe987505831',
  4: 'ce2f50f53f609dd5',
  5: 'ed333658854b22ec',
  6: '4bd99769704e0052',
  7: 'd2d0d425a4c79fc0',
  8: '2bee4dd5e59b8786',
  9: '89d6105179ac325e',
  10: '725c114b1652c72b',
  11: '8733320ec76c5ce3',
  12: 'ef97c2b78f2ef2d8',
  13: '3a243ad1aed2e22c',
  14: 'f436ed460215ce9f',
  15: '6aa2e0311b1a3be0',
  16: '16727727985d4c54',
  17: '0a22379a46988775',
  18: '702fd5a77cc8eb4c',
  19: 'fbc5f04e644342f4',
  20: '87218d16152e5be7',
  21: '358d9d2665211899',
  22: 'b62c7f00f3bfb8f4',
  23: '54566b610cbdd332',
  24: '1f892a93d0c2c862',
  25: '42398025ff6e94ea',
  26: '01ba32a3c4618733',
};

test('every change of what devices store raises catalogueShape', () => {
  const schemas = catalogueCalls.map((name) =>
    toJsonSchema(calls[name].answer, { errorMode: 'ignore' }),
  );
  const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16);
  expect(hash).toBe(shapes[catalogueShape]);
});
