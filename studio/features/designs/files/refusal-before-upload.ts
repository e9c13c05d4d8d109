import type { UploadKind } from '#contract/studio/files.ts';
import { pictureRefusal, sizeRefusal } from '#contract/studio/upload-refusal.ts';

/** A JPEG has its size after its profile and its thumbnail. */
const headBytes = 1_000_000;

/** Why the shop wouldn't take a file, as far as its size and its beginning show it before it is sent. */
export async function refusalBeforeUpload(file: Blob, kind: UploadKind): Promise<string | null> {
  const refusal = sizeRefusal(kind, file.size);
  if (refusal !== null || kind !== 'image') return refusal;
  try {
    return pictureRefusal(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  } catch {
    // It was moved: sending it finds that out.
    return null;
  }
}
