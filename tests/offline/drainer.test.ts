import { describe, expect, test } from 'vitest';
import type { Client } from '#api/client.ts';
import type { CallName } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { markAttempt, postponeOp } from '#offline/outbox/outbox-rules.ts';
import type { ListOpKind, OutboxOp } from '#offline/outbox/rows.ts';
import { drainOutbox } from '#offline/sending/drainer.ts';
import { sendOp } from '#offline/sending/send-op.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofAccount, ofVisitor } from '#tests/support/who-changes.ts';
import { createManualClock } from './test-device.ts';

const snapshot = snapshotAt('2026-01-01T00:00:00.000Z');

/** An outbox in memory, the number of its writes, and what was sent. */
function setUp(send: (op: OutboxOp) => Promise<{ version: number }>, isWell = true) {
  const memory = createMemoryStore();
  const clock = createManualClock();
  const sent: OutboxOp[] = [];
  let commits = 0;
  const want = (opId: string, kind: ListOpKind, productId: string) =>
    memory.change((rows) =>
      enqueue(rows, {
        opId,
        deviceId: 'device',
        kind,
        productId,
        snapshot,
        at: snapshot.seenAt,
        ...ofVisitor,
      }),
    );
  const drain = () =>
    drainOutbox({
      store: {
        ...memory,
        change: (rule) => {
          commits++;
          return memory.change(rule);
        },
      },
      send: (op) => {
        sent.push(op);
        const request = async (name: CallName, asked?: { readonly query?: object }) => {
          if (name !== 'ready') return send(op);
          expect(asked?.query).toEqual({ needs: 'database' });
          if (!isWell) throw new ApiError(503);
          return { status: 'ok' };
        };
        return sendOp(request as Client['request'], op);
      },
      isCurrent: () => true,
      clock,
      random: () => 0.5,
      isPressed: true,
    });
  return { memory, clock, sent, want, drain, commits: () => commits };
}

test('sends each change with one commit, plus one for the first', async () => {
  const { want, drain, sent, commits } = setUp(async () => ({ version: 1 }));
  for (const id of ['a', 'b', 'c', 'd']) await want(id, 'wish', `design ${id}`);

  expect(await drain()).toMatchObject({ isEmpty: true });

  expect(sent.map(({ opId }) => opId)).toEqual(['a', 'b', 'c', 'd']);
  expect(commits()).toBe(5);
});

test('sends no change before it is marked as sent on the device', async () => {
  const { want, drain, sent } = setUp(async () => ({ version: 1 }));
  for (const id of ['a', 'b', 'c']) await want(id, 'wish', `design ${id}`);

  await drain();

  expect(sent.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

test('notices changes added or undone while another is being sent', async () => {
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

test('retries an unanswered change first, and leaves those behind it untried', async () => {
  const { want, drain, memory } = setUp(async ({ opId }) => {
    if (opId === 'a') return { version: 1 };
    throw new ApiError('FETCH_ERROR');
  });
  for (const id of ['a', 'b', 'c']) await want(id, 'wish', `design ${id}`);

  expect(await drain()).toMatchObject({ isEmpty: false, problem: { code: 'FETCH_ERROR' } });

  const { outbox } = await memory.read();
  expect(outbox.map(({ opId, attempts }) => [opId, attempts])).toEqual([
    ['b', 1],
    ['c', 0],
  ]);
});

/** Fails on one design. */
const failOn = (productId: string, error: ApiError) => async (op: OutboxOp) => {
  if (op.args.productId === productId) throw error;
  return { version: 1 };
};
const broken = new ApiError(500, { message: 'Oh dear', code: 'INTERNAL' });

test('sends changes of other designs, in order, past one on which the server fails', async () => {
  const { want, drain, sent } = setUp(failOn('design a', broken));
  for (const id of ['a', 'b', 'c']) await want(id, 'wish', `design ${id}`);
  await want('a again', 'addToCart', 'design a');
  await want('b again', 'addToCart', 'design b');

  await drain();
  await drain();

  const ids = sent.map(({ opId }) => opId);
  expect(ids).toEqual(['a', 'b', 'c', 'b again', 'a']);
});

test.each([
  ['does not answer gets only the first change', new ApiError('FETCH_ERROR'), 'aaaaaaaa'],
  ['fails gets another change after six attempts', new ApiError(502), 'aaaaaabb'],
])('a shop that %s', async (_, error, tried) => {
  const { want, drain, sent } = setUp(async () => {
    throw error;
  });
  for (const id of ['a', 'b']) await want(id, 'wish', `design ${id}`);
  for (let round = 0; round < 8; round += 1) await drain();
  expect(sent.map(({ opId }) => opId).join('')).toBe(tried);
});

describe('a change on which the server fails', () => {
  const isLeft = async ({ memory }: ReturnType<typeof setUp>) =>
    (await memory.read()).outbox.length === 1;

  test('is given up after five tries in half a minute, not after five in half a second', async () => {
    const shop = setUp(failOn('design a', broken));
    await shop.want('a', 'wish', 'design a');
    for (let round = 0; round < 20; round += 1) {
      await shop.drain();
      shop.clock.move(25);
    }
    expect(await isLeft(shop)).toBe(true);
    shop.clock.move(29_400);
    await shop.drain();
    expect(await isLeft(shop)).toBe(true);
    shop.clock.move(200);
    await shop.drain();
    expect(await isLeft(shop)).toBe(false);
  });

  test('is given up even if the clock was set back', async () => {
    const shop = setUp(failOn('design a', broken));
    await shop.want('a', 'wish', 'design a');
    await shop.drain();
    shop.clock.move(-86_400_000);
    for (let round = 0; round < 5; round += 1) {
      await shop.drain();
      shop.clock.move(7_500);
    }
    expect(await isLeft(shop)).toBe(false);
  });

  test('is kept before five attempts, and while the server is unhealthy', async () => {
    const rare = setUp(failOn('design a', broken));
    const ill = setUp(failOn('design a', broken), false);
    for (const { want } of [rare, ill]) await want('a', 'wish', 'design a');
    for (let round = 0; round < 4; round += 1) {
      await rare.drain();
      rare.clock.move(60_000);
    }
    for (let round = 0; round < 50; round += 1) {
      await ill.drain();
      ill.clock.move(60_000);
    }
    expect(await isLeft(rare)).toBe(true);
    expect(await isLeft(ill)).toBe(true);
  });
});

test('removes an op whose refusal has an unknown code from a newer server, and sends the rest', async () => {
  const newer = new ApiError(409, { message: 'Only one each', code: 'UNKNOWN' });
  const { want, drain, memory } = setUp(failOn('design a', newer));
  for (const id of ['a', 'b']) await want(id, 'wish', `design ${id}`);
  expect(await drain()).toMatchObject({ isEmpty: true });
  expect((await memory.read()).refused.map(({ opId }) => opId)).toEqual(['a']);
});

describe('answers that are not the shop’s', () => {
  /** Tries a wish until these answers are used up, and returns what is reported as blocking it after each. */
  async function blockedAfter(...answers: readonly ApiError[]) {
    const left = [...answers];
    const { want, drain, memory, clock } = setUp(async () => {
      throw left.shift() ?? new ApiError('FETCH_ERROR');
    });
    await want('a', 'wish', 'design a');
    const blocked = [];
    for (const _ of answers) {
      await drain();
      const rows = await memory.read();
      blocked.push(syncViewOf(rows, 'account', true).blocked);
      expect(rows.outbox.map(({ opId }) => opId)).toEqual(['a']);
      clock.move(5 * 60_000);
    }
    return blocked;
  }
  const proxy = () => new ApiError(403);

  test('count as blocking a change from the third on, and the change is kept', async () => {
    expect(await blockedAfter(proxy(), proxy(), proxy(), new ApiError(451))).toEqual([
      null,
      null,
      { status: 403 },
      { status: 451 },
    ]);
  });

  test('include those of a captive portal, whatever their status', async () => {
    const portal = () => new ApiError('PARSING_ERROR');
    expect((await blockedAfter(portal(), portal(), portal())).at(-1)).toEqual({ status: null });
  });

  test('are counted from zero after any other answer, and after none', async () => {
    for (const other of [
      new ApiError('FETCH_ERROR'),
      new ApiError(503, { message: 'Busy', code: 'UNAVAILABLE' }),
    ]) {
      const blocked = await blockedAfter(proxy(), proxy(), proxy(), other, proxy(), proxy());
      expect(blocked.slice(3)).toEqual([null, null, null]);
    }
  });

  test('still count as blocking a change while it is retried', async () => {
    const memory = createMemoryStore();
    const answered = {
      problem: { status: 403, code: '403', message: '' },
      faults: {},
    };
    await memory.change((rows) =>
      enqueue(rows, {
        opId: 'a',
        deviceId: 'device',
        kind: 'wish',
        productId: 'design a',
        snapshot,
        at: snapshot.seenAt,
        ...ofAccount,
      }),
    );
    const foreign = { count: 3, status: 403 };
    await memory.change((rows) => postponeOp(rows, 'a', { ...answered, foreign }, 0));
    await memory.change((rows) => markAttempt(rows, 'a'));
    const view = syncViewOf(await memory.read(), 'account', true);
    expect(view).toMatchObject({ blocked: { status: 403 }, isSending: true });
  });
});
