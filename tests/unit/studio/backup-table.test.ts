import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { BackupTable } from '#studio/features/exports/backup-table.tsx';

const madeAt = '2026-11-26T03:00:00.000Z';
const backup = {
  name: '20261126T030000000Z-nightly',
  kind: 'nightly',
  madeAt,
  bytes: 1000,
  files: 1,
  isUnlisted: false,
  designs: 1,
  orders: 0,
  accounts: 0,
} as const;
const elsewhere = { machine: 'boreas', madeAt };

/** The words before the table, and whether there is a table. */
function shown(answer: Pick<StudioCallAnswer<'data'>, 'backups' | 'newestElsewhere'>) {
  const markup = renderToStaticMarkup(createElement(BackupTable, { ...answer, machine: 'atlas' }));
  const [text = '', table = ''] = markup
    .split('<table')
    .map((part) => part.replaceAll(/<[^>]*>/g, ''));
  return { text, table, hasTable: markup.includes('<table') };
}

test('the list says on which machine its backups are', () => {
  const { text, hasTable } = shown({ backups: [backup], newestElsewhere: null });

  expect([text, hasTable]).toEqual(['These backups are on atlas.', true]);
});

test.each([
  [[backup], 'These backups are on atlas.', true],
  [[], 'There is no backup on atlas.', false],
])('the list says on which other machine the newest backup is', (backups, words, isTable) => {
  const { text, hasTable } = shown({ backups, newestElsewhere: elsewhere });

  expect(text.startsWith(`${words} The newest backup, of 26`)).toBe(true);
  expect(text.endsWith(', is on boreas.')).toBe(true);
  expect(hasTable).toBe(isTable);
});

test.each([
  [true, '1 file; no list of the files in the bucket'],
  [false, '1 file'],
])('a backup that lacks the list of the bucket’s files says so (%s)', (isUnlisted, words) => {
  const { table } = shown({ backups: [{ ...backup, isUnlisted }], newestElsewhere: null });

  expect(table).toContain(`0 accounts, ${words}Download`);
});

test('without any backup, none is named', () => {
  const { text, hasTable } = shown({ backups: [], newestElsewhere: null });

  expect(text).toContain('No backup yet');
  expect(hasTable).toBe(false);
});
