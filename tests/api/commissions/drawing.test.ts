import { beforeEach, expect, test } from 'vitest';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { commissionMessages, type PlainMove } from '#contract/studio/commissions.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { type FileDesk, openFileDesk, pdf, square, workOff } from '#tests/support/file-desk.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

/** From the quote to the delivered design, as the studio does it. */

let desk: FileDesk;
let id: string;

beforeEach(async () => {
  desk = await openFileDesk();
  id = await addRequest(desk.services);
});

const offer: QuoteOffer = {
  price: 120,
  deposit: null,
  included: 'A seamless pattern, PNG at 350 DPI.',
  designType: 'Exclusive',
  rounds: 2,
  days: 10,
  validDays: 14,
  replaces: 0,
};

const part = () => ({ cookie: desk.cookie, params: { id } });
const quote = async (changed: Partial<QuoteOffer> = {}) =>
  (await callStudio(desk.app, 'quoteRequest', { ...part(), body: { ...offer, ...changed } }))
    .answer;
const moved = (move: PlainMove, from: CommissionState) => ({
  ...part(),
  body: { move, from, note: '' },
});
const move = async (...how: Parameters<typeof moved>) =>
  (await callStudio(desk.app, 'moveRequest', moved(...how))).answer;
const pay = () => makeChange(desk.services, (change) => transition(change, id, 'pay', 'shop'));

test('a quote that is sent again is sent once, and another one replaces it', async () => {
  await quote();
  expect((await quote()).quotes).toHaveLength(1);

  const { state, price, quotes, templates } = await quote({ price: 90, replaces: 1 });

  expect({ state, price }).toEqual({ state: 'quoted', price: 90 });
  expect(quotes).toMatchObject([
    { version: 2, price: 90, author: studioEmail },
    { version: 1, price: 120, deposit: null, rounds: 2, days: 10 },
  ]);
  expect(templates).toEqual([]);
  const { answer } = await callStudio(desk.app, 'auditLines', { cookie: desk.cookie, query: {} });
  expect(answer.items.filter(({ action }) => action === 'commission.quoted')).toHaveLength(2);
});

test('a quote that a colleague sent meanwhile is not replaced unseen', async () => {
  const ben = await joinStudio(desk.app, desk.services, 'ben@studio.example');
  await callStudio(desk.app, 'quoteRequest', { ...part(), cookie: ben.cookie, body: offer });

  const { status, problem } = await studioRefused(desk.app, 'quoteRequest', {
    ...part(),
    body: offer,
  });

  expect({ status, message: problem.message }).toEqual({
    status: 409,
    message: quoteMessages.colleague,
  });
});

test('the last quotes of other requests are there to start from', async () => {
  for (const price of [10, 20, 30, 40]) {
    await quote({ price });
    desk.services.pass(1000);
    id = await addRequest(desk.services);
  }
  const { answer } = await callStudio(desk.app, 'deskRequest', part());
  expect(answer.templates.map(({ price }) => price)).toEqual([40, 30, 20]);
});

test('drawing starts with a private design, which is delivered once it has a picture and its files', async () => {
  await quote();
  await pay();
  const drawing = await move('draw', 'paid');
  const designId = drawing.design?.id ?? '';
  expect(drawing).toMatchObject({ state: 'drawing', design: { pictures: [] } });
  expect((await move('draw', 'paid')).design?.id).toBe(designId);

  const refusal = async () =>
    (await studioRefused(desk.app, 'moveRequest', moved('deliver', 'drawing'))).problem.message;
  const missing = commissionMessages.notReady('Add a picture. Add a file to download.');
  expect(await refusal()).toBe(missing);

  await desk.send(designId, { name: 'foxes.png', bytes: await square(300), kind: 'image' });
  await desk.send(designId, { name: 'foxes.pdf', bytes: pdf(), kind: 'file' });
  expect(await refusal()).toContain('Add a picture.');
  await workOff(desk.services);

  const { state, design, moves } = await move('deliver', 'drawing');
  expect(state).toBe('delivered');
  expect(design?.pictures).toMatchObject([{ width: 300, height: 300 }]);
  expect(moves.map((each) => each.move)).toEqual(['quote', 'pay', 'draw', 'deliver']);
});

test.each([
  ['Non-Exclusive', null],
  ['Exclusive', commissionMessages.exclusive],
] as const)(
  'an accepted design that is %s is put in the shop once, or refused',
  async (designType, why) => {
    await quote({ designType });
    await pay();
    const designId = (await move('draw', 'paid')).design?.id ?? '';
    await desk.send(designId, { name: 'foxes.png', bytes: await square(300), kind: 'image' });
    await desk.send(designId, { name: 'foxes.pdf', bytes: pdf(), kind: 'file' });
    await workOff(desk.services);
    await move('deliver', 'drawing');
    expect((await studioRefused(desk.app, 'putInShop', part())).status).toBe(409);
    await move('accept', 'delivered');

    if (why !== null) {
      expect((await studioRefused(desk.app, 'putInShop', part())).problem.message).toBe(why);
      return;
    }
    await callStudio(desk.app, 'putInShop', part());
    expect((await callStudio(desk.app, 'putInShop', part())).answer.isForShop).toBe(true);

    const { answer } = await callStudio(desk.app, 'design', {
      cookie: desk.cookie,
      params: { id },
    });
    expect(answer.status).toBe('draft');
    expect(Object.keys(answer.missing).toSorted()).toEqual(['categoryIds', 'designers']);
    expect((await desk.filesOf(id)).files).toMatchObject([{ name: 'foxes.pdf', isReady: true }]);
    expect((await desk.filesOf(designId)).files).toHaveLength(1);
  },
);
