import { expect, test } from 'vitest';
import { notesCsv, notesText } from '#features/stall/note-texts.ts';
import type { StallNote } from '#offline/outbox/rows.ts';

const note: StallNote = {
  id: '1',
  productId: 'owls',
  title: 'Night Owls',
  name: 'Ada',
  quantity: 3,
  notedAt: '2026-06-01T10:00:00.000Z',
};

test('a copied note has the name, the quantity and the design', () => {
  expect(notesText([note, { ...note, name: 'Ben', quantity: 1 }])).toBe(
    'Ada: 3 × Night Owls\nBen: 1 × Night Owls',
  );
});

test('a spreadsheet gets each note in a row, and no name as a formula', () => {
  expect(notesCsv([note, { ...note, name: '=1+1', title: 'Owls, "large"' }])).toBe(
    '\ufeffCustomer,Quantity,Design,Noted at\r\n' +
      'Ada,3,Night Owls,2026-06-01T10:00:00.000Z\r\n' +
      '\'=1+1,3,"Owls, ""large""",2026-06-01T10:00:00.000Z\r\n',
  );
});
