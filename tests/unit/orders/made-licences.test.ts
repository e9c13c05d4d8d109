import { expect, test } from 'vitest';
import { MadeLicences } from '#server/orders/downloads/made-licences.ts';

/** Licence files are made once while they are in use. */

const shop = { name: 'Pinwheel', publicUrl: 'https://shop.example' };

function item(orderNumber: string) {
  return {
    productName: 'Foxes',
    licenseType: 'SMALL_BUSINESS' as const,
    licenceTextVersion: '2026-11',
    orderNumber,
    commissionId: null,
    card: null,
  };
}

test('the same licence is made once', () => {
  const made = new MadeLicences();
  const first = made.filesOf(item('PW-1'), undefined, shop);

  expect(made.filesOf(item('PW-1'), undefined, shop)).toBe(first);
  expect(made.filesOf(item('PW-2'), undefined, shop)).not.toBe(first);
  expect(made.filesOf(item('PW-1'), undefined, { ...shop, name: 'Kite' })).not.toBe(first);
});

test('those that were used last are kept', () => {
  const [{ bytes } = { bytes: 0 }] = new MadeLicences().filesOf(item('PW-1'), undefined, shop);
  const made = new MadeLicences(2 * bytes);
  const [one, two] = ['PW-1', 'PW-2'].map((number) => made.filesOf(item(number), undefined, shop));
  made.filesOf(item('PW-1'), undefined, shop);
  made.filesOf(item('PW-3'), undefined, shop);

  expect(made.filesOf(item('PW-1'), undefined, shop)).toBe(one);
  expect(made.filesOf(item('PW-2'), undefined, shop)).not.toBe(two);
});
