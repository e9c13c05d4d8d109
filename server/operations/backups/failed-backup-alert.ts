import type { Change } from '../../platform/database/change.ts';
import { DatabaseProblem } from '../../platform/database/check-database.ts';
import type { StoreUnreachable } from '../../platform/files/file-store.ts';
import { writeLetter } from '../../platform/mail/letter.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { databaseDamaged } from '../../platform/mail/studio-letters.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';
import { notifyWithLetter } from '../../staff/notifications/notify-with-letter.ts';

/** Says what to do to owners and editors; “Data” is for owners only. */
const path = '/studio/health';

interface BackupFailure {
  /** The reason in words for the studio. */
  readonly problem: string;
  /** What was thrown; null if its processes were killed. */
  readonly error: unknown;
  /** Whether the backup is complete all the same. */
  readonly isComplete?: boolean;
}

/** Notifies the studio that a backup was made without the list of the files in the bucket. */
export async function alertUnlistedFiles(
  change: Change,
  mailSettings: MailSettings,
  { reason }: StoreUnreachable,
): Promise<void> {
  await notifyWithLetter(change, mailSettings, {
    kind: 'backup',
    subjectId: 'backup',
    title: 'The last backup has no list of the shop’s files',
    path,
    paragraphs: [
      `The database was backed up, but the bucket with the shop’s files couldn’t be listed (${reason}). If you restore this backup, the shop can’t tell you which files are missing.`,
      'Please ask the person who runs the server to check that the bucket can be reached, and that the shop may list it.',
    ],
    action: 'Open the health check',
  });
}

/** Notifies the studio that a backup failed. */
export async function alertFailedBackup(
  change: Change,
  mailSettings: MailSettings,
  { problem, error, isComplete = false }: BackupFailure,
): Promise<void> {
  const head = await letterhead(change.tx, mailSettings);
  const isDamaged = error instanceof DatabaseProblem;
  const again = isComplete || error === null ? 'tonight' : 'every hour';
  const letter = isDamaged
    ? databaseDamaged(head, error.message)
    : writeLetter(head, {
        subject: 'The last backup failed',
        paragraphs: [
          `${isComplete ? 'A backup was made.' : 'No backup was made.'} ${problem}`,
          `Earlier backups are kept, and the shop tries again ${again}.`,
        ],
        action: { label: 'Open the health check', path },
      });
  await notifyStudio(change, mailSettings, {
    kind: 'backup',
    subjectId: 'backup',
    title: isDamaged ? 'The database is damaged' : 'The last backup failed',
    path,
    letter,
  });
}
