import { parentPort, workerData } from 'node:worker_threads';
import { copyToSqlite } from './postgres.ts';

/** A thread of `openPostgres`: posts a message once the database at `workerData.url` is copied to `workerData.path`. */
const { url, path } = workerData as { readonly url: string; readonly path: string };
await copyToSqlite(url, path);
parentPort?.postMessage(null);
