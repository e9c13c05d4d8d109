import type { Order, OrderItem } from '#contract/shop/order.ts';

/** An order item with defaults for everything a test doesn't care about. */
export function makeItem(changes: Partial<OrderItem> = {}): OrderItem {
  return {
    _id: 'b'.repeat(24),
    productId: 'c'.repeat(24),
    licenseType: 'SMALL_BUSINESS',
    licenceTextVersion: '1',
    price: 7,
    discountedPrice: null,
    productName: 'Night Owls',
    downloadLink: '',
    fileName: 'night-owls.png',
    files: [],
    isRevoked: false,
    product: { title: 'Night Owls', image: { url: '' } },
    ...changes,
  };
}

/** An order with defaults for everything a test doesn't care about. */
export function makeOrder(changes: Partial<Order> = {}): Order {
  return {
    _id: 'a'.repeat(24),
    orderNumber: 'PW-1',
    createdAt: '2026-03-04T05:06:07.000Z',
    status: 'Completed',
    paymentState: 'paid',
    totalPrice: 7,
    totalDiscount: 0,
    couponCode: null,
    paymentMethod: 'PayPal',
    customerEmail: 'robin@shop.example',
    items: [makeItem()],
    customerDetails: { name: 'Robin', email: 'robin@shop.example', country: '', city: '' },
    ...changes,
  };
}
