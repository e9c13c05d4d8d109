import { statfs } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';

const gb = 1_000_000_000;

test.each([
  ['a tenth of a large disk is left', 100 * gb, 10 * gb, false, false],
  ['less than a tenth of a large disk is left', 100 * gb, 10 * gb - 1, true, false],
  ['a gigabyte of a small disk is left', 5 * gb, gb, false, false],
  ['less than a gigabyte of a small disk is left', 5 * gb, gb - 1, true, false],
  ['390 GB of 4 TB are left', 4000 * gb, 390 * gb, false, false],
  ['less than 10 GB of 4 TB is left', 4000 * gb, 10 * gb - 1, true, false],
  ['four megabytes are left', 5 * gb, 4_000_000, true, false],
  ['less than that is left', 5 * gb, 3_999_999, true, true],
])('knows how full the disk is when %s', async (_, totalBytes, freeBytes, isLow, isFull) => {
  const gauge = await openStorageGauge('data', async () => ({ freeBytes, totalBytes }));

  expect(gauge.state()).toEqual({ freeBytes, isLow, isFull });
});

test('measures only when asked to, not for each state', async () => {
  let freeBytes = 50 * gb;
  let measured = 0;
  const gauge = await openStorageGauge('data', async () => {
    measured += 1;
    return { freeBytes, totalBytes: 100 * gb };
  });
  freeBytes = 1;

  expect(gauge.state().isFull).toBe(false);
  expect(measured).toBe(1);
  expect((await gauge.measure()).isFull).toBe(true);
});

test('is full after a write found no room, until it finds room again', async () => {
  const gauge = await openStorageGauge('data', async () => ({
    freeBytes: 50 * gb,
    totalBytes: 100 * gb,
  }));

  gauge.noteFull();
  expect(gauge.state()).toMatchObject({ isLow: true, isFull: true });
  await gauge.measure();
  expect(gauge.state()).toMatchObject({ isLow: false, isFull: false });
});

test('reads the real disk', async () => {
  const { bavail, blocks, bsize } = await statfs('.');
  const gauge = await openStorageGauge('.');

  // Others write to it at the same time.
  const difference = Math.abs(gauge.state().freeBytes - bavail * bsize);
  expect(difference / (blocks * bsize)).toBeLessThan(0.1);
});
