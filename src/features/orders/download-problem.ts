import { type FileDraft, FileTooLarge } from '#offline/files/file-draft.ts';
import { DownloadFailed } from './fetch-file.ts';
import { mailToStudio } from './mail-to-studio.ts';

/** What went wrong with a download, worded for the buyer. */
export interface DownloadProblem {
  readonly text: string;
  /** Retrying may not help: the buyer should contact the studio. */
  readonly isForStudio: boolean;
}

/** There is no room to store a file on this device. The message is for the buyer. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export function noRoom(draft: FileDraft, name: string): NoRoom {
  return new NoRoom(
    draft.place() === 'full'
      ? `Not enough space on this device for ${name}. Free up some space, then try again.`
      : `This browser can’t store ${name}.`,
  );
}

/** What went wrong, if the buyer can do something about it; null: nothing to show. */
export function problemOf(name: string, isToSave: boolean, error: unknown): DownloadProblem | null {
  if (error instanceof NoRoom) return { text: error.message, isForStudio: false };
  const isForBuyer = error instanceof DownloadFailed || error instanceof FileTooLarge;
  const reason = isForBuyer ? error.message : '';
  const text = isToSave ? reason : `${name} isn’t on this device yet. ${reason}`.trim();
  return text === '' ? null : { text, isForStudio: isStudios(error) };
}

/** Whether the buyer should contact the studio about it. */
export function isStudios(error: unknown): boolean {
  return error instanceof DownloadFailed && error.isForStudio;
}

/** The URL of an e-mail to the studio naming the order and the file that failed; null if no address is known. */
export function studioMail(
  designers: readonly { readonly email: string }[],
  orderNumber: string,
  fileName: string,
): string | null {
  const subject = `Download problem: order ${orderNumber}`;
  return mailToStudio(designers, subject, `Order ${orderNumber}, file ${fileName}: `);
}
