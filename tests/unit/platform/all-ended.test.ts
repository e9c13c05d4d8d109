import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allEnded } from '#server/platform/jobs/all-ended.ts';

test('waits for all work, and then throws the first failure', async () => {
  const slow = Promise.withResolvers<void>();
  const first = new Error('first');
  const seen: unknown[] = [];
  const all = allEnded([slow.promise, Promise.reject(first), Promise.reject(new Error('second'))]);
  const ending = all.catch((error: unknown) => void seen.push(error));
  await nextTurn();
  expect(seen).toEqual([]);
  slow.resolve();
  await ending;
  expect(seen).toEqual([first]);
});
