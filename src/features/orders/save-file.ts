import { session } from '#api/session.ts';
import { saveBlob } from '#ui/save-blob.ts';

/** Told how much of a download is there, from 0 to 1; null where its size isn't known. */
export type OnProgress = (part: number | null) => void;

/**
 * Fetches a bought file with the owner's session and hands it to the browser under its name.
 * @throws when it can't be fetched whole.
 */
export async function saveFile(
  link: string,
  fileName: string,
  onProgress: OnProgress,
): Promise<void> {
  const token = session.getState().accessToken;
  const response = await fetch(link, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) throw new Error(`the download answered ${response.status}`);
  const length = Number(response.headers.get('Content-Length') ?? 0);
  const blob = await readWithProgress(response.body, length, onProgress);
  saveBlob(new Blob([blob], { type: response.headers.get('Content-Type') ?? '' }), fileName);
}

async function readWithProgress(
  body: ReadableStream<Uint8Array>,
  length: number,
  onProgress: OnProgress,
): Promise<Blob> {
  let read = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        onProgress(length > 0 ? read / length : null);
        controller.enqueue(chunk);
      },
    }),
  );
  const blob = await new Response(counted).blob();
  if (length > 0 && blob.size !== length) throw new Error('the download was cut short');
  return blob;
}
