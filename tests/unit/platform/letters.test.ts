import { expect, test } from 'vitest';
import {
  accountDecided,
  accountDeleted,
  emailChanged,
  emailRemoved,
  emailRestored,
  oneTimeCode,
  passwordChanged,
  registered,
} from '#server/platform/mail/account-letters.ts';
import { receipt } from '#server/platform/mail/order-letters.ts';
import { studioNotice } from '#server/platform/mail/studio-letters.ts';

const head = { studioName: 'Pinwheel', publicUrl: 'https://shop.example' };
const ada = { firstName: 'Ada', status: 'approved' } as const;
const rejected = { ...ada, status: 'rejected' } as const;
const order = {
  id: 'a'.repeat(24),
  orderNumber: 'PW-1001',
  customerName: 'Ada <Sewell>',
  paidAt: '2026-03-01T09:00:00.000Z',
  totalPrice: 1499,
  couponCode: null,
  couponDiscount: 0,
  quotePart: null,
  items: [
    {
      productName: 'Woodland foxes',
      price: 1250,
      discountedPrice: 999,
      licenseType: 'SMALL_BUSINESS',
      licenceItems: 250,
      collectionName: null,
    },
    {
      productName: 'Moons',
      price: 500,
      discountedPrice: null,
      licenseType: 'SMALL_BUSINESS',
      licenceItems: 250,
      collectionName: null,
    },
  ],
} as const;

test('a receipt names what was bought, the total, and where the files are', () => {
  const { subject, text, html } = receipt(head, order);

  expect(subject).toBe('Your receipt for order PW-1001');
  expect(text).toContain('Woodland foxes (Small business licence): $9.99');
  expect(text).toContain('Moons (Small business licence): $5.00');
  expect(text).toContain(
    'Small business licence. Sell what you make by hand, as much as you like.',
  );
  expect(text).toContain('up to 250 items.');
  expect(text).not.toContain('up to 100 goods');
  expect(text).toContain('Total: $14.99');
  expect(text).toContain(`https://shop.example/dashboard/my-orders?order=${order.id}`);
  expect(text).not.toContain('Coupon');
  expect(html).not.toContain('<Sewell>');
});

test('a receipt shows what a coupon took off', () => {
  const { text } = receipt(head, {
    ...order,
    couponCode: 'SPRING',
    couponDiscount: 300,
    totalPrice: 1199,
  });

  expect(text).toContain('Coupon SPRING: -$3.00');
  expect(text).toContain('Total: $11.99');
});

test('a decision says which it is', () => {
  expect(accountDecided(head, ada).text).toContain('is approved');
  expect(accountDecided(head, rejected).text).toContain('couldn’t approve');
});

test('an approval links back to the cart', () => {
  const { text } = accountDecided(head, ada);
  expect(text).toContain('You can now pay for the designs in your cart');
  expect(text).toContain('https://shop.example/add-to-cart');
});

test('a welcome says that paying is possible after approval', () => {
  expect(registered(head).text).toContain(
    'You can fill your cart now and pay once the studio has approved your account, usually within a day; we’ll e-mail you.',
  );
});

test('the studio is told what was noticed about a payment', () => {
  const { subject, text } = studioNotice(head, {
    id: 'f'.repeat(24),
    orderNumber: 'PW-1001',
    totalPrice: 1499,
    reason: 'captured $1.00',
  });

  expect(subject).toContain('PW-1001');
  expect(text).toContain('$14.99');
  expect(text).toContain('captured $1.00');
});

test("a rejection gives the studio's reason, if there is one", () => {
  const plain = accountDecided(head, rejected).text;
  const reasoned = accountDecided(head, rejected, 'Your link leads nowhere.').text;

  expect(reasoned).toContain('Your link leads nowhere.');
  expect(reasoned.replace('Your link leads nowhere.\n\n', '')).toBe(plain);
});

test("a code is in the mail's body, not in its subject, and without a name", () => {
  const { subject, text, html } = oneTimeCode(head, '0042');

  expect(subject).not.toContain('0042');
  expect(text).toContain('Your code is 0042.');
  expect(text).toContain('within 2 minutes');
  expect(html).toContain('0042');
});

test('notices say what happened and what to do if it was somebody else', () => {
  expect(passwordChanged(head, ada).text).toContain('https://shop.example/forgot-password');
  const undo = emailChanged(head, ada, '/forgot-password?undo-email#token=t').text;
  expect(undo).toContain('If this wasn’t you, undo it within 72 hours');
  expect(undo).toContain('https://shop.example/forgot-password?undo-email#token=t');
  expect(emailRestored(head, ada).text).toContain('https://shop.example/forgot-password');
  expect(emailRemoved(head).text).toContain('can no longer sign in with this address');
  expect(accountDeleted(head, ada).text).toContain('Your account has been deleted');
});

test('only approved accounts are addressed by name', () => {
  const stranger = { firstName: 'Win $500 at https://bad.example', status: 'pending' } as const;

  for (const write of [passwordChanged, emailChanged, emailRestored, accountDeleted]) {
    expect(write(head, ada, '/').text).toMatch(/ Ada, /);
    expect(write(head, stranger, '/').text).not.toContain('bad.example');
  }
  expect(accountDecided(head, ada).text).toContain('Hello Ada, ');
  expect(accountDecided(head, { ...stranger, status: 'rejected' }).text).toContain('Hello, we');
  expect(registered(head).text).toContain('Hello, thanks for joining');
});
