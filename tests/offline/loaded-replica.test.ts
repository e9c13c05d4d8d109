import { expect, test } from 'vitest';
import type { PackedReplica } from '#contract/catalogue/packed-replica.ts';
import { createReplica } from '#contract/catalogue/replica.ts';
import { createLoadedReplica, type LoadedReplicaParts } from '#offline/catalogue/loaded-replica.ts';
import { fox } from './model-server.ts';

const state = { cursor: 'one', totalPages: 1, synonyms: [], isWhole: true, checkedAt: '' };

function stored(changed: Partial<LoadedReplicaParts['store']> = {}) {
  const packs = new Map<string, PackedReplica>();
  const reads: string[] = [];
  const parts: LoadedReplicaParts = {
    nextTurn: () => Promise.resolve(),
    store: {
      readState: async () => state,
      awaitState: async () => state,
      async readPacked({ cursor }) {
        const packed = packs.get(cursor);
        return packed ? { packed, changed: [], removed: [] } : null;
      },
      async readProducts() {
        reads.push('products');
        return [fox];
      },
      savePacked: async ({ cursor }, packed) => void packs.set(cursor, packed),
      saveSnapshot: async (products) => void reads.push(`saved ${products.length}`),
      ...changed,
    },
  };
  return { reads, open: () => createLoadedReplica(parts) };
}

const idsOf = async (loaded: ReturnType<typeof createLoadedReplica>) =>
  (await loaded.load()).replica.snapshot().products.map(({ _id }) => _id);

test('is loaded once, when it is first needed, and not for its state', async () => {
  const { reads, open } = stored();
  const loaded = open();
  expect(await loaded.state()).toEqual(state);
  expect(loaded.isLoaded()).toBe(false);
  expect(await Promise.all([idsOf(loaded), idsOf(loaded)])).toEqual([[fox._id], [fox._id]]);
  expect(reads).toEqual(['products']);
});

test('is packed for the next start, which reads no design', async () => {
  const { reads, open } = stored();
  await (await open().load()).packed;
  reads.length = 0;
  expect(await idsOf(open())).toEqual([fox._id]);
  expect(reads).toEqual([]);
});

test('is empty where it cannot be read, until it can', async () => {
  let isBroken = true;
  const { open } = stored({
    readState: () => (isBroken ? Promise.reject(new Error('Broken')) : Promise.resolve(state)),
  });
  const loaded = open();
  expect(await idsOf(loaded)).toEqual([]);
  expect(await loaded.state()).toBeNull();
  isBroken = false;
  expect(await idsOf(loaded)).toEqual([fox._id]);
});

test('is empty where there is none, until another worker has stored one', async () => {
  let found: typeof state | null = null;
  const loaded = stored({ readState: async () => found }).open();
  expect(await idsOf(loaded)).toEqual([]);
  found = state;
  expect(await loaded.state()).toEqual(state);
  expect(await idsOf(loaded)).toEqual([fox._id]);
});

test('is not emptied by a read that fails after a snapshot came', async () => {
  const { promise: unreadable, reject } = Promise.withResolvers<never>();
  const loaded = stored({ readState: () => unreadable }).open();
  const late = loaded.load();
  const replica = createReplica();
  replica.apply([fox], []);
  loaded.replace({ replica, state, packed: Promise.resolve() });
  reject(new Error('Broken'));
  expect((await late).replica).toBe(replica);
  expect(await idsOf(loaded)).toEqual([fox._id]);
});

test('is not replaced by a read that began before a snapshot came', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<[]>();
  const loaded = stored({ readProducts: () => reading }).open();
  const late = loaded.load();
  const replica = createReplica();
  replica.apply([fox], []);
  loaded.replace({ replica, state, packed: Promise.resolve() });
  resolve([]);
  expect((await late).replica).toBe(replica);
});

test('is stored again from memory, if it is there', async () => {
  const { reads, open } = stored();
  const loaded = open();
  await loaded.saveAgain();
  expect(reads).toEqual([]);
  await loaded.load();
  await loaded.saveAgain();
  expect(reads).toEqual(['products', 'saved 1']);
});
