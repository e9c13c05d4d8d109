import { expect, test } from 'vitest';
import { killWrites } from '../trials/kill-writes.ts';

test('acknowledged writes survive a killed server, and a repeat has no second effect', async () => {
  const report = await killWrites(3, 7);
  expect(report).toMatchObject({ lost: [], broken: [] });
  expect(report.acknowledged).toBeGreaterThan(20);
}, 60_000);
