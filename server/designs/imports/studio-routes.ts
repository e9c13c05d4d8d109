import type { Hono } from 'hono';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { planAgain, retryPictures, startImport, stopImport } from './control-import.ts';
import { receiveFile } from './receive-file.ts';
import { importPage, picturePage, readImport, readReport, rowPage } from './report.ts';
import { reportFile } from './report-file.ts';

export function importRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveStudio(app, services, 'uploadImport', async ({ query, body, account }) => {
    const file = { name: query.fileName, accountId: account.id };
    return readImport(read, await receiveFile(services, body, file));
  });

  serveStudio(app, services, 'imports', ({ query }) => importPage(read, query.page));

  serveStudio(app, services, 'importReport', ({ params }) => readReport(read, params.importId));

  serveStudio(app, services, 'importRows', ({ params, query }) =>
    rowPage(read, params.importId, query),
  );

  serveStudio(app, services, 'importPictures', ({ params, query }) =>
    picturePage(read, params.importId, query.page),
  );

  serveStudio(app, services, 'planImport', async ({ params, body }) => {
    await planAgain(services, params.importId, body);
    return readImport(read, params.importId);
  });

  serveStudio(app, services, 'startImport', async ({ params, body, account }) => {
    await startImport(services, account.id, params.importId, body);
    return readImport(read, params.importId);
  });

  serveStudio(app, services, 'stopImport', async ({ params, account }) => {
    await stopImport(services, account.id, params.importId);
    return readImport(read, params.importId);
  });

  serveStudio(app, services, 'retryImportPictures', async ({ params, account }) => {
    await retryPictures(services, account.id, params.importId);
    return readImport(read, params.importId);
  });

  serveStudio(app, services, 'importReportFile', ({ params }) => reportFile(read, params.importId));
}
