import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { openDexieStore } from '#offline/stores/dexie-store.ts';

const seen = {
  title: 'Fox Nap',
  image: '/images/fox-640.webp',
  price: 12,
  discountedPrice: null,
  seenAt: '2026-11-01T10:00:00.000Z',
  isAvailable: true,
};
const line = { productId: 'fox', addedAt: '2026-11-01T10:00:00.000Z', seen };
const { seen: snapshot, ...rest } = line;
const upgradedLine = { ...rest, snapshot };
const op = {
  deviceId: 'phone',
  kind: 'wish',
  args: { productId: 'fox' },
  createdAt: '2026-11-01T10:00:00.000Z',
  nextAttemptAt: 0,
};
const problem = { status: 503, code: 'UNAVAILABLE', message: 'Later.' };
const request = {
  fields: { name: '', email: '', designType: '', description: 'Foxes' },
  images: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  attempts: 0,
  nextAttemptAt: 0,
};

/** A database as version 2 wrote it. */
async function writeVersion2(idb: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
  const old = new Dexie('pinwheel-visitor', idb);
  old.version(2).stores({
    cartLines: 'productId',
    wishlistMarks: 'productId',
    outbox: 'opId, seq',
    refused: 'opId',
    serverSets: 'name',
    mergedOps: 'opId',
    copies: 'name',
    done: 'opId',
    requests: 'opId',
    pictures: 'id',
  });
  await old.table('cartLines').put(line);
  await old.table('serverSets').put({ name: 'cart', lines: [line], version: 3, cart: null });
  await old.table('refused').put({ opId: 'no', kind: 'wish', productId: 'fox', seen, problem });
  await old.table('outbox').bulkPut([
    { ...op, opId: 'new', seq: 1, attempts: 0, lastProblem: null },
    { ...op, opId: 'on its way', seq: 2, attempts: 1, lastProblem: null },
    { ...op, opId: 'later', seq: 3, attempts: 2, lastProblem: problem },
    {
      ...op,
      opId: 'archived',
      seq: 4,
      attempts: 0,
      lastProblem: null,
      putAway: { at: seen.seenAt, line },
    },
  ]);
  await old.table('requests').bulkPut([
    { ...request, opId: 'sent back', state: 'refused', problem },
    { ...request, opId: 'set aside', state: 'refused', problem: null },
    { ...request, opId: 'being written', state: 'draft', problem: null },
  ]);
  old.close();
}

test('rows of version 2 keep everything under their new names', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  await writeVersion2(idb);
  const store = await openDexieStore('pinwheel-visitor', idb);
  const rows = await store.read();
  store.close();

  expect(rows.cartLines).toEqual([upgradedLine]);
  expect(rows.serverSets[0]?.lines).toEqual([upgradedLine]);
  expect(rows.refused[0]).toEqual({
    opId: 'no',
    kind: 'wish',
    productId: 'fox',
    snapshot,
    problem,
  });
  expect(rows.outbox.toSorted((a, b) => a.seq - b.seq)).toEqual([
    { ...op, opId: 'new', seq: 1, attempts: 0, state: 'waiting', problem: null },
    { ...op, opId: 'on its way', seq: 2, attempts: 1, state: 'sending', problem: null },
    { ...op, opId: 'later', seq: 3, attempts: 2, state: 'waiting', problem },
    {
      ...op,
      opId: 'archived',
      seq: 4,
      attempts: 0,
      state: 'waiting',
      problem: null,
      archived: { at: seen.seenAt, line: upgradedLine },
    },
  ]);
  expect(Object.fromEntries(rows.requests.map(({ opId, state }) => [opId, state]))).toEqual({
    'sent back': 'refused',
    'set aside': 'setAside',
    'being written': 'draft',
  });
});
