/** What the first bytes of a PNG, JPEG or WebP say; browsers read it before an upload, the server after it. */

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Null if it is none of the kinds that the shop shows. */
export function pictureType(head: Uint8Array): PictureType | null {
  const text = latin1(head.subarray(0, 12));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return text.startsWith('RIFF') && text.slice(8) === 'WEBP' ? 'image/webp' : null;
}

/** A picture's size as it is stored; null if these bytes don't say it. */
export function pictureSize(head: Uint8Array): PixelSize | null {
  const type = pictureType(head);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (type === 'image/png') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (type === 'image/jpeg') return jpegSize(view);
    return type === 'image/webp' ? webpSize(view, latin1(head.subarray(12, 16))) : null;
  } catch (error) {
    // The bytes end early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** @throws RangeError if no frame begins in these bytes */
function jpegSize(view: DataView): PixelSize | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Markers without content, and bytes that fill up.
    const isAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
}

function isFrame(marker: number): boolean {
  const tables = [0xc4, 0xc8, 0xcc];
  return marker >= 0xc0 && marker <= 0xcf && !tables.includes(marker);
}

function webpSize(view: DataView, chunk: string): PixelSize | null {
  const size14 = 0x3fff;
  if (chunk === 'VP8 ') {
    return { width: view.getUint16(26, true) & size14, height: view.getUint16(28, true) & size14 };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & size14) + 1, height: ((bits >>> 14) & size14) + 1 };
  }
  if (chunk !== 'VP8X') return null;
  const size24 = 0xff_ffff;
  return {
    width: (view.getUint32(24, true) & size24) + 1,
    height: (view.getUint32(26, true) >>> 8) + 1,
  };
}
