import { beforeEach, expect, test } from 'vitest';
import { deliveryMessages } from '#contract/shop/delivery.ts';
import { deliveredPicturePath } from '#contract/shop/own-paths.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { mailsOut } from '#tests/support/custom-desk.ts';
import { type FileDesk, openFileDesk, pdf, square, workOff } from '#tests/support/file-desk.ts';
import { signUp, type TestAccount } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

/** What a buyer does with a delivered design. */

const staffId = 'a'.repeat(24);

let desk: FileDesk;
let buyer: TestAccount;
let other: TestAccount;
let id: string;

beforeEach(async () => {
  desk = await openFileDesk();
  buyer = await signUp(desk.services);
  other = await signUp(desk.services);
  id = await addRequest(desk.services, { accountId: buyer.id });
  await makeAuditedChange(desk.services, staffId, (change) =>
    makeQuote(change, id, {
      price: 120,
      deposit: null,
      included: 'A seamless pattern.',
      designType: 'Exclusive',
      rounds: 1,
      days: 10,
      validDays: 14,
      replaces: 0,
    }),
  );
  await move('pay', 'draw');
  const design = await makeChange(desk.services, (change) => designOf(change, id));
  await desk.send(design.id, { name: 'foxes.png', bytes: await square(300), kind: 'image' });
  await workOff(desk.services);
});

function move(...names: ('pay' | 'draw' | 'deliver')[]): Promise<void> {
  return makeChange(desk.services, async (change) => {
    for (const name of names) {
      await transition(change, id, name, name === 'pay' ? 'shop' : { staffId });
    }
  });
}

const request = async () =>
  (await call(desk.app, 'ownRequest', { token: buyer.token, params: { id } })).answer;
const accepting = (delivery: number) => ({
  token: buyer.token,
  params: { id },
  body: { delivery },
});
const wanting = (delivery: number, note = 'Almost.') => ({
  token: buyer.token,
  params: { id },
  body: { delivery, note, marks: [{ pictureId: staffId, x: 0.25, y: 1, text: 'A redder fox.' }] },
});
async function drawnDesign() {
  const part = { cookie: desk.cookie, params: { id } };
  const { design } = (await callStudio(desk.app, 'deskRequest', part)).answer;
  if (!design) throw new Error('no design');
  return design;
}
const picture = async (token?: string) => {
  const { pictures } = await drawnDesign();
  return desk.app.request(deliveredPicturePath(pictures[0]?._id ?? ''), {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
};

test('a design is shown to its buyer alone, once it is delivered, as a preview', async () => {
  expect((await request()).delivery).toBeNull();
  expect((await picture(buyer.token)).status).toBe(404);

  await move('deliver');

  expect((await request()).delivery).toMatchObject({
    number: 1,
    pictures: [{ width: 300, height: 300 }],
    roundsLeft: 1,
  });
  const preview = await picture(buyer.token);
  expect(Object.fromEntries(preview.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
  });
  expect((await picture(other.token)).status).toBe(404);
  expect((await picture()).status).toBe(401);
});

test('two tabs accept: it is accepted once, and the studio hears of it', async () => {
  await move('deliver');
  await mailsOut(desk.services);

  await call(desk.app, 'acceptDelivery', accepting(1));
  const { answer } = await call(desk.app, 'acceptDelivery', accepting(1));

  expect(answer).toMatchObject({ state: 'accepted', delivery: { number: 1 } });
  expect(answer.moves.filter(({ toState }) => toState === 'accepted')).toHaveLength(1);
  const subjects = (await mailsOut(desk.services)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('accepted your design'))).toHaveLength(1);
});

test('changes with marks reach the studio once, and as often as the quote says', async () => {
  await move('deliver');

  await call(desk.app, 'wantChanges', wanting(1));
  const { answer } = await call(desk.app, 'wantChanges', wanting(1));
  expect(answer).toMatchObject({ state: 'changes_wanted', delivery: { roundsLeft: 0 } });
  const refused = await callRefused(desk.app, 'wantChanges', wanting(1, 'Something else.'));
  expect(refused.problem).toMatchObject({
    code: 'CONFLICT',
    message: commissionMessages.outOfTurn('Changes wanted'),
  });

  const seen = await callStudio(desk.app, 'deskRequest', { cookie: desk.cookie, params: { id } });
  expect(seen.answer.status).toBe('open');
  expect(seen.answer.moves.at(-1)).toMatchObject({
    move: 'askForChanges',
    by: 'buyer',
    note: 'Almost.',
    marks: [{ x: 0.25, y: 1, text: 'A redder fox.' }],
  });
  await move('draw');
  expect((await request()).delivery).toBeNull();
  await move('deliver');
  expect((await callRefused(desk.app, 'wantChanges', wanting(2))).problem.message).toBe(
    commissionMessages.noRoundLeft(1),
  );
});

test('a version that was replaced is neither accepted nor changed unseen', async () => {
  await move('deliver');
  await call(desk.app, 'wantChanges', wanting(1));
  await move('draw', 'deliver');

  for (const refused of [
    await callRefused(desk.app, 'acceptDelivery', accepting(1)),
    await callRefused(desk.app, 'wantChanges', wanting(1)),
  ]) {
    expect(refused.status).toBe(409);
    expect(refused.problem.message).toBe(deliveryMessages.newer);
  }
  expect((await call(desk.app, 'acceptDelivery', accepting(2))).answer.state).toBe('accepted');
});

test('what was changed after the delivery is neither shown nor accepted until it is delivered again', async () => {
  const { id: designId } = await drawnDesign();
  await desk.send(designId, { name: 'foxes.pdf', bytes: pdf(), kind: 'file' });
  await workOff(desk.services);
  await move('deliver');
  const [shown] = (await request()).delivery?.pictures ?? [];
  await desk.send(designId, { name: 'owls.png', bytes: await square(200), kind: 'image' });
  await workOff(desk.services);

  expect((await request()).delivery).toMatchObject({ pictures: [shown], isChanged: true });
  const { pictures, isChanged } = await drawnDesign();
  expect([pictures.length, isChanged]).toEqual([2, true]);
  const added = pictures.find(({ _id }) => _id !== shown?._id)?._id ?? '';
  const headers = { Authorization: `Bearer ${buyer.token}` };
  const preview = await desk.app.request(deliveredPicturePath(added), { headers });
  expect(preview.status).toBe(404);
  const part = { cookie: desk.cookie, params: { id } };
  const moved = (name: 'accept' | 'deliver') => ({
    ...part,
    body: { move: name, from: 'delivered' as const, note: '' },
  });
  for (const { status, problem } of [
    await callRefused(desk.app, 'acceptDelivery', accepting(1)),
    await studioRefused(desk.app, 'moveRequest', moved('accept')),
  ]) {
    expect([status, problem.message]).toEqual([409, deliveryMessages.changed]);
  }

  await callStudio(desk.app, 'moveRequest', moved('deliver'));
  await callStudio(desk.app, 'moveRequest', moved('deliver'));
  expect((await request()).delivery).toMatchObject({
    number: 2,
    pictures: [shown, { _id: added }],
    isChanged: false,
  });
  const { problem } = await callRefused(desk.app, 'acceptDelivery', accepting(1));
  expect(problem.message).toBe(deliveryMessages.newer);
  expect((await call(desk.app, 'acceptDelivery', accepting(2))).answer.state).toBe('accepted');
});

test('a file that was replaced after the delivery is not accepted', async () => {
  const { id: designId } = await drawnDesign();
  await desk.send(designId, { name: 'foxes.pdf', bytes: pdf(), kind: 'file' });
  await workOff(desk.services);
  await move('deliver');
  const replaces = (await desk.filesOf(designId)).files[0]?._id ?? '';
  await desk.send(designId, { name: 'foxes.pdf', bytes: pdf(), kind: 'file', replaces });
  await workOff(desk.services);

  const { problem } = await callRefused(desk.app, 'acceptDelivery', accepting(1));

  expect(problem.message).toBe(deliveryMessages.changed);
});

test('changes without a word are refused', async () => {
  await move('deliver');
  const body = { delivery: 1, note: '', marks: [] };
  const { status, problem } = await callRefused(desk.app, 'wantChanges', {
    token: buyer.token,
    params: { id },
    body,
  });
  expect([status, problem.fields]).toEqual([422, { note: deliveryMessages.nothing }]);
});
