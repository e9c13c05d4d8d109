import { fileMessages, type UploadKind } from '#contract/studio/files.ts';
import { isEmptyZip } from '../../platform/files/empty-zip.ts';
import { type FileKind, fileKind, headBytes, isPicture } from '../../platform/files/file-kind.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Detects a file's kind from its beginning; null while too few bytes are there.
 * @throws UNSUPPORTED_TYPE if it can't be used as the kind it was uploaded as
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
  if (isEmptyZip(head)) throw new Problem('UNSUPPORTED_TYPE', fileMessages.emptyZip);
  return kind;
}
