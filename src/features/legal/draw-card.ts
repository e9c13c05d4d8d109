import { cardRows, cardTitle } from '#contract/shop/card-rows.ts';
import type { LicenceFacts } from '#contract/shop/licence-facts.ts';
import { drawQr } from '#ui/draw-qr.ts';

/** A6, landscape, at 300 dots per inch. */
const width = 1748;
const height = 1240;
const margin = 90;
const qrSize = 760;
const wordsWidth = width - 3 * margin - qrSize;

/** A licence card as a PNG, in the shop's colours. @throws if the browser can't make the picture */
export async function drawCard(facts: LicenceFacts, shop: string, url: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser has no canvas');
  await Promise.all([document.fonts.load('600 40px Fredoka'), document.fonts.load('40px Nunito')]);
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name);
  pen.fillStyle = color('--paper');
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = color('--stitch');
  pen.lineWidth = 6;
  pen.setLineDash([24, 16]);
  pen.strokeRect(36, 36, width - 72, height - 72);
  drawQr(pen, url, { right: width - margin, middle: height / 2, side: qrSize });
  pen.textBaseline = 'top';
  let y = margin + 20;
  const write = (text: string, size: number, isStrong: boolean) => {
    pen.fillStyle = color(isStrong ? '--ink' : '--ink-soft');
    pen.font = isStrong ? `600 ${size}px Fredoka` : `${size}px Nunito`;
    for (const line of linesOf(pen, text)) {
      pen.fillText(line, margin, y);
      y += size * 1.25;
    }
    y += size * 0.35;
  };
  write(`${shop} licence`, 44, false);
  write(cardTitle(facts), 68, true);
  write(facts.to, 48, true);
  for (const [term, value] of cardRows(facts)) write(`${term}: ${value}`, 40, false);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('the picture is empty');
  return picture;
}

/** The lines of a text, broken at spaces, and within words that are too long. */
function linesOf(pen: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(/(?<= )/)) {
    if (line !== '' && pen.measureText(line + part).width > wordsWidth) {
      lines.push(line);
      line = '';
    }
    for (const character of part) {
      if (pen.measureText(line + character).width > wordsWidth) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
