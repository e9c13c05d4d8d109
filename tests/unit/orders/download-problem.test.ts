import { randomBytes } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { problemOf, studioMail } from '#features/orders/download-problem.ts';
import { fetchFile } from '#features/orders/fetch-file.ts';
import { openDraft } from '#offline/files/file-draft.ts';
import { fileNetwork, type Mishap } from '#tests/support/file-network.ts';

const { downloads } = messages;
const name = 'Foxes.png';

/** The message a buyer gets after these mishaps. */
async function problemAfter(...mishaps: readonly Mishap[]) {
  const { ask } = fileNetwork(randomBytes(1000), ...mishaps);
  const draft = await openDraft(null, 'account', 'file');
  const clock = { now: Date.now, after: () => () => {} };
  const parts = { name, draft, ask, clock, onProgress: () => {} };
  try {
    await fetchFile(parts, new AbortController().signal);
  } catch (error) {
    return problemOf(name, true, error);
  }
  throw new Error('It arrived');
}

const answer = (status: number, body: object | string): Mishap => ({
  answer: () =>
    typeof body === 'string'
      ? new Response(body, { status, headers: { 'Content-Type': 'text/html' } })
      : Response.json(body, { status }),
});
const refunded = 'This design was refunded, so you can no longer download its files.';
const unmade = 'This file isn’t ready yet. Please try again in a minute.';

test.each<[string, readonly Mishap[], { text: string; isForStudio: boolean }]>([
  [
    'a file damaged twice',
    [{ isDamaged: true }, { isDamaged: true }],
    { text: `${name} ${downloads.damaged}`, isForStudio: true },
  ],
  ['no connection', [{ dropAfter: 0 }], { text: downloads.unreached, isForStudio: false }],
  [
    'a captive portal',
    [answer(200, '<h1>Wi-Fi</h1>')],
    { text: downloads.foreign, isForStudio: false },
  ],
  [
    'a bare 502',
    [answer(502, '<h1>Bad gateway</h1>')],
    { text: downloads.broken, isForStudio: true },
  ],
  [
    'a session that ended',
    [answer(401, { message: 'Please sign in.' })],
    { text: downloads.signedOut, isForStudio: false },
  ],
  ['a refund', [answer(403, { message: refunded })], { text: refunded, isForStudio: true }],
  [
    'a file that is still being made',
    [answer(503, { message: unmade })],
    { text: unmade, isForStudio: false },
  ],
])('says what to do after %s', async (_, mishaps, expected) => {
  expect(await problemAfter(...mishaps)).toEqual(expected);
});

it('addresses the mail to all designers, with the order number; there is none if no address is known', () => {
  const designers = [{ email: 'clementine@shop.example' }, { email: 'juniper@shop.example' }];
  expect(studioMail(designers, 'PW-1', 'Fox & moon.png')).toBe(
    'mailto:clementine@shop.example,juniper@shop.example?subject=Download%20problem%3A%20order%20PW-1&body=Order%20PW-1%2C%20file%20Fox%20%26%20moon.png%3A%20',
  );
  expect(studioMail([], 'PW-1', 'Fox.png')).toBeNull();
});
