import { expect, test, vi } from 'vitest';
import { type OwnDesigns, stallChoices, stallDesigns } from '#features/stall/stall-choices.ts';
import {
  type PackDesign,
  type PackSource,
  packIdOf,
  type SeasonPack,
} from '#offline/catalogue/season-pack-store.ts';

const design = (productId: string, ...images: string[]): PackDesign => ({
  productId,
  title: productId,
  images,
});
const nothing: OwnDesigns = { wishlist: [], bought: [] };

function pack(name: string, source: PackSource, designs = 2): SeasonPack {
  const amounts = { designs, wanted: designs, pictures: designs, bytes: 9 };
  const checkedAt = '2026-06-01T10:00:00.000Z';
  return { id: packIdOf(source), name, source, status: 'done', ...amounts, checkedAt };
}

const autumn = pack('Autumn', { kind: 'collection', slug: 'autumn' });
const foxes = pack('Foxes', { kind: 'listing', call: 'productsSearch', query: { query: 'fox' } });
const kept = pack('My wishlist', { kind: 'wishlist', accountId: 'ada' }, 1);

test('offers kept listings and own designs, the proposed one first', () => {
  const own = { wishlist: [design('a')], bought: [design('b'), design('c')] };
  expect(stallChoices([autumn, foxes], own, 'bought')).toEqual([
    { key: 'bought', name: 'My designs', designs: 2 },
    { key: autumn.id, name: 'Autumn', designs: 2 },
    { key: foxes.id, name: 'Foxes', designs: 2 },
    { key: 'wishlist', name: 'My wishlist', designs: 1 },
  ]);
});

test('offers nothing without designs', () => {
  const empty = pack('Nothing', { kind: 'collection', slug: 'nothing' }, 0);
  expect(stallChoices([empty], { wishlist: null, bought: [] }, null)).toEqual([]);
});

test('a kept wishlist is offered once, with what is on the wishlist now', () => {
  const own = { wishlist: [design('a'), design('b')], bought: [] };
  expect(stallChoices([kept], own, null)).toEqual([
    { key: 'wishlist', name: 'My wishlist', designs: 2 },
  ]);
});

test('shows a kept listing in its order', async () => {
  const designs = [design('b', '/1'), design('a', '/2', '/3')];
  expect(await stallDesigns(autumn.id, [autumn], nothing, async () => designs)).toEqual(designs);
});

test('shows own designs as they are now, with all pictures of those that are kept', async () => {
  const own = { wishlist: [design('new', '/n'), design('old', '/o')], bought: [] };
  const whole = design('old', '/o', '/p');
  const shown = await stallDesigns('wishlist', [kept], own, async () => [whole, design('gone')]);
  expect(shown).toEqual([design('new', '/n'), whole]);
});

test('never reads a pack that this account may not see', async () => {
  const read = vi.fn(async () => [design('secret')]);
  const others = packIdOf({ kind: 'wishlist', accountId: 'eve' });
  expect(await stallDesigns(others, [autumn, kept], nothing, read)).toEqual([]);
  expect(read).not.toHaveBeenCalled();
});

test('waits for what is not read yet', async () => {
  const unread = { wishlist: null, bought: null };
  expect(await stallDesigns(autumn.id, null, unread, async () => [])).toBeNull();
  expect(await stallDesigns('bought', [], unread, async () => [])).toBeNull();
});
