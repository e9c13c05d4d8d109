import type { Hono } from 'hono';
import { recordExport } from '../platform/audit/record-action.ts';
import { streamAnswer } from '../platform/http/stream-answer.ts';
import type { Services } from '../platform/services/services.ts';
import { readTimeZone, readToday } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { filesArchive } from './export-files.ts';
import { exportTable } from './export-tables.ts';

/** The studio's routes for exporting tables and files. */
export function exportRoutes(app: Hono, services: Services): void {
  const { database, clock, env } = services;
  const today = () => readToday(database.read, env, clock());

  serveStudio(app, services, 'exportTable', async ({ account, params: { table } }) => {
    await recordExport(services, account.id, 'data.exported', table);
    const timeZone = await readTimeZone(database.read, env);
    return streamAnswer(exportTable(database.read, table, timeZone), {
      name: `${table}-${await today()}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    });
  });

  serveStudio(app, services, 'exportFiles', async ({ account }) => {
    const { bytes, chunks } = await filesArchive(services);
    await recordExport(services, account.id, 'data.exported', 'files');
    return streamAnswer(chunks, {
      name: `files-${await today()}.zip`,
      mediaType: 'application/zip',
      bytes,
    });
  });
}
