import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import type { StallNote } from '#offline/outbox/rows.ts';

/** `3 × Night Owls`. */
export function wishText({ quantity, title }: Pick<StallNote, 'quantity' | 'title'>): string {
  return `${quantity} × ${title}`;
}

/** Notes to paste somewhere, each on a line. */
export function notesText(notes: readonly StallNote[]): string {
  return notes.map((note) => `${note.name}: ${wishText(note)}`).join('\n');
}

/** Notes for a spreadsheet. */
export function notesCsv(notes: readonly StallNote[]): string {
  const rows = notes.map(({ name, quantity, title, notedAt }) =>
    csvRow([name, quantity, title, notedAt]),
  );
  return byteOrderMark + csvRow(['Customer', 'Quantity', 'Design', 'Noted at']) + rows.join('');
}

/** How many notes there are of each design, by its id. */
export function countWishes(notes: readonly StallNote[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { productId } of notes) counts.set(productId, (counts.get(productId) ?? 0) + 1);
  return counts;
}
