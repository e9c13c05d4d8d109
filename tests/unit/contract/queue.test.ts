import { expect, test } from 'vitest';
import { createQueue } from '#contract/wire/queue.ts';

test('work waits for the work before it, even if that fails', async () => {
  const inTurn = createQueue();
  const steps: string[] = [];
  const slow = inTurn(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push('first');
    throw new Error('Failed');
  });
  const next = inTurn(async () => steps.push('second'));
  await expect(slow).rejects.toThrow('Failed');
  await next;
  expect(steps).toEqual(['first', 'second']);
});
