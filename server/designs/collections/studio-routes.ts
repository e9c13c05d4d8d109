import type { Hono } from 'hono';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { makeAuditedOnce } from '../../platform/http/answer-again.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { listCollections, readCollection } from './read-collections.ts';
import {
  createCollection,
  deleteCollection,
  orderCollections,
  restoreCollection,
  saveCollection,
} from './save-collection.ts';

/** The studio's routes for collections. Every open shop shows a change within a minute. */
export function collectionRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'collections', async () => ({
    items: await listCollections(database.read),
  }));

  serveStudio(app, services, 'createCollection', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) =>
      readCollection(change.tx, await createCollection(change, body.name)),
    ),
  );

  serveStudio(app, services, 'collection', ({ params }) =>
    readCollection(database.read, params.id),
  );

  serveStudio(app, services, 'saveCollection', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await saveCollection(change, params.id, body);
      return readCollection(change.tx, params.id);
    }),
  );

  serveStudio(app, services, 'deleteCollection', async ({ account, params }) => {
    const deleted = await makeAuditedChange(services, account.id, (change) =>
      deleteCollection(change, params.id),
    );
    return { message: 'Collection deleted.', deleted };
  });

  serveStudio(app, services, 'restoreCollection', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await restoreCollection(change, params.id, body);
      return readCollection(change.tx, params.id);
    }),
  );

  serveStudio(app, services, 'orderCollections', ({ account, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      await orderCollections(change, body.ids);
      return { items: await listCollections(change.tx) };
    }),
  );
}
