import { join } from 'node:path';
import type { Hono } from 'hono';
import { recordExport } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { backupsFolder } from '../../platform/files/backups-folder.ts';
import { Problem } from '../../platform/http/problem.ts';
import { streamAnswer } from '../../platform/http/stream-answer.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { backupArchive } from './backup-entries.ts';
import { listBackups } from './backup-folder.ts';
import { machineOf } from './backup-places.ts';
import { requestBackup } from './backup-run.ts';
import { dataView, runView } from './data-view.ts';

export function backupRoutes(app: Hono, services: Services): void {
  const { env, clock } = services;

  serveStudio(app, services, 'data', () => dataView(services));

  serveStudio(app, services, 'backUp', async ({ account }) => {
    const run = await makeAuditedChange(services, account.id, requestBackup);
    return { run: runView(run, clock()) };
  });

  serveStudio(app, services, 'downloadBackup', async ({ account, params: { name } }) => {
    const known = await listBackups(env.dataDir);
    if (!known.some((backup) => backup.name === name)) {
      const machine = await machineOf(services, name);
      throw new Problem(
        'NOT_FOUND',
        machine === null || machine === env.machine
          ? 'This backup no longer exists.'
          : `This backup was made on ${machine} and is not on ${env.machine}, which answered. Try again, or copy it from DATA_DIR/backups on ${machine}.`,
      );
    }
    const { bytes, content } = await backupArchive(join(backupsFolder(env.dataDir), name));
    await recordExport(services, account.id, 'backup.downloaded', name);
    return streamAnswer(content, {
      name: `pinwheel-backup-${name}.tar`,
      mediaType: 'application/x-tar',
      bytes,
    });
  });
}
