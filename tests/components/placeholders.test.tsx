import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { miniatureOf, miniatureSide } from '#contract/shop/miniature.ts';
import { paths } from '#contract/shop/paths.ts';
import { openShop } from '#tests/support/open-shop.tsx';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';

/** What is shown until a picture has loaded. None of these does. */

const [first, second, third] = smallCatalogue;
if (!first || !second || !third) throw new Error('The catalogue is too small');

/** Blue above, yellow below. */
const halves = Uint8Array.from({ length: miniatureSide ** 2 * 3 }, (_, at) => {
  const isAbove = at < (miniatureSide ** 2 * 3) / 2;
  return (at % 3 === 2) === isAbove ? 240 : 20;
});
const image = { _id: '1'.repeat(24), url: '/missing/640.webp', color: '#c2215f' };
const products = [
  { ...first, images: [{ ...image, width: 1200, height: 600, miniature: miniatureOf(halves) }] },
  { ...second, images: [{ ...image, width: 1200, height: 1200 }] },
  { ...third, images: [{ ...image, width: 1200, height: 1200, miniature: 'of a later version' }] },
];

function placeholderOf(title: string): CSSStyleDeclaration {
  const card = page.getByRole('article').filter({ hasText: title });
  const picture = card.element().querySelector('picture img');
  if (!picture) throw new Error(`${title} has no picture`);
  return getComputedStyle(picture);
}

async function pixelsOf(address: string) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  const pixel = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
  return { width, height, pixel };
}

test('a card shows a design’s miniature, or its mean colour while it has none', async () => {
  await openShop({ path: paths.shop.path, products });
  await expect.element(page.getByRole('article').first()).toBeVisible();

  const { backgroundImage, backgroundSize } = await vi.waitUntil(() => {
    const style = placeholderOf(first.title);
    return style.backgroundImage !== 'none' && style;
  });
  expect(backgroundSize).toBe('cover');
  const address = /^url\("(data:image\/bmp;base64,[^"]+)"\)$/.exec(backgroundImage)?.[1] ?? '';
  const { width, height, pixel } = await pixelsOf(address);
  expect([width, height]).toEqual([16, 8]);
  const [above, below] = [pixel(0, 0), pixel(15, 7)];
  expect(above[2]).toBeGreaterThan((above[0] ?? 255) + 120);
  expect(below[0]).toBeGreaterThan((below[2] ?? 255) + 120);

  for (const { title } of [second, third]) {
    const flat = placeholderOf(title);
    expect([flat.backgroundImage, flat.backgroundColor]).toEqual(['none', 'rgb(194, 33, 95)']);
  }
});
