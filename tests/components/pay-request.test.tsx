import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { quotedCheckoutPath } from '#contract/shop/quoted-checkout.ts';
import { makeOwnQuote, makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop, resize } from '#tests/support/open-shop.tsx';
import { faults } from '#tests/support/sound-screen.ts';

const payment = page.getByRole('region', { name: 'Payment' });
const pay = payment.getByRole('link');
const quoted: Partial<OwnRequest> = { state: 'quoted', due: { part: 'whole', amount: 120 } };

function openRequest(part: Partial<OwnRequest>, user = newUser()) {
  const request = makeOwnRequest({ quote: makeOwnQuote(), ...part });
  return openShop({
    path: ownRequestPath(request._id),
    user,
    prepare(shop) {
      shop.handlers.ownRequests = () => ({ requests: [request] });
    },
  });
}

test('a quote leads to the checkout with what is due', async () => {
  await openRequest(quoted);
  await expect.element(pay).toHaveTextContent('Accept and pay · $120.00');
  await expect.element(pay).toHaveAttribute('href', quotedCheckoutPath('f'.repeat(24)));
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
  }
});

test('a quote says how much is paid now, and that the rest follows', async () => {
  const quote = makeOwnQuote({ deposit: 40 });
  await openRequest({ ...quoted, quote, due: { part: 'deposit', amount: 40 } });
  await expect.element(payment).toMatchTextContent('You pay a deposit of $40.00 now');
});

test('after a deposit, the rest is due', async () => {
  const quote = makeOwnQuote({ deposit: 40 });
  await openRequest({ state: 'drawing', quote, due: { part: 'rest', amount: 80 }, paid: 40 });
  await expect.element(pay).toHaveTextContent('Pay the rest · $80.00');
});

test('who isn’t approved reads that before paying', async () => {
  await openRequest(quoted, newUser({ status: 'pending', approved: false }));
  await expect.element(payment).toMatchTextContent('You can pay once the studio has approved');
  await expect.element(pay).toHaveLength(0);
});

test('without a signal, the page says when paying is possible', async () => {
  await openRequest(quoted);
  await expect.element(pay).toBeVisible();
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'onLine');
  });
  dispatchEvent(new Event('offline'));
  await expect.element(payment).toMatchTextContent('You’re offline.');
  await expect.element(pay).toHaveLength(0);
});

test('an expired quote can’t be paid', async () => {
  const past = makeOwnQuote({ validUntil: '2026-03-03T12:00:00.000Z' });
  await openRequest({ ...quoted, quote: past });
  await expect.element(page.getByRole('region', { name: 'Quote' })).toBeVisible();
  await expect.element(payment).toHaveLength(0);
});

test('a payment that is being processed isn’t offered again', async () => {
  await openRequest({ ...quoted, due: null, isBeingPaid: true });
  await expect.element(payment).toMatchTextContent('Your payment is still being processed.');
});
