import { fileMessages, type UploadKind } from '#contract/studio/files.ts';
import { type FileKind, fileKind, headBytes, isPicture } from '../../platform/files/file-kind.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * What a file is that begins so; null while too little of it is there to tell. Throws
 * UNSUPPORTED_TYPE for what can't become what it is sent as.
 */
export function kindFor(
  upload: { readonly kind: UploadKind; readonly bytes: number },
  head: Buffer,
): FileKind | null {
  if (head.length < Math.min(headBytes, upload.bytes)) return null;
  const kind = fileKind(head.subarray(0, headBytes));
  if (upload.kind === 'image' && !(kind && isPicture(kind))) {
    throw new Problem('UNSUPPORTED_TYPE', fileMessages.imageType);
  }
  if (!kind) throw new Problem('UNSUPPORTED_TYPE', fileMessages.fileType);
  return kind;
}
