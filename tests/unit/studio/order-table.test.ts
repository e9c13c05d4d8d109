import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { OrderEntry } from '#contract/studio/orders.ts';
import { OrderTable } from '#studio/ui/order-table.tsx';

/** The list of one order of an account of Hazel Button. */
function shown(customerName: string): string {
  const order: OrderEntry = {
    id: 'a'.repeat(24),
    orderNumber: 'PW-1001',
    createdAt: '2026-03-01T09:00:00.000Z',
    paymentState: 'paid',
    isDisputed: false,
    totalPrice: 12,
    refunded: 0,
    designs: ['Foxes'],
    buyer: { id: 'b'.repeat(24), name: 'Hazel Button', email: 'hazel@shop.example' },
    customerName,
  };
  const table = createElement(OrderTable, { orders: [order], hasBuyer: true });
  return renderToStaticMarkup(createElement(MemoryRouter, null, table));
}

test('an order also shows the name given at checkout, by which a search finds it, if it is another', () => {
  expect(shown('Ida Fern')).toContain('>Hazel Button (Ida Fern)<');
});

test.each(['Hazel Button', ''])('the name “%s” at checkout adds nothing', (customerName) => {
  expect(shown(customerName)).toContain('>Hazel Button<');
});
