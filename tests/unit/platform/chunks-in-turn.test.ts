import { expect, test } from 'vitest';
import { chunksInTurn } from '#server/platform/jobs/chunks-in-turn.ts';

test('gives bytes in chunks, and lets others have their turn between two', async () => {
  const seen: string[] = [];
  for await (const chunk of chunksInTurn(Uint8Array.of(1, 2, 3, 4, 5), 2)) {
    seen.push(chunk.join());
    setImmediate(() => seen.push('another’s turn'));
  }
  expect(seen.filter((each) => each !== 'another’s turn')).toEqual(['1,2', '3,4', '5']);
  expect(seen.slice(0, 4)).toEqual(['1,2', 'another’s turn', '3,4', 'another’s turn']);
});
