import type { Hono } from 'hono';
import { type AuditedChange, makeAuditedChange } from '../../platform/database/change.ts';
import { withStorageProblem } from '../../platform/http/storage-problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import {
  deleteFile,
  deleteImage,
  dropPicture,
  orderFiles,
  orderImages,
  renameFile,
} from './change-files.ts';
import { fileContent } from './file-content.ts';
import { readFileTargets } from './file-targets.ts';
import { finishUpload } from './finish-upload.ts';
import { readDesignFiles } from './read-files.ts';
import { cancelUpload, findUpload, presentUpload, sendPart, startUpload } from './uploads.ts';
import { retryWork } from './work-queue.ts';

export function fileRoutes(app: Hono, services: Services): void {
  const { database } = services;
  const saveChange = <T>(actorId: string, work: (change: AuditedChange) => Promise<T>) =>
    withStorageProblem(() => makeAuditedChange(services, actorId, work));

  serveStudio(app, services, 'fileTargets', ({ query }) =>
    readFileTargets(database.read, query.after ?? ''),
  );

  serveStudio(app, services, 'designFiles', ({ params }) =>
    readDesignFiles(database.read, params.designId),
  );

  serveStudio(app, services, 'startUpload', ({ params, body }) =>
    startUpload(services, params.designId, body),
  );

  serveStudio(app, services, 'upload', async ({ params }) =>
    presentUpload(await findUpload(database.read, params.uploadId)),
  );

  serveStudio(app, services, 'sendPart', ({ params, body, context }) =>
    sendPart(services, params.uploadId, context.req.raw.headers, body),
  );

  serveStudio(app, services, 'finishUpload', ({ params, account }) =>
    finishUpload(services, account.id, params.uploadId),
  );

  serveStudio(app, services, 'cancelUpload', async ({ params, account }) => {
    await cancelUpload(services, account.id, params.uploadId);
    return { message: 'Upload cancelled.' };
  });

  serveStudio(app, services, 'orderImages', async ({ params, body, account }) => {
    await saveChange(account.id, (change) => orderImages(change, params.designId, body.ids));
    return { message: 'Picture order saved.' };
  });

  serveStudio(app, services, 'orderFiles', async ({ params, body, account }) => {
    await saveChange(account.id, (change) => orderFiles(change, params.designId, body.ids));
    return { message: 'File order saved.' };
  });

  serveStudio(app, services, 'deleteImage', async ({ params, account }) => {
    await saveChange(account.id, (change) => deleteImage(change, params.imageId));
    return { message: 'Picture deleted.' };
  });

  serveStudio(app, services, 'renameFile', async ({ params, body, account }) => ({
    name: await saveChange(account.id, (change) => renameFile(change, params.fileId, body.name)),
  }));

  serveStudio(app, services, 'deleteFile', async ({ params, account }) => {
    await saveChange(account.id, (change) => deleteFile(change, params.fileId));
    return { message: 'File deleted.' };
  });

  serveStudio(app, services, 'fileContent', ({ params, query, context }) =>
    fileContent(services, params.fileId, query.version ?? null, context.req.raw.headers),
  );

  serveStudio(app, services, 'retryWork', async ({ params, account }) => {
    await saveChange(account.id, (change) => retryWork(change, params.workId));
    return { message: 'Retrying.' };
  });

  serveStudio(app, services, 'dropWork', async ({ params, account }) => {
    await saveChange(account.id, (change) => dropPicture(change, params.workId));
    return { message: 'Picture deleted.' };
  });
}
