import { expect, test } from 'vitest';
import type { Sending } from '#studio/features/designs/files/upload-queue.ts';
import { uploadProgress } from '#studio/features/imports/files/upload-progress.ts';

const sending = (key: string, state: Sending['state'], received = 0): Sending => ({
  key,
  state,
  received,
  uploadId: null,
  problem: null,
  designId: 'fox',
  kind: 'image',
  replaces: null,
  file: new File(['0123456789'], `${key}.png`),
});
const files = ['a', 'b', 'c', 'd'].map((key) => ({ key, bytes: 10 }));

test('counts the files and bytes that the server has', () => {
  const sendings = [sending('b', 'sending', 4), sending('c', 'queued'), sending('d', 'queued')];

  expect(uploadProgress(files, { sendings, finished: new Set('a') })).toMatchObject({
    done: 1,
    removed: 0,
    sentBytes: 14,
    bytes: 40,
    isOver: false,
    current: { key: 'b' },
  });
});

test('does not count a file as uploaded that was left out after it failed', () => {
  const failed = uploadProgress(files, {
    sendings: [sending('b', 'failed', 4)],
    finished: new Set(['a', 'c', 'd']),
  });
  const removed = uploadProgress(files, { sendings: [], finished: new Set(['a', 'c', 'd']) });

  expect(failed).toMatchObject({ done: 3, removed: 0, isOver: true, failed: [{ key: 'b' }] });
  expect(removed).toMatchObject({ done: 3, removed: 1, sentBytes: 30, bytes: 30, isOver: true });
});
