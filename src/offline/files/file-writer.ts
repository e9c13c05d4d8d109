import { privateFolder } from './folder-files.ts';
import { writeInPlace } from './write-in-place.ts';
import type { WriterAnswer, WriterTask } from './write-in-worker.ts';

/** A worker that writes files for pages of a browser that lets only workers do so. */

async function perform(task: WriterTask): Promise<WriterAnswer> {
  const canWrite =
    'FileSystemFileHandle' in globalThis &&
    'createSyncAccessHandle' in FileSystemFileHandle.prototype;
  const root = canWrite ? await privateFolder() : null;
  if (!root) return { failure: 'NotSupportedError' };
  try {
    if (task) await writeInPlace(root, task.path, task.content);
    return {};
  } catch (error) {
    return { failure: error instanceof DOMException ? error.name : 'UnknownError' };
  }
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<WriterTask>) => {
  void perform(data).then((answer) => port?.postMessage(answer));
});
