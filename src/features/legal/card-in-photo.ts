/** Not in the compiler's library yet. */
interface Detector {
  detect(picture: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { readonly formats: readonly string[] }) => Detector;

/** Whether this browser can find QR codes in pictures. */
export function canReadPhotos(): boolean {
  return 'BarcodeDetector' in globalThis;
}

/** The text of the QR code in a photo, read on the device; empty if there is none. */
export async function cardInPhoto(photo: Blob): Promise<string> {
  try {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    const [code] = await detector.detect(await createImageBitmap(photo));
    return code?.rawValue ?? '';
  } catch {
    // Not a picture.
    return '';
  }
}
