/** In px. */
const largestSide = 2048;
/** Decoding a larger file can end the page on a phone. */
const maxBytes = 40 * 1024 * 1024;

/** Not in contract/messages, whose texts are part of every page. */
export const photoMessages = {
  tooLarge: 'This photo has more than 40 MB. Please choose a smaller one.',
  heic: 'This browser can’t read HEIC photos. Please choose a JPEG.',
  unreadable: 'This file can’t be read as a photo. Please choose a JPEG, PNG or WebP.',
} as const;

/** Why a photo can't be taken, in words for its owner. */
export class PhotoRefused extends Error {}

/**
 * Draws a photo again, so that where and with what it was taken stay on this device, at most 2048 px wide and high, as
 * a JPEG on white. @throws PhotoRefused
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size > maxBytes) throw new PhotoRefused(photoMessages.tooLarge);
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (!bitmap) throw new PhotoRefused(unreadableText(photo));
  const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  const drawn = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.85),
  );
  if (!context || !drawn) throw new PhotoRefused(photoMessages.unreadable);
  return new File([drawn], 'photo.jpg', { type: 'image/jpeg' });
}

/** Only some browsers read an iPhone's own format. */
function unreadableText({ name, type }: File): string {
  const isHeic = /hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
  return isHeic ? photoMessages.heic : photoMessages.unreadable;
}
