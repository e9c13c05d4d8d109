import { expect, test } from 'vitest';
import type { CatalogueNews } from '#offline/catalogue/catalogue-news.ts';
import { createReplicaUpdates } from '#offline/catalogue/replica-updates.ts';
import { call } from './catalogue-device.ts';
import { createManualClock } from './test-device.ts';

const asked = call('/api/products/search?searchTerm=fox');
const state = (cursor: string) => ({
  cursor,
  totalPages: 1,
  synonyms: [],
  isWhole: true,
  checkedAt: '',
});

function replica() {
  const clock = createManualClock();
  const news: CatalogueNews[] = [];
  let cursor = 'one';
  let runs = 0;
  const updates = createReplicaUpdates(
    {
      async follow() {
        runs += 1;
        await Promise.resolve();
        return cursor !== 'one';
      },
      state: async () => state(cursor),
      answer: async () => ({ answer: { cursor }, savedAt: '', cursor }),
      saveAnswer: async () => {},
      takeSnapshot: async () => ({ saved: Promise.resolve() }),
      takeOlder: async () => 'complete' as const,
    },
    { clock, tell: (item) => news.push(item) },
  );
  return {
    updates,
    clock,
    news,
    runs: () => runs,
    change(): void {
      cursor = 'two';
    },
  };
}

test('updates once for all who want it, and not again within 2 s', async () => {
  const { updates, clock, runs } = replica();
  await Promise.all([updates.follow(), updates.follow()]);
  await updates.follow();
  expect(runs()).toBe(1);
  clock.move(2_000);
  await updates.follow();
  expect(runs()).toBe(2);
  await updates.followAgain();
  expect(runs()).toBe(3);
});

test('a snapshot counts as an update', async () => {
  const { updates, runs } = replica();
  await updates.takeSnapshot();
  await updates.follow();
  expect(runs()).toBe(0);
});

test('tells the pages whether an answer is still correct', async () => {
  const { updates, clock, news, change } = replica();
  await updates.confirm(asked, 'one');
  expect(news).toEqual([{ kind: 'fresh', asked, answer: null }]);
  news.length = 0;
  clock.move(2_000);
  change();
  await updates.confirm(asked, 'one');
  expect(news).toEqual([{ kind: 'changed' }, { kind: 'fresh', asked, answer: { cursor: 'two' } }]);
});
