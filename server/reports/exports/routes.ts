import { join } from 'node:path';
import type { Hono } from 'hono';
import { backupArchive } from '../../operations/backups/backup-entries.ts';
import { backupsFolder, listBackups } from '../../operations/backups/backup-folder.ts';
import { wantBackup } from '../../operations/backups/backup-run.ts';
import { noteAction, type StudioAction } from '../../platform/audit/note-action.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { dataView, runView } from './data-view.ts';
import { filesArchive } from './export-files.ts';
import { exportTable } from './export-tables.ts';
import { streamAnswer } from './stream-answer.ts';

/** What the studio takes out: tables, files and backups. What leaves the shop is noted, whoever takes it. */
export function dataRoutes(app: Hono, services: Services): void {
  const { database, env, clock } = services;
  const today = () => clock().toISOString().slice(0, 10);
  const noteTaken = (who: string, what: StudioAction, target: string) =>
    database.write((tx) =>
      noteAction(tx, clock(), { who, what, target, before: null, after: null }),
    );

  serveStudio(app, services, 'data', () => dataView(services));

  serveStudio(app, services, 'exportTable', async ({ account, params: { table } }) => {
    await noteTaken(account.id, 'exported', table);
    return streamAnswer(exportTable(database.read, table), {
      name: `${table}-${today()}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    });
  });

  serveStudio(app, services, 'exportFiles', async ({ account }) => {
    const { bytes, chunks } = await filesArchive(services);
    await noteTaken(account.id, 'exported', 'files');
    return streamAnswer(chunks, {
      name: `files-${today()}.zip`,
      mediaType: 'application/zip',
      bytes,
    });
  });

  serveStudio(app, services, 'backUp', async ({ account }) => {
    const run = await database.write((tx) => wantBackup(tx, clock(), account.id));
    return { run: runView(run, clock()) };
  });

  serveStudio(app, services, 'downloadBackup', async ({ account, params: { name } }) => {
    const known = await listBackups(env.dataDir);
    if (!known.some((backup) => backup.name === name)) {
      throw new Problem('NOT_FOUND', 'This backup is not there any more.');
    }
    const { bytes, content } = await backupArchive(join(backupsFolder(env.dataDir), name));
    await noteTaken(account.id, 'downloaded a backup', name);
    return streamAnswer(content, {
      name: `pinwheel-backup-${name}.tar`,
      mediaType: 'application/x-tar',
      bytes,
    });
  });
}
