import type { Hono } from 'hono';
import { pictureAnswer } from '../commissions/picture-answer.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { answerThread, finishThread } from './answer-thread.ts';
import { deleteThread } from './delete-thread.ts';
import { inboxPage, studioThread } from './inbox.ts';
import { openThread } from './open-thread.ts';

/** The studio's inbox, and the thread of a request, an order or a design. */
export function studioMessageRoutes(app: Hono, services: Services): void {
  const { database, env, files } = services;
  const { read } = database;

  serveStudio(app, services, 'inbox', ({ query }) => inboxPage(read, query));

  serveStudio(app, services, 'studioThread', async ({ params, query }) =>
    studioThread(read, await openThread(read, params), query.earlierThan),
  );

  serveStudio(app, services, 'messagePicture', async ({ params }) =>
    pictureAnswer(
      files,
      await read
        .selectFrom('messagePictures')
        .select(['upload', 'position'])
        .where('id', '=', params.id)
        .executeTakeFirst(),
    ),
  );

  serveStudio(app, services, 'answerThread', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => answerThread(change, env, params, body)),
  );

  serveStudio(app, services, 'deleteThread', ({ account, params: { id }, body: { lastId } }) =>
    makeAuditedChange(services, account.id, (change) => deleteThread(change, id, lastId)),
  );

  serveStudio(app, services, 'finishThread', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => finishThread(change, params, body.lastId)),
  );
}
