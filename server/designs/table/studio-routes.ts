import type { Hono } from 'hono';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { readChange } from '../bulk/read-changes.ts';
import { planTable } from './plan-table.ts';
import { designTable } from './write-table.ts';

export function designTableRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveStudio(app, services, 'designTable', async ({ query }) => designTable(read, query));

  serveStudio(app, services, 'uploadDesignTable', async ({ account, query, body }) =>
    readChange(read, await planTable(services, account.id, body, query.fileName)),
  );
}
