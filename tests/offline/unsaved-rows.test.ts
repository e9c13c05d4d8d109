import { expect, test } from 'vitest';
import { type AccountRows, emptyRows } from '#offline/outbox/rows.ts';
import {
  addedRows,
  withoutSettled,
  withUnsaved,
  withUnsure,
} from '#offline/stores/unsaved-rows.ts';

/** Rows without a meaning of their own. */
const rowsOf = (...ids: string[]): AccountRows => ({
  ...emptyRows,
  mergedOps: ids.map((opId) => ({ opId })),
});
const idsOf = (rows: AccountRows) => rows.mergedOps.map(({ opId }) => opId);

function unsavedOf(base: AccountRows, rows: AccountRows, unsure = emptyRows) {
  return withUnsure({ trouble: 'full', base, unsure: emptyRows, rows }, unsure);
}

test('a write adds the rows that were not there', () => {
  expect(idsOf(addedRows(rowsOf('theirs'), rowsOf('theirs', 'ours')))).toEqual(['ours']);
});

test('what was changed in memory is merged into what others have stored', () => {
  const unsaved = unsavedOf(rowsOf('sent', 'kept'), rowsOf('kept', 'ours'));
  expect(idsOf(withUnsaved(rowsOf('sent', 'kept', 'theirs'), unsaved))).toEqual([
    'kept',
    'theirs',
    'ours',
  ]);
});

test('only what was sent or undone is deleted while there is no room', () => {
  const unsaved = unsavedOf(rowsOf('sent', 'kept'), rowsOf('kept', 'ours'));
  const left = withoutSettled(rowsOf('sent', 'kept', 'theirs'), unsaved);
  expect(idsOf(left)).toEqual(['kept', 'theirs']);
});

test('what a failed write stored after all is deleted if it was undone since', () => {
  const unsaved = unsavedOf(emptyRows, rowsOf('ours'), rowsOf('ours', 'undone'));
  expect(idsOf(withUnsaved(rowsOf('ours', 'undone', 'theirs'), unsaved))).toEqual([
    'ours',
    'theirs',
  ]);
});

test('failed writes are remembered together', () => {
  const once = unsavedOf(emptyRows, emptyRows, rowsOf('first'));
  expect(idsOf(withUnsure(once, rowsOf('first', 'second')).unsure)).toEqual(['first', 'second']);
});
