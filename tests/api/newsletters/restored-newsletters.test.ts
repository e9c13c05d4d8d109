import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendNextPortion } from '#server/newsletters/send-newsletters.ts';
import { stopRestoredNewsletters } from '#server/newsletters/stop-restored.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { addNewsReaders } from '#tests/support/news-readers.ts';
import { openNewsletterDesk, testPace } from '#tests/support/newsletter-desk.ts';

const planned = { state: 'stopped', stopReason: 'restored', nextAt: null };

/** One newsletter is planned, and of another ten mails were sent, ten wait, and five were still to come. */
async function openBusyDesk() {
  const desk = await openNewsletterDesk();
  const { services } = desk;
  await addNewsReaders(services, 25);
  const begun = await desk.create();
  await desk.send(begun.id);
  await sendNextPortion(services, testPace);
  await desk.deliver();
  services.pass(testPace.portionMs);
  await sendNextPortion(services, testPace);
  const later = await desk.create();
  await desk.send(later.id, '2026-03-01T10:00');
  return { desk, begun: begun.id };
}

async function shownOf(read: Database['read']) {
  const newsletters = await read
    .selectFrom('newsletters')
    .select(['state', 'stopReason', 'nextAt'])
    .execute();
  const waiting = await read
    .selectFrom('mailOutbox')
    .select('id')
    .where('news', '=', 'letters')
    .where('sentAt', 'is', null)
    .execute();
  return { newsletters, waiting: waiting.length };
}

test('a restored backup sends no newsletter again', async () => {
  const { desk } = await openBusyDesk();
  const { services } = desk;
  const made = await makeBackupNow(services);
  const target = join(await emptyFolder(), 'shop');
  await restoreBackup(join(backupsFolder(services.env.dataDir), made?.name ?? ''), target);
  const { read, close } = await openSqlite(target);
  expect(await shownOf(read)).toEqual({ newsletters: [planned, planned], waiting: 0 });
  await close();
});

test('after a database was put back, the rest goes out only on purpose, and to nobody twice', async () => {
  const { desk, begun } = await openBusyDesk();
  const { services } = desk;
  await makeChange(services, stopRestoredNewsletters);
  services.pass(3_600_000);
  await desk.sendAll();
  expect(desk.sent).toHaveLength(10);
  expect(await desk.read(begun)).toMatchObject({
    ...{ state: 'stopped', stopReason: 'restored', sent: 10 },
    figures: { left: 5, waiting: 0 },
  });
  await desk.send(begun);
  await desk.sendAll();
  expect(new Set(desk.recipients()).size).toBe(15);
  expect(desk.sent).toHaveLength(15);
});
