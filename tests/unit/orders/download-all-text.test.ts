import { expect, test } from 'vitest';
import { downloadAllText, noneDownloaded } from '#features/orders/download-all-text.ts';

const ended = { ...noneDownloaded, total: 3, isRunning: false };

test('says which of how many files is being downloaded', () => {
  expect(downloadAllText({ ...ended, given: 1, isRunning: true })).toBe('Downloading 2 of 3…');
});

test('says that all files were downloaded only if they were', () => {
  expect(downloadAllText({ ...ended, given: 3 })).toBe('All 3 downloaded.');
  expect(downloadAllText({ ...ended, given: 1, 'needs-tap': 2 })).toBe(
    '1 of 3 downloaded. Press Save file for 2 more.',
  );
  expect(downloadAllText({ ...ended, given: 2, cancelled: 1 })).toBe('2 of 3 downloaded.');
  expect(downloadAllText({ ...ended, given: 1, 'needs-tap': 1, failed: 1 })).toBe(
    '1 of 3 downloaded. Press Save file for 1 more. 1 failed: try again.',
  );
});
