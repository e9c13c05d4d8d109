import { expect, test } from 'vitest';
import { createQueue } from '#offline/stores/queue.ts';

test('work waits for the work before it, even if that fails', async () => {
  const queue = createQueue();
  const steps: string[] = [];
  const slow = queue(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push('first');
    throw new Error('Failed');
  });
  const next = queue(async () => steps.push('second'));
  await expect(slow).rejects.toThrow('Failed');
  await next;
  expect(steps).toEqual(['first', 'second']);
});
