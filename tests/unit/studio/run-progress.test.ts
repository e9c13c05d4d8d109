import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RunProgress } from '#studio/features/exports/run-progress.tsx';

const failed = {
  state: 'failed',
  startedAt: '2026-11-26T03:00:00.000Z',
  doneBytes: 0,
  totalBytes: 0,
  problem: 'It couldn’t be written.',
  retry: 'hour',
} as const;

test.each([
  [0, false],
  [2, true],
])('a failed backup with %i others says that they are complete: %s', (backups, isSaid) => {
  const progress = renderToStaticMarkup(createElement(RunProgress, { run: failed, backups }));

  expect(progress).toContain('It couldn’t be written. It will be retried within an hour.');
  expect(progress.includes('The backups below are complete.')).toBe(isSaid);
});

test('a backup that killed its processes is retried the next night', () => {
  const run = { ...failed, retry: 'night' } as const;

  const progress = renderToStaticMarkup(createElement(RunProgress, { run, backups: 0 }));

  expect(progress).toContain('It will be retried tonight.');
});
