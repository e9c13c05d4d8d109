import sharp from 'sharp';
import { expect, test } from 'vitest';
import { visiblePixels } from '#server/designs/files/picture-colors.ts';

test('samples a picture more finely without copying it in one turn', async () => {
  const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><rect width="20" height="20" fill="#d02020"/></svg>`;
  const picture = await sharp(Buffer.from(dot)).png().toBuffer();
  let samples = 0;
  const open = async () => {
    samples += 1;
    const clone = () => {
      throw new Error('a clone copies the source');
    };
    return Object.assign(sharp(picture), { clone });
  };

  const seen = await visiblePixels(open);

  expect(samples).toBe(3);
  expect([...seen.subarray(0, 3)]).toEqual([0xd0, 0x20, 0x20]);
});
