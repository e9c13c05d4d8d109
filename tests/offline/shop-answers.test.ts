import { expect, test } from 'vitest';
import type { Client } from '#api/client.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { CatalogueNews } from '#offline/catalogue/catalogue-news.ts';
import type { SavedAnswer } from '#offline/catalogue/catalogue-store.ts';
import { createShopAnswers } from '#offline/catalogue/shop-answers.ts';
import { call } from './catalogue-device.ts';
import { createManualClock } from './test-device.ts';

const fox = call('/api/products/search?searchTerm=fox');

function shop() {
  const clock = createManualClock();
  const saved = new Map<string, SavedAnswer>();
  const news: CatalogueNews[] = [];
  let answer: () => Promise<object> = async () => ({ products: [] });
  const answers = createShopAnswers({
    store: {
      readAnswer: async (key) => saved.get(key) ?? null,
      saveAnswer: async (kept) => void saved.set(kept.key, kept),
      forgetAnswer: async (key) => void saved.delete(key),
      forgetAnswersBut: async () => {
        const keys = [...saved.keys()];
        saved.clear();
        return keys;
      },
    },
    request: (() => answer()) as Client['request'],
    clock,
    tell: (item) => news.push(item),
  });
  return {
    answers,
    clock,
    news,
    say(next: typeof answer): void {
      answer = next;
    },
  };
}

test('stores an answer, unless answers were forgotten since it was asked', async () => {
  const { answers } = shop();
  const before = answers.generation();
  await answers.save(fox, { products: [1] }, before);
  expect(await answers.stored(fox)).toMatchObject({ answer: { products: [1] } });
  await answers.forgetSeen();
  await answers.save(fox, { products: [2] }, before);
  expect(await answers.stored(fox)).toBeNull();
});

test('forgets a stored answer to which the shop has none any more, but not while it is out of reach', async () => {
  const { answers, say } = shop();
  await answers.save(fox, {}, answers.generation());
  say(() => Promise.reject(new ApiError('FETCH_ERROR', null)));
  await expect(answers.renew(fox, answers.generation())).rejects.toThrow();
  expect(await answers.stored(fox)).not.toBeNull();
  say(() => Promise.reject(new ApiError(404, { code: 'NOT_FOUND', message: '' })));
  await expect(answers.renew(fox, answers.generation())).rejects.toThrow();
  expect(await answers.stored(fox)).toBeNull();
});

test('tells the pages what the shop says, and whether it answered', async () => {
  const { answers, news } = shop();
  await answers.renew(fox, answers.generation());
  expect(news).toEqual([
    { kind: 'reach', isReached: true },
    { kind: 'fresh', asked: fox, answer: { products: [] } },
  ]);
});

test('distrusts the shop for 10 s after it did not answer', async () => {
  const { answers, clock, say } = shop();
  say(() => Promise.reject(new ApiError('FETCH_ERROR', null)));
  expect(answers.isDistrusted()).toBe(false);
  await expect(answers.ask(fox)).rejects.toThrow();
  clock.move(9_999);
  expect(answers.isDistrusted()).toBe(true);
  clock.move(1);
  expect(answers.isDistrusted()).toBe(false);
});
