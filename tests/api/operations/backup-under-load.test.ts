import { expect, test } from 'vitest';
import { backUpUnderLoad } from '../../trials/backup-under-load.ts';

test('a backup made under load contains every order, account and file when restored', async () => {
  const report = await backUpUnderLoad(2);
  expect(report.faults).toEqual([]);
  expect(report.duringBackup).toBeGreaterThan(0);
}, 60_000);
