import { expect, test } from 'vitest';
import { boughtPackDesigns, wishedDesigns } from '#offline/catalogue/own-designs.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';

const picture = '/images/ab/640.webp';

/** A paid order of designs with these pictures. */
function ordersOf(...urls: readonly string[]): SavedOrders {
  const items = urls.map((url, place) => ({
    productId: String(place),
    product: { title: `Design ${place}`, image: { url } },
  }));
  return {
    orders: [{ _id: 'o', status: 'Completed', items }],
    savedAt: '2026-01-01T00:00:00.000Z',
  } as unknown as SavedOrders;
}

test('a bought or saved design without a picture yet has none, rather than an empty address', () => {
  expect(boughtPackDesigns(ordersOf(picture, ''))).toEqual([
    { productId: '0', title: 'Design 0', images: [picture] },
    { productId: '1', title: 'Design 1', images: [] },
  ]);
  const line = (image: string) =>
    ({ productId: 'a', snapshot: { title: 'A', image } }) as unknown as ListLine;
  expect(wishedDesigns([line(picture), line('')]).map(({ images }) => images)).toEqual([
    [picture],
    [],
  ]);
});
