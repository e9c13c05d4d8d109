import type { Change } from '../../platform/database/change.ts';
import { writeLetter } from '../../platform/mail/letter.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { type Notice, notifyStudio } from './notify-studio.ts';

interface WrittenNotice extends Pick<Notice, 'kind' | 'subjectId' | 'title' | 'path'> {
  readonly paragraphs: readonly string[];
  /** The words of the button to `path`. */
  readonly action: string;
}

/** Notifies the studio; the mail has the title as its subject and leads to the same screen. */
export async function notifyWithLetter(
  change: Change,
  mailSettings: MailSettings,
  { paragraphs, action, ...notice }: WrittenNotice,
): Promise<void> {
  const letter = writeLetter(await letterhead(change.tx, mailSettings), {
    subject: notice.title,
    paragraphs,
    action: { label: action, path: notice.path },
  });
  await notifyStudio(change, mailSettings, { ...notice, letter });
}
