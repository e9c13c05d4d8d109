import { expect, test } from 'vitest';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { createLateStore, tryChange } from '#offline/stores/late-store.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';

const noRoom = () => new DOMException('No room', 'QuotaExceededError');

test('is opened on first use, once, and again only after a failure', async () => {
  let tries = 0;
  const store = createLateStore(
    async () => {
      tries += 1;
      if (tries === 1) throw noRoom();
      return createMemoryStore();
    },
    () => {},
  );
  expect(store.opened()).toBeNull();
  await expect(store.ask((open) => open.read())).rejects.toThrow('No room');
  await store.ask((open) => open.read());
  await store.ask((open) => open.read());
  expect(tries).toBe(2);
  expect(store.opened()).not.toBeNull();
});

test('is watched from when it is open, unless that was stopped before', async () => {
  const store = createLateStore(
    async () => createMemoryStore(),
    () => {},
  );
  const watched: string[] = [];
  const watchAs = (name: string) => () => {
    watched.push(name);
    return () => watched.push(`${name} stopped`);
  };
  const stop = store.follow(watchAs('kept'));
  store.follow(watchAs('left'))();
  await store.ask((open) => open.read());
  expect(watched).toEqual(['kept']);
  stop();
  expect(watched).toEqual(['kept', 'kept stopped']);
});

test('reports what a failed change may have added, and the rows it saw', async () => {
  const memory = createMemoryStore();
  await memory.change((rows) => ({ ...rows, mergedOps: [{ opId: 'old' }] }));
  const refusing: AccountStore = {
    ...memory,
    async change(rule) {
      rule(await memory.read());
      throw noRoom();
    },
  };
  const store = createLateStore(
    async () => refusing,
    () => {},
  );
  const attempt = await tryChange(store, (rows) => ({
    ...rows,
    mergedOps: [...rows.mergedOps, { opId: 'new' }],
  }));
  expect(attempt).toMatchObject({
    isDone: false,
    before: { mergedOps: [{ opId: 'old' }] },
    added: { mergedOps: [{ opId: 'new' }] },
  });
});

test('a wipe is under way until it is done: the store is closed after it', async () => {
  const steps: string[] = [];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const memory: AccountStore = {
    ...createMemoryStore(),
    wipe: () => promise,
    close: () => steps.push('closed'),
  };
  const store = createLateStore(
    async () => memory,
    () => {},
  );
  const wiping = store.wipe((rows) => rows);
  store.close();
  await new Promise((done) => setImmediate(done));
  expect(steps).toEqual([]);
  resolve(true);
  expect(await wiping).toBe(true);
  await new Promise((done) => setImmediate(done));
  expect(steps).toEqual(['closed']);
});
