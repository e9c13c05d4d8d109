import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readInTurn } from '#server/platform/files/read-in-turn.ts';

test('joins what a stream has, a megabyte in a turn', async () => {
  const parts = Array.from({ length: 50 }, (_, place) => new Uint8Array(70_001).fill(place));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const whole = await readInTurn(Readable.from(parts));
  clearImmediate(next);

  expect(whole.equals(Buffer.concat(parts))).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('joins parts of more than a turn, and none', async () => {
  const large = new Uint8Array(2_500_000).map((_, place) => place);
  const parts = [large, new Uint8Array(), large];
  expect((await readInTurn(Readable.from(parts))).equals(Buffer.concat(parts))).toBe(true);
  expect(await readInTurn(Readable.from([]))).toHaveLength(0);
});
