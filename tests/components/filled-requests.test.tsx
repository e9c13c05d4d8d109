import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  deliveredPicturePath,
  ownRequestPath,
  requestPicturePath,
} from '#contract/shop/own-paths.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import type { Thread } from '#contract/shop/thread.ts';
import { messagePicturePath } from '#contract/shop/thread-paths.ts';
import { makeOwnQuote, makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop, resize } from '#tests/support/open-shop.tsx';
import { faults } from '#tests/support/sound-screen.ts';

const at = '2026-03-02T12:00:00.000Z';
const [sentId, drawnId, writtenId] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
];
const size = { width: 400, height: 300 };
const received = {
  toState: 'quoted',
  mover: 'studio',
  note: 'With the lanterns, too.',
  movedAt: at,
} as const;

const quoted = makeOwnRequest({
  state: 'quoted',
  pictures: [{ _id: sentId, ...size }],
  moves: [received],
  quote: makeOwnQuote({ deposit: 40 }),
  due: { part: 'deposit', amount: 40 },
});

const delivered: OwnRequest = {
  ...quoted,
  state: 'delivered',
  moves: [
    received,
    { toState: 'paid', mover: 'buyer', note: '', movedAt: at },
    { toState: 'drawing', mover: 'studio', note: '', movedAt: at },
    { toState: 'delivered', mover: 'studio', note: 'Here it is.', movedAt: at },
  ],
  delivery: { number: 1, pictures: [{ _id: drawnId, ...size }], roundsLeft: 2 },
  countsAsAcceptedAt: '2099-01-01T12:00:00.000Z',
  dueAt: at,
  paid: 40,
  due: { part: 'rest', amount: 80 },
  orders: [{ _id: 'd'.repeat(24), part: 'deposit' }],
};

const thread: Thread = {
  ...{ kind: 'request', aboutId: quoted._id, title: '', hasEarlier: true },
  messages: [
    {
      ...{ _id: '1'.repeat(24), author: 'buyer', text: 'Like this?', createdAt: at },
      pictures: [{ _id: writtenId, ...size }],
    },
    { _id: '2'.repeat(24), author: 'studio', text: 'Yes.', createdAt: at, pictures: [] },
  ],
};

test.each([
  ['a quote', quoted],
  ['a delivery', delivered],
] as const)(
  'the page of a request with %s, pictures and messages is accessible',
  async (_, request) => {
    const shop = await openShop({
      path: ownRequestPath(request._id),
      user: newUser({ approved: true }),
      prepare({ handlers }) {
        handlers.ownRequests = () => ({ requests: [request] });
        handlers.ownThreads = () => ({ threads: [thread] });
      },
    });
    const canvas = new OffscreenCanvas(size.width, size.height);
    canvas.getContext('2d');
    const picture = await canvas.convertToBlob();
    const paths = [
      ...[requestPicturePath(sentId), deliveredPicturePath(drawnId), messagePicturePath(writtenId)],
    ] as readonly unknown[];
    const shopFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) =>
      paths.includes(input) ? new Response(picture) : shopFetch(input, init);
    await shop.reload();
    await expect.element(page.getByText('Like this?')).toBeVisible();
    await expect.element(page.getByText('With the lanterns, too.')).toBeVisible();
    const count = request.delivery ? 3 : 2;
    await expect.poll(() => document.querySelectorAll('main img').length).toBe(count);
    for (const width of [360, 1440]) {
      await resize(width, 900);
      expect(await faults(), `at ${width} px`).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  },
);
