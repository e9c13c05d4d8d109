import { Worker } from 'node:worker_threads';

/** Runs a script that posts one message about `workerData` in a thread of its own, so that this process goes on. */
export async function inThread<T>(script: URL, workerData: unknown): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const worker = new Worker(script, { workerData });
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}
