import { expect, test } from 'vitest';
import { createReplica } from '#contract/catalogue/replica.ts';
import type { SavedAnswer } from '#offline/catalogue/catalogue-store.ts';
import { createReplicaAnswers } from '#offline/catalogue/replica-answers.ts';
import { call } from './catalogue-device.ts';
import { fox } from './model-server.ts';

const design = call(`/api/products/${fox._id}`);
const search = call('/api/products/search?searchTerm=design');

function device({ isWhole = true, cursor = 'one', total = 1 } = {}) {
  const replica = createReplica();
  replica.apply([fox], []);
  const state = { cursor, totalPages: 1, synonyms: [], isWhole, checkedAt: 'then', total };
  const saved = new Map<string, SavedAnswer>();
  let loads = 0;
  let saves = 0;
  const answers = createReplicaAnswers(
    {
      readProduct: async (id) => (id === fox._id ? fox : null),
      readAnswer: async (key) => saved.get(key) ?? null,
      async saveAnswer(answer) {
        saves += 1;
        saved.set(answer.key, answer);
      },
    },
    {
      isLoaded: () => loads > 0,
      async load() {
        loads += 1;
        return { replica, state, packed: Promise.resolve() };
      },
      state: async () => state,
    },
  );
  return { answers, loads: () => loads, saves: () => saves };
}

test('reads a design without loading the replica', async () => {
  const { answers, loads } = device();
  expect(await answers.answer(design)).toEqual({
    answer: { product: fox },
    savedAt: 'then',
    cursor: 'one',
  });
  expect(loads()).toBe(0);
});

test('answers a search only from a whole replica; a guess may lack results', async () => {
  expect(await device({ isWhole: false }).answers.answer(search)).toBeNull();
  expect(await device({ isWhole: false }).answers.guess(search)).not.toBeNull();
  expect(await device().answers.answer(search)).toMatchObject({
    answer: { products: [{ _id: fox._id }] },
  });
});

test.each([
  '/api/products/filter',
  '/api/products/filter-options',
  '/api/products/suggest?query=design',
  `/api/products/chosen?ids=${fox._id}`,
  `/api/products/${fox._id}/goes-with`,
])('a part of the shop says how large it is in its answer to %s', async (path) => {
  const part = device({ isWhole: false, total: 12_345 });
  expect((await part.answers.guess(call(path)))?.answer).toMatchObject({
    among: { stored: 1, published: 12_345 },
  });
  expect((await device().answers.guess(call(path)))?.answer).not.toHaveProperty('among');
});

test('a part of the shop has whole designs, and the newest', async () => {
  const part = device({ isWhole: false, total: 12_345 });
  for (const path of [`/api/products/${fox._id}`, '/api/products/new-arrivals']) {
    expect((await part.answers.guess(call(path)))?.answer).not.toHaveProperty('among');
  }
});

test('stores an answer once for each version of the replica, until stored answers are forgotten', async () => {
  const { answers, saves } = device();
  const answered = await answers.guess(search);
  if (!answered) throw new Error('There is no answer');
  await answers.saveAnswer(search, answered);
  await answers.saveAnswer(search, answered);
  expect(saves()).toBe(1);
  await answers.saveAnswer(search, { ...answered, cursor: 'two' });
  expect(saves()).toBe(2);
  answers.forgetStored();
  await answers.saveAnswer(search, { ...answered, cursor: 'two' });
  expect(saves()).toBe(3);
});
