import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from '#server/platform/jobs/repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const unexpected = (error: unknown) => {
  throw error;
};

test('repeats work, the first time after one pause', async () => {
  const done: string[] = [];
  repeat({ everyMs: 10 }, async () => void done.push('once'), unexpected);

  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(35);
  expect(done).toHaveLength(3);
});

test('can start at once, or after a pause of its own', async () => {
  const done: string[] = [];
  repeat({ everyMs: 10, firstMs: 0 }, async () => void done.push('at once'), unexpected);
  repeat({ everyMs: 10, firstMs: 25 }, async () => void done.push('late'), unexpected);

  expect(done).toEqual(['at once']);
  await vi.advanceTimersByTimeAsync(36);
  expect(done.filter((each) => each === 'late')).toHaveLength(2);
});

test('reports a failure, and repeats after its own pause', async () => {
  const errors: unknown[] = [];
  const error = new Error('disk full');
  const fail = async () => Promise.reject(error);
  repeat({ everyMs: 10, firstMs: 0, afterFailureMs: 100 }, fail, (each) => errors.push(each));

  await vi.advanceTimersByTimeAsync(99);
  expect(errors).toEqual([error]);
  await vi.advanceTimersByTimeAsync(1);
  expect(errors).toEqual([error, error]);
});

test('stopping aborts the running work, waits for it, and starts none', async () => {
  let times = 0;
  const job = repeat(
    { everyMs: 10, firstMs: 0 },
    (signal) =>
      new Promise((resolve) => {
        times += 1;
        signal.addEventListener('abort', () => setTimeout(resolve, 5));
      }),
    unexpected,
  );
  let isStopped = false;
  const stopping = job.stop().then(() => {
    isStopped = true;
  });

  await vi.advanceTimersByTimeAsync(4);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await stopping;
  expect(times).toBe(1);
});
