import { expect, test } from 'vitest';
import { pollDue } from '#server/orders/payments/poll-due.ts';

const never = () => false;

test('still polls the others if one claim fails, then fails', async () => {
  const due: (number | Error)[] = [1, new Error('a damaged row'), 2, 3];
  const polled: number[] = [];

  const round = pollDue<number>({
    async claim() {
      const next = due.shift();
      if (next instanceof Error) throw next;
      return next ?? null;
    },
    async poll(each) {
      await Promise.resolve();
      polled.push(each);
    },
    isStopped: never,
  });

  await expect(round).rejects.toThrow('a damaged row');
  expect(polled).toEqual([1, 2, 3]);
});

test('waits for running polls before it fails', async () => {
  const due = [1, 2];
  let isOver = false;

  const round = pollDue<number>({
    claim: async () => due.shift() ?? null,
    async poll(each) {
      if (each === 1) throw new Error('a broken poll');
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      isOver = true;
    },
    isStopped: never,
  });

  await expect(round).rejects.toThrow('a broken poll');
  expect(isOver).toBe(true);
});
