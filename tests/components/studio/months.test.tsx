import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BookedMonth } from '#contract/studio/books.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';

const running: BookedMonth = {
  ...{ month: '2026-03', orders: 1, paid: 12, refunds: 0, refunded: 0, fees: 0.91 },
  ...{ unknownFees: 0, corrections: 1, corrected: -2, net: 9.09, state: 'running', closed: null },
};
const ended: BookedMonth = {
  ...{ month: '2026-02', orders: 2, paid: 24, refunds: 1, refunded: 2.5, fees: 0.91 },
  ...{ unknownFees: 1, corrections: 0, corrected: 0, net: 20.59, state: 'next', closed: null },
};
const closed = { at: '2026-03-02T09:00:00.000Z', by: 'Mia Reed' };
const tables = {
  designs: 1,
  orders: 3,
  payments: 4,
  months: 2,
  commissions: 1,
  customers: 1,
  licences: 2,
};

function open(prepare: (handlers: ReturnType<typeof openStudio>['handlers']) => void = () => {}) {
  return openStudio({
    path: '/data',
    prepare({ handlers }) {
      handlers.data = () => ({
        ...{ tables, files: { count: 0, bytes: 0 }, backups: [], machine: 'one' },
        ...{ newestElsewhere: null, run: null },
      });
      handlers.books = () => ({ months: [running, ended], isTrial: false });
      handlers.closeMonth = () => ({
        ...{ months: [running, { ...ended, state: 'closed', closed }], isTrial: false },
      });
      prepare(handlers);
    },
  });
}

const row = (month: string) => page.getByRole('row').filter({ hasText: month });

test('a month that is over is closed after a question, and says who closed it', async () => {
  const studio = open();
  await expect.element(row('2026-03')).toMatchTextContent('Not over yet');
  await expect
    .element(row('2026-03').getByRole('button', { name: 'Close 2026-03' }))
    .toHaveLength(0);
  await page.getByRole('button', { name: 'Close 2026-02' }).click();
  await page.getByRole('button', { name: 'Close the month' }).click();

  await expect.element(row('2026-02')).toMatchTextContent('by Mia Reed');
  expect(studio.sent.filter(({ name }) => name === 'closeMonth')).toHaveLength(1);
});

test('a refused closing says why, in the question', async () => {
  const message = '2026-02 is closed already.';
  open((handlers) => {
    handlers.closeMonth = () => {
      throw new Refusal('CONFLICT', { message });
    };
  });
  await page.getByRole('button', { name: 'Close 2026-02' }).click();
  await page.getByRole('button', { name: 'Close the month' }).click();

  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
});

test('a shop that is tried out says that its payments moved no money', async () => {
  open((handlers) => {
    handlers.books = () => ({ months: [running], isTrial: true });
  });

  await expect.element(page.getByText(/these payments moved no money/)).toBeVisible();
});

test('days in the wrong order are named, and nothing can be exported', async () => {
  open();
  await page.getByLabelText('From').fill('2026-02-02');
  await page.getByLabelText('Until').fill('2026-02-01');

  await expect.element(page.getByText('The first day must not be after the last.')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Payments of these days' }))
    .toHaveLength(0);
});
