import { Worker } from 'node:worker_threads';

export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

/**
 * Runs a script that posts one message about `workerData` in a thread of its own, so that this process goes on.
 * @throws what the script throws; an error if it ends without an answer, or needs more than `maxHeapMb`; TookTooLong if it has
 * none `withinMs`
 */
export async function inThread<T>(
  script: URL,
  workerData: unknown,
  { withinMs, maxHeapMb }: { readonly withinMs?: number; readonly maxHeapMb?: number } = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const worker = new Worker(script, {
    workerData,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  });
  const late =
    withinMs === undefined
      ? undefined
      : setTimeout(() => {
          reject(new TookTooLong(`A thread gave no answer within ${withinMs} ms: ${script}`));
          void worker.terminate();
        }, withinMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => {
    clearTimeout(late);
    reject(new Error(`A thread ended without an answer: ${script}`));
  });
  return promise;
}
