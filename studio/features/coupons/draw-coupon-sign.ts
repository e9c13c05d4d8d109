import { discountOf } from '#contract/shop/coupon-words.ts';
import type { StudioCoupon } from '#contract/studio/coupons.ts';
import { drawQr } from '#ui/draw-qr.ts';

/** A6, upright, at 300 dots per inch. */
const width = 1240;
const height = 1748;
const qrSize = 900;

/** A sign for the stall as a PNG: what the coupon takes off, its QR code and the code itself. @throws if the browser can't make the picture */
export async function drawCouponSign(coupon: StudioCoupon, link: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser has no canvas');
  await document.fonts.load('600 40px Fredoka');
  // Black on white, whatever the screen's theme: it is printed.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  drawQr(pen, link, { right: width / 2 + qrSize / 2, middle: 860, side: qrSize });
  pen.fillStyle = '#000000';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const write = (text: string, y: number, size: number) => {
    pen.font = `600 ${size}px Fredoka, sans-serif`;
    const scale = Math.min(1, (width - 160) / pen.measureText(text).width);
    pen.font = `600 ${Math.floor(size * scale)}px Fredoka, sans-serif`;
    pen.fillText(text, width / 2, y);
  };
  write(discountOf(coupon), 240, 180);
  write(`Scan me, or use the code ${coupon.code}`, 1450, 64);
  write(link.replace(/^https?:\/\//, ''), 1570, 48);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('the picture is empty');
  return picture;
}
