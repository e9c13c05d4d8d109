import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StudioThread } from '#contract/studio/messages.ts';
import { makeRequest } from '#tests/support/lists-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const at = '2031-01-01T00:00:00.000Z';
const staff = 'ben@studio.example';
const pictureId = 'a'.repeat(24);

const quote = {
  ...{ version: 1, author: staff, price: 120, deposit: 40, included: 'A seamless pattern.' },
  designType: 'Non-Exclusive',
  ...{ rounds: 2, days: 10, validUntil: at, createdAt: at },
} as const;

const mark = { pictureId, x: 0.25, y: 0.5, text: 'Bluer.' };
const moved = { by: staff, note: '', marks: [], movedAt: at };

const request = makeRequest({
  ...{ state: 'changes_wanted', status: 'open', price: 120, dueAt: at, restDue: 80 },
  ...{ pictures: 1, pictureIds: ['b'.repeat(24)], quotes: [quote], templates: [quote] },
  notes: [{ _id: 'c'.repeat(24), author: staff, text: 'Knows what she wants.', createdAt: at }],
  moves: [
    { ...moved, move: 'quote', note: 'With the lanterns, too.' },
    { ...moved, move: 'pay', by: 'buyer' },
    { ...moved, move: 'draw' },
    { ...moved, move: 'deliver' },
    { ...moved, move: 'askForChanges', by: 'buyer', note: 'Almost.', marks: [mark] },
  ],
  design: {
    id: 'd'.repeat(24),
    pictures: [{ _id: pictureId, url: '/favicon.svg', width: 400, height: 300 }],
    isChanged: false,
  },
});

const thread: StudioThread = {
  ...{ kind: 'request', aboutId: request._id, _id: request._id, title: '' },
  ...{
    name: 'Ada',
    email: 'ada@elsewhere.example',
    waitingSince: at,
    lastAt: at,
    hasEarlier: true,
  },
  messages: [
    {
      ...{ _id: '1'.repeat(24), author: null, text: 'Like this?', createdAt: at },
      pictureIds: ['2'.repeat(24)],
    },
    { _id: '3'.repeat(24), author: staff, text: 'Yes.', pictureIds: [], createdAt: at },
  ],
};

test('the page of a request with quote, deliveries, marks, notes, payments and messages is accessible', async () => {
  openStudio({
    path: `/customs/${request._id}`,
    saved: { requests: [request] },
    prepare({ handlers }) {
      handlers.studioThread = () => thread;
      handlers.commissionPayments = () => ({
        payments: [
          {
            ...{ orderId: 'e'.repeat(24), orderNumber: 'PW-1001', part: 'deposit', totalPrice: 40 },
            ...{ paymentState: 'paid', refunded: 0, paidAt: at, isRefunding: false },
          },
        ],
        left: 40,
      });
    },
  });
  const main = page.getByRole('main');
  for (const text of ['Like this?', 'Knows what she wants.', 'Bluer.', 'Almost.']) {
    await expect.element(main).toMatchTextContent(text);
  }
  await expect.element(main).toMatchTextContent('PW-1001');
  await expectSoundScreen();
});
