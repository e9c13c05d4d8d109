import { type FileDraft, FileTooLarge } from '#offline/file-draft.ts';
import { DownloadFailed } from './fetch-file.ts';

/** A file was only to be kept, and can't be. The message is for the buyer. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export function noRoom(draft: FileDraft, name: string): NoRoom {
  return new NoRoom(
    draft.place() === 'full'
      ? `There is no room on this device to keep ${name}. Nothing else is lost: free some space, then try again.`
      : `This browser cannot keep ${name}.`,
  );
}

/** What went wrong, as far as the buyer can do something with it. */
export function problemText(name: string, isToSave: boolean, error: unknown): string {
  if (error instanceof NoRoom) return error.message;
  const isForBuyer = error instanceof DownloadFailed || error instanceof FileTooLarge;
  const reason = isForBuyer ? error.message : '';
  return isToSave ? reason : `${name} could not be kept yet. ${reason}`.trim();
}
