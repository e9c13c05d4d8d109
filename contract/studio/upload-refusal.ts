import { fileLimits, fileMessages, type UploadKind } from './files.ts';
import { pictureSize, pictureType } from './picture-head.ts';

/** Why a file of this size can't be uploaded; null if it can. */
export function sizeRefusal(kind: UploadKind, bytes: number): string | null {
  if (bytes === 0) return fileMessages.empty;
  if (kind === 'image') return bytes > fileLimits.imageBytes ? fileMessages.imageTooLarge : null;
  return bytes > fileLimits.fileBytes ? fileMessages.fileTooLarge : null;
}

/** Why the shop can't show a picture that begins with these bytes; null if they don't say. */
export function pictureRefusal(head: Uint8Array): string | null {
  if (pictureType(head) === null) return fileMessages.imageType;
  const size = pictureSize(head);
  return size && hasTooManyPixels(size) ? fileMessages.imagePixels : null;
}

export function hasTooManyPixels({ width, height }: { width: number; height: number }): boolean {
  return width * height > fileLimits.imagePixels;
}
