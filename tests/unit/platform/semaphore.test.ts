import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from '#server/platform/jobs/semaphore.ts';

/** Work that ends when told to and records its start. */
function heldWork() {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  return {
    begun,
    ends,
    work: (name: number) => () => {
      begun.push(name);
      const end = Promise.withResolvers<number>();
      ends.push(end);
      return end.promise;
    },
  };
}

test('starts two tasks and queues the rest', async () => {
  const { begun, ends, work } = heldWork();
  const semaphore = createSemaphore(2, { mayWait: 10, refusal: 'Busy.' });
  const results = [1, 2, 3, 4].map((name) => semaphore(work(name)));

  expect(begun).toEqual([1, 2]);
  ends[1]?.resolve(2);
  await results[1];
  await Promise.resolve();

  expect(begun).toEqual([1, 2, 3]);
  void semaphore(work(5));
  expect(begun).toEqual([1, 2, 3]);
});

test('passes the slot on when work fails', async () => {
  const { begun, ends, work } = heldWork();
  const semaphore = createSemaphore(1, { mayWait: 10, refusal: 'Busy.' });
  const first = semaphore(work(1));
  const second = semaphore(work(2));

  ends[0]?.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  await Promise.resolve();
  ends[1]?.resolve(2);

  expect(await second).toBe(2);
  expect(begun).toEqual([1, 2]);
});

test('refuses with UNAVAILABLE when the queue is full, and accepts work again later', async () => {
  const { ends, work } = heldWork();
  const semaphore = createSemaphore(1, { mayWait: 1, refusal: 'Busy.' });
  const first = semaphore(work(1));
  const second = semaphore(work(2));

  await expect(semaphore(work(3))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Busy.' });
  ends[0]?.resolve(1);
  await first;
  await Promise.resolve();
  ends[1]?.resolve(2);
  await second;

  const fourth = semaphore(async () => 4);
  expect(await fourth).toBe(4);
});

test('with keys, one caller only waits for its own work', async () => {
  const { begun, ends, work } = heldWork();
  const semaphore = createKeyedSemaphore(2, { mayWait: 1, refusal: 'Busy.' });
  const ada = [1, 2, 3].map((name) => semaphore('ada', work(name)));
  void semaphore('eve', work(4));

  await expect(semaphore('ada', work(5))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(begun).toEqual([1, 2, 4]);
  ends[0]?.resolve(1);
  await ada[0];
  await Promise.resolve();

  expect(begun).toEqual([1, 2, 4, 3]);
});
