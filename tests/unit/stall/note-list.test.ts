import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NoteList } from '#features/stall/note-list.tsx';

const now = Date.UTC(2026, 5, 1, 12);
const notes = ['Ada', 'Ben'].map((name) => ({
  id: name,
  productId: 'owls',
  title: 'Night Owls',
  name,
  quantity: 3,
  notedAt: '2026-06-01T10:00:00.000Z',
}));
const listOf = (shown: typeof notes, isStored = true) =>
  renderToStaticMarkup(createElement(NoteList, { notes: shown, isStored, now }));

test('notes say who wants what, that they stay here, and can each be deleted', () => {
  const page = listOf(notes);
  expect(page).toContain('never sent to the shop');
  expect(page).toContain('2 hours ago');
  expect(page).toContain('aria-label="Delete the note of Ada: 3 × Night Owls"');
  expect(page).toContain('Delete all notes');
  expect(listOf(notes.slice(1))).not.toContain('Delete all notes');
});

test('notes that a full device can’t store say so', () => {
  expect(listOf(notes)).not.toContain('This device can’t store them now');
  expect(listOf(notes, false)).toContain('This device can’t store them now');
});
