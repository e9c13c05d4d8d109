import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { forgetSeenAnswers } from '#offline/accounts/forget-seen.ts';
import { readViewed, recordViewed } from '#offline/catalogue/viewed-designs.ts';
import { ana } from './model-server.ts';

function device() {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  return {
    idb,
    view: async (accountId: string | null, ...ids: string[]) => {
      for (const id of ids) await recordViewed(idb, accountId, id);
    },
    viewed: (accountId: string | null) => readViewed(idb, accountId),
  };
}

test('the newest design is first, and each is listed once', async () => {
  const { view, viewed } = device();
  await view(null, 'fox', 'moon', 'fox');
  expect(await viewed(null)).toEqual(['fox', 'moon']);
});

test('a design being viewed is told the ones before it', async () => {
  const { idb, view } = device();
  await view(null, 'fox', 'moon');
  expect(await recordViewed(idb, null, 'fern')).toEqual(['moon', 'fox']);
  expect(await recordViewed(idb, null, 'moon')).toEqual(['fern', 'fox']);
});

test('twelve designs are remembered', async () => {
  const { view, viewed } = device();
  const ids = Array.from({ length: 14 }, (_, count) => `design ${count}`);
  await view(null, ...ids);
  expect(await viewed(null)).toEqual(ids.slice(2).reverse());
});

test('each account and the visitor remember their own', async () => {
  const { view, viewed } = device();
  await view(null, 'fox');
  await view(ana, 'moon');
  expect(await viewed(null)).toEqual(['fox']);
  expect(await viewed(ana)).toEqual(['moon']);
  expect(await viewed('b'.repeat(24))).toEqual([]);
});

test('forgetting what was looked at forgets them all', async () => {
  const { idb, view, viewed } = device();
  await view(null, 'fox', 'moon');
  await view(ana, 'moon');
  await forgetSeenAnswers(idb);
  expect(await viewed(null)).toEqual([]);
  expect(await viewed(ana)).toEqual([]);
});
