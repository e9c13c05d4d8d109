import { trustedScriptUrl } from '#api/trusted-script-url.ts';
import writerUrl from './file-writer.ts?worker&url';
import type { WriteFile } from './writable-folder.ts';

/** A file to write; null only asks whether the worker can. */
export type WriterTask = {
  readonly path: Parameters<WriteFile>[1];
  readonly content: Blob;
} | null;

/** `failure` is the name of the error; unset if all went well. */
export interface WriterAnswer {
  readonly failure?: string;
}

let script: string | null = null;
let writer: Worker | null = null;

/** @throws a DOMException */
async function ask(task: WriterTask): Promise<void> {
  script ??= trustedScriptUrl('pinwheel-file-writer', writerUrl);
  writer ??= new Worker(script, { type: 'module' });
  const worker = writer;
  const { port1, port2 } = new MessageChannel();
  return new Promise<void>((resolve, reject) => {
    port1.onmessage = ({ data: { failure } }: MessageEvent<WriterAnswer>) => {
      if (failure === undefined) resolve();
      else reject(new DOMException('The file was not written', failure));
    };
    worker.addEventListener('error', () => {
      if (writer === worker) writer = null;
      reject(new DOMException('The worker did not start', 'NotFoundError'));
    });
    worker.postMessage(task, [port2]);
  }).finally(() => port1.close());
}

/** Whether a worker can write files here. */
export const canWriteInWorker = (): Promise<boolean> =>
  ask(null).then(
    () => true,
    () => false,
  );

/** Writes where only workers can. The worker opens the private file system itself: not every browser sends it a handle. */
export const writeInWorker: WriteFile = (_root, path, content) => ask({ path, content });
