import type { Hono } from 'hono';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { startChange, undoChange } from './control-change.ts';
import { planChange } from './plan-change.ts';
import { changedDesignPage, changePage, readChange } from './read-changes.ts';

export function bulkChangeRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveStudio(app, services, 'planBulkChange', async ({ account, body }) =>
    readChange(read, await planChange(services, account.id, body)),
  );

  serveStudio(app, services, 'bulkChanges', ({ query }) => changePage(read, query.page));

  serveStudio(app, services, 'bulkChange', ({ params }) => readChange(read, params.changeId));

  serveStudio(app, services, 'bulkChangeDesigns', ({ params, query }) =>
    changedDesignPage(read, params.changeId, query),
  );

  serveStudio(app, services, 'startBulkChange', async ({ params, account }) => {
    await startChange(services, account.id, params.changeId);
    return readChange(read, params.changeId);
  });

  serveStudio(app, services, 'undoBulkChange', async ({ params, account }) => {
    await undoChange(services, account.id, params.changeId);
    return readChange(read, params.changeId);
  });
}
