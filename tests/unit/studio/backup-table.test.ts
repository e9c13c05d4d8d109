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
  designs: 1,
  orders: 0,
  accounts: 0,
} as const;
const elsewhere = { machine: 'boreas', madeAt };

/** The words before the table, and whether there is a table. */
function shown(answer: Pick<StudioCallAnswer<'data'>, 'backups' | 'newestElsewhere'>) {
  const markup = renderToStaticMarkup(createElement(BackupTable, { ...answer, machine: 'atlas' }));
  const [before = '', table] = markup.split('<table');
  return { text: before.replaceAll(/<[^>]*>/g, ''), hasTable: table !== undefined };
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

test('without any backup, none is named', () => {
  const { text, hasTable } = shown({ backups: [], newestElsewhere: null });

  expect(text).toContain('No backup yet');
  expect(hasTable).toBe(false);
});
