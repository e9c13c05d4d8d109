import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CommissionPayments } from '#contract/studio/orders.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeRequest } from '#tests/support/lists-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const deposit: CommissionPayments['payments'][number] = {
  orderId: 'd'.repeat(24),
  orderNumber: 'PW-1001',
  part: 'deposit',
  paymentState: 'paid',
  totalPrice: 40,
  refunded: 0,
  paidAt: '2031-01-01T00:00:00.000Z',
  isRefunding: false,
};
const rest = {
  ...deposit,
  orderId: 'e'.repeat(24),
  orderNumber: 'PW-1002',
  part: 'rest',
  totalPrice: 80,
} as const;

function open(state: 'drawing' | 'accepted') {
  const request = makeRequest({ state, status: 'answered' });
  const opened = openStudio({ path: `/customs/${request._id}`, saved: { requests: [request] } });
  opened.handlers.commissionPayments = () => ({ payments: [deposit, rest], left: 120 });
  return { ...opened, request };
}

const card = page.getByRole('region', { name: 'Payments' });
const ask = card.getByRole('button', { name: 'Refund $120.00…' });

test('one press returns deposit and rest, after a question', async () => {
  const { handlers, bodiesOf, request } = open('drawing');
  const refunded = { paymentState: 'refunded' } as const;
  handlers.refundCommission = () => {
    request.state = 'refunded';
    return {
      payments: [
        { ...deposit, ...refunded },
        { ...rest, ...refunded },
      ],
      left: 0,
    };
  };

  await expect.element(card).toMatchTextContent('Deposit, $40.00: PW-1001 (paid)');
  await expect.element(card).toMatchTextContent('Rest of the price, $80.00: PW-1002 (paid)');
  await expectSoundScreen();
  await ask.click();
  await page.getByRole('button', { name: 'Refund $120.00', exact: true }).click();

  await expect.element(toastOf('$120.00 refunded. The buyer has been e-mailed.')).toBeVisible();
  await expect.element(card).toMatchTextContent('PW-1002 (refunded)');
  expect(bodiesOf('refundCommission')).toEqual([{ amount: 120 }]);
});

test('a refusal says why, and shows what is left now', async () => {
  const { handlers } = open('drawing');
  const message = 'The PayPal balance is too low, and no bank account is set up there.';
  handlers.refundCommission = () => {
    handlers.commissionPayments = () => ({
      payments: [{ ...deposit, paymentState: 'refunded' }, rest],
      left: 80,
    });
    throw new Refusal('CONFLICT', { message });
  };
  await ask.click();
  await page.getByRole('button', { name: 'Refund $120.00', exact: true }).click();

  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(card).toMatchTextContent('PW-1001 (refunded)');
});

test('an accepted design isn’t refunded by this press', async () => {
  open('accepted');
  await expect.element(card).toMatchTextContent('PW-1001');
  await expect.element(ask).toHaveLength(0);
});
