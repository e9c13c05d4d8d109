import { expect, onTestFinished, test, vi } from 'vitest';
import { startRemovingUnfinished } from '#server/operations/unfinished-files.ts';
import { makeServices } from '#tests/support/make-services.ts';

const hour = 3_600_000;

test('what killed writes left on a disk is deleted every hour, by each process, whoever does the daily work', async () => {
  const services = await makeServices();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const removed = [vi.fn(), vi.fn()];
  const jobs = removed.map((remove) =>
    startRemovingUnfinished({
      ...services,
      files: { ...services.files, removeUnfinished: async () => remove() },
    }),
  );

  await vi.advanceTimersByTimeAsync(2 * hour);

  expect(removed.map((remove) => remove.mock.calls.length)).toEqual([2, 2]);
  await Promise.all(jobs.map((job) => job.stop()));
});
