import { expect, test } from 'vitest';
import { unlessLate } from '#offline/sending/unless-late.ts';
import { createManualClock } from './test-device.ts';

test('has the result of what is done in time, or its failure', async () => {
  const clock = createManualClock();
  expect(await unlessLate(clock, 100, Promise.resolve('done'))).toBe('done');
  await expect(unlessLate(clock, 100, Promise.reject(new Error('Lost')))).rejects.toThrow('Lost');
});

test('has nothing of what is late, even if it fails then', async () => {
  const clock = createManualClock();
  const { promise, reject } = Promise.withResolvers<string>();
  const found = unlessLate(clock, 100, promise);
  clock.move(100);
  reject(new Error('Lost'));
  expect(await found).toBeNull();
});
