import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { drainOutbox } from '#offline/drainer.ts';
import { intend } from '#offline/intents.ts';
import { createMemoryStore } from '#offline/memory-store.ts';
import type { OpKind, OutboxOp } from '#offline/rows.ts';
import { createManualClock } from './test-device.ts';

const seen = {
  title: 'Fox',
  image: '',
  price: 5,
  discountedPrice: null,
  seenAt: '2026-01-01T00:00:00.000Z',
  isAvailable: true,
};

/** An outbox in memory, how often it was written, and what was sent. */
function setUp(send: (op: OutboxOp) => Promise<{ version: number }>) {
  const memory = createMemoryStore();
  const clock = createManualClock();
  const sent: OutboxOp[] = [];
  let commits = 0;
  const want = (opId: string, kind: OpKind, productId: string) =>
    memory.change((rows) =>
      intend(rows, {
        opId,
        deviceId: 'device',
        kind,
        productId,
        seen,
        at: seen.seenAt,
        isVisitors: true,
      }),
    );
  const drain = () =>
    drainOutbox(
      {
        store: {
          ...memory,
          change: (rule) => {
            commits++;
            return memory.change(rule);
          },
        },
        send: (op) => {
          sent.push(op);
          return send(op);
        },
        isServerWell: async () => true,
        isCurrent: () => true,
        clock,
        random: () => 0.5,
      },
      false,
    );
  return { memory, sent, want, drain, commits: () => commits };
}

test('a change costs one commit to send, and the first one more', async () => {
  const { want, drain, sent, commits } = setUp(async () => ({ version: 1 }));
  for (const id of ['a', 'b', 'c', 'd']) await want(id, 'wish', `design ${id}`);

  expect(await drain()).toMatchObject({ isEmpty: true });

  expect(sent.map(({ opId }) => opId)).toEqual(['a', 'b', 'c', 'd']);
  expect(commits()).toBe(5);
});

test('no change is on its way before the device says that it may be', async () => {
  const { want, drain, sent } = setUp(async () => ({ version: 1 }));
  for (const id of ['a', 'b', 'c']) await want(id, 'wish', `design ${id}`);

  await drain();

  expect(sent.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

test('what comes and what is undone while a change is on its way is heeded', async () => {
  const { want, drain, sent } = setUp(async ({ opId }) => {
    if (opId === 'a') {
      await want('undo b', 'unwish', 'design b');
      await want('c', 'addToCart', 'design c');
    }
    return { version: 1 };
  });
  await want('a', 'wish', 'design a');
  await want('b', 'wish', 'design b');

  expect(await drain()).toMatchObject({ isEmpty: true });

  expect(sent.map(({ opId }) => opId)).toEqual(['a', 'c']);
});

test('a change that gets no answer is the first again, and those behind it stay untried', async () => {
  const { want, drain, memory } = setUp(async ({ opId }) => {
    if (opId === 'a') return { version: 1 };
    throw new ApiError('FETCH_ERROR');
  });
  for (const id of ['a', 'b', 'c']) await want(id, 'wish', `design ${id}`);

  expect(await drain()).toMatchObject({ isEmpty: false, isUnreachable: true });

  const { outbox } = await memory.read();
  expect(outbox.map(({ opId, attempts }) => [opId, attempts])).toEqual([
    ['b', 1],
    ['c', 0],
  ]);
});
