import type { Change } from '../../platform/database/change.ts';
import { DatabaseProblem } from '../../platform/database/check-database.ts';
import { writeLetter } from '../../platform/mail/letter.ts';
import { letterhead } from '../../platform/mail/letterhead.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { databaseDamaged } from '../../platform/mail/templates.ts';
import { notifyStudio } from '../../staff/notifications/notify-studio.ts';

/** Says what to do to owners and editors; “Data” is for owners only. */
const path = '/studio/health';

/**
 * Notifies the studio that no backup was made; `problem` is the reason in words for the studio. Without an `error`, its
 * processes were killed.
 */
export async function noticeFailedBackup(
  change: Change,
  mailSettings: MailSettings,
  error: unknown,
  problem: string,
): Promise<void> {
  const head = await letterhead(change.tx, mailSettings);
  const isDamaged = error instanceof DatabaseProblem;
  const letter = isDamaged
    ? databaseDamaged(head, error.message)
    : writeLetter(head, {
        subject: 'The last backup failed',
        paragraphs: [
          `No backup was made. ${problem}`,
          `Earlier backups are kept, and the shop tries again ${error === null ? 'tonight' : 'every hour'}.`,
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
