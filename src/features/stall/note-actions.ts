import type { StallNotes, StallWish } from '#offline/accounts/stall-notes.ts';
import { device } from '#offline/open-device.ts';
import type { StallNote } from '#offline/outbox/rows.ts';
import { saveBlob } from '#ui/save-blob.ts';
import { toast } from '#ui/toast.ts';
import { notesCsv, notesText, wishText } from './note-texts.ts';

/** Stores a note among these notes, and says so without the customer's name. Resolves with whether it worked. */
export async function addNote(notes: Promise<StallNotes>, wish: StallWish): Promise<boolean> {
  try {
    const isStored = await (await notes).add(wish);
    if (isStored) toast.success(`Noted: ${wishText(wish)}`);
    else toast.error('Noted, but only until this page is closed: this device can’t store it now.');
    return true;
  } catch {
    toast.error('The note couldn’t be stored. Free up some space on this device, then try again.');
    return false;
  }
}

/** Deletes notes; a press brings them back. */
export async function deleteNotes(gone: readonly StallNote[]): Promise<void> {
  try {
    const notes = await device().stallNotes();
    await notes.delete(gone);
    const text = gone.length === 1 ? 'Note deleted' : `${gone.length} notes deleted`;
    toast.blank(text, { action: { label: 'Undo', onPress: () => void restore(notes, gone) } });
  } catch {
    toast.error('Nothing was deleted: this device’s storage doesn’t answer. Please try again.');
  }
}

async function restore(notes: StallNotes, gone: readonly StallNote[]): Promise<void> {
  try {
    await notes.restore(gone);
  } catch {
    toast.error('The notes couldn’t be brought back.');
  }
}

export async function copyNotes(notes: readonly StallNote[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(notesText(notes));
    toast.success('Notes copied');
  } catch {
    toast.error('The notes couldn’t be copied. Download them as a CSV file.');
  }
}

export function downloadNotes(notes: readonly StallNote[]): void {
  saveBlob(new Blob([notesCsv(notes)], { type: 'text/csv' }), 'customer-wishes.csv');
}
