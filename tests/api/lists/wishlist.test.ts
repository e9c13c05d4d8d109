import { expect, test } from 'vitest';
import { call } from '#tests/support/call.ts';
import { openListDesk } from '#tests/support/list-desk.ts';

async function setUp() {
  const desk = await openListDesk();
  const { app, token } = desk;
  return {
    ...desk,
    wishlist: async () => (await call(app, 'wishlist', { token })).answer,
    save: async (productId: string) =>
      (await call(app, 'wishlistAdd', { token, body: { productId } })).answer,
  };
}

test('an empty wishlist has no items (S14)', async () => {
  const { wishlist } = await setUp();

  expect(await wishlist()).toEqual({ items: [], version: 0 });
});

test('returns what was saved, with current prices (S14, O09)', async () => {
  const { services, wishlist, save, product } = await setUp();
  const foxes = await product({ title: 'Foxes', price: 1250, discountedPrice: 999 });
  const moons = await product({ title: 'Moons', price: 800 });
  await save(moons);
  services.pass(1000);
  await save(foxes);

  expect(await wishlist()).toEqual({
    items: [
      {
        _id: moons,
        title: 'Moons',
        image: `/images/${moons.padEnd(64, '0')}/640.webp`,
        price: 8,
        discountedPrice: null,
        available: true,
        addedAt: '2026-03-01T09:00:00.000Z',
      },
      {
        _id: foxes,
        title: 'Foxes',
        image: `/images/${foxes.padEnd(64, '0')}/640.webp`,
        price: 12.5,
        discountedPrice: 9.99,
        available: true,
        addedAt: '2026-03-01T09:00:01.000Z',
      },
    ],
    version: 2,
  });
});
