import { qrPath } from './qr-path.ts';

interface Place {
  /** Where its right edge and its middle line are. */
  readonly right: number;
  readonly middle: number;
  /** Its greatest width. */
  readonly side: number;
}

/** Draws a text's QR code, black on white. */
export function drawQr(pen: CanvasRenderingContext2D, text: string, place: Place): void {
  const { path, size } = qrPath(text);
  // Whole pixels per square, so that scanners see sharp edges.
  const scale = Math.floor(place.side / size);
  pen.save();
  pen.translate(place.right - size * scale, place.middle - (size * scale) / 2);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, size * scale, size * scale);
  pen.scale(scale, scale);
  pen.fillStyle = '#000000';
  pen.fill(new Path2D(path));
  pen.restore();
}
