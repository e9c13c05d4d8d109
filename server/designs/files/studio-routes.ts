import type { Hono } from 'hono';
import type { Transaction } from '../../platform/database/open.ts';
import { withStorageProblem } from '../../platform/http/storage-problem.ts';
import type { Services } from '../../platform/services.ts';
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
import { finishUpload } from './finish-upload.ts';
import { readDesignFiles } from './read-files.ts';
import { cancelUpload, findUpload, presentUpload, sendPart, startUpload } from './uploads.ts';
import { retryWork } from './work-queue.ts';

export function fileRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;
  const change = <T>(work: (tx: Transaction, now: Date) => Promise<T>) =>
    withStorageProblem(() => database.write((tx) => work(tx, clock())));

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
    await change((tx, now) => orderImages(tx, now, account.id, params.designId, body.ids));
    return { message: 'Picture order saved.' };
  });

  serveStudio(app, services, 'orderFiles', async ({ params, body, account }) => {
    await change((tx, now) => orderFiles(tx, now, account.id, params.designId, body.ids));
    return { message: 'File order saved.' };
  });

  serveStudio(app, services, 'deleteImage', async ({ params, account }) => {
    await change((tx, now) => deleteImage(tx, now, account.id, params.imageId));
    return { message: 'Picture deleted.' };
  });

  serveStudio(app, services, 'renameFile', async ({ params, body, account }) => ({
    name: await change((tx, now) => renameFile(tx, now, account.id, params.fileId, body.name)),
  }));

  serveStudio(app, services, 'deleteFile', async ({ params, account }) => {
    await change((tx, now) => deleteFile(tx, now, account.id, params.fileId));
    return { message: 'File deleted.' };
  });

  serveStudio(app, services, 'fileContent', ({ params, query, context }) =>
    fileContent(services, params.fileId, query.version ?? null, context.req.raw.headers),
  );

  serveStudio(app, services, 'retryWork', async ({ params, account }) => {
    await change((tx, now) => retryWork(tx, now, account.id, params.workId));
    return { message: 'Retrying.' };
  });

  serveStudio(app, services, 'dropWork', async ({ params, account }) => {
    await change((tx, now) => dropPicture(tx, now, account.id, params.workId));
    return { message: 'Picture deleted.' };
  });
}
