import type { Hono } from 'hono';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import {
  type BoardColumn,
  commissionDetailsSchema,
  commissionMessages,
  daysLeft,
  dueTime,
  type PlainMove,
} from '#contract/studio/commissions.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call } from '#tests/support/call.ts';
import { created, fields, mailsOut, setStatus } from '#tests/support/custom-desk.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
  await setStatus(services, 'On');
  await mailsOut(services);
});

async function ask(images = 0): Promise<string> {
  const pictures = await Promise.all(Array.from({ length: images }, () => picture('jpeg')));
  const { data } = await created(app, { images: pictures });
  await mailsOut(services);
  return data._id;
}

const list = async (column: BoardColumn = 'studio') =>
  (await callStudio(app, 'deskRequests', { cookie, query: { column } })).answer;
const letter = async (id: string) =>
  (await callStudio(app, 'deskRequest', { cookie, params: { id } })).answer;
const reply = async (id: string, text: string, messageId = newId(services.clock())) =>
  (
    await callStudio(app, 'answerThread', {
      ...{ cookie, params: { kind: 'request', id } as const, body: { messageId, text } },
    })
  ).answer;
const move = async (id: string, name: PlainMove, from: CommissionState, note = '') =>
  (
    await callStudio(app, 'moveRequest', {
      cookie,
      params: { id },
      body: { move: name, from, note },
    })
  ).answer;
const pass = async (id: string, status: 'open' | 'answered') =>
  (await callStudio(app, 'passRequest', { cookie, params: { id }, body: { status } })).answer;
const actions = async () =>
  (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items.map(
    ({ action }) => action,
  );

describe('the board', () => {
  it('lists incoming requests, the oldest on top', async () => {
    const first = await ask(2);
    services.pass(60_000);
    const second = await ask();

    const { items, total } = await list();

    expect(total).toBe(2);
    expect(items.map(({ _id }) => _id)).toEqual([first, second]);
    expect(items[0]).toMatchObject({ name: fields.name, state: 'received', pictures: 2 });
    expect(await letter(first)).toMatchObject({
      description: fields.description,
      email: fields.email,
    });
  });

  it('serves pictures only to the studio, as downloads that no browser renders', async () => {
    const { pictureIds } = await letter(await ask(1));
    const params = { id: pictureIds[0] ?? '' };

    const response = await sendStudio(app, 'deskPicture', { cookie, params });

    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment; filename="reference-1\.jpg"/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect((await sendStudio(app, 'deskPicture', { params })).status).toBe(401);
  });
});

describe('a reply', () => {
  it('is sent once, however often it is submitted, and answers go to the studio', async () => {
    const id = await ask();
    const replyId = newId(services.clock());
    await reply(id, 'Lovely!\n\nFoxes it is <b>.', replyId);
    const again = await reply(id, 'Lovely!\n\nFoxes it is <b>.', replyId);

    expect((await letter(id)).status).toBe('answered');
    expect(again.messages).toMatchObject([
      { author: studioEmail, text: 'Lovely!\n\nFoxes it is <b>.' },
    ]);
    const mails = await mailsOut(services);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ recipient: fields.email, attachments: [] });
    expect(mails[0]?.replyTo).toContain('@');
    expect(mails[0]?.html).toContain('Foxes it is &lt;b&gt;.');
    expect((await list()).total).toBe(0);
    expect((await list('buyer')).total).toBe(1);
  });

  it('is read by a page of the version before, and the answer of its server by this one', async () => {
    const { replies, restDue: _, ...before } = await letter(await ask());
    expect(replies).toEqual([]);
    const design = { id: newId(services.clock()), pictures: [] };
    expect(v.parse(commissionDetailsSchema, { ...before, design })).toMatchObject({
      design: { isChanged: false },
      restDue: null,
    });
  });

  it('greets the buyer once, whoever greets', async () => {
    const id = await ask();
    for (const text of [
      'Lovely!',
      'Hi Ada,\nlovely!',
      'Good morning! Lovely.',
      'Hibiscus it is.',
    ]) {
      await reply(id, text);
      services.pass(1);
    }
    const greeted = (await mailsOut(services)).map(({ text }) =>
      [...text.matchAll(/Hello,|Hi |Good morning/g)].map(([greeting]) => greeting),
    );
    expect(greeted).toEqual([['Hello,'], ['Hi '], ['Good morning'], ['Hello,']]);
  });

  it('is stored next to earlier ones, and leaves a closed request closed', async () => {
    const id = await ask();
    await reply(id, 'First');
    await move(id, 'close', 'received');
    services.pass(1000);

    const { messages } = await reply(id, 'Second');

    expect((await letter(id)).status).toBe('closed');
    expect(messages.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  it.each(['', '  \n ', 'a\u0000b', 'x'.repeat(10_001)])(
    'that is empty, invalid or too long is refused',
    async (text) => {
      const id = await ask();
      const body = { messageId: newId(services.clock()), text };
      const params = { kind: 'request', id } as const;

      const refused = await studioRefused(app, 'answerThread', { cookie, params, body });

      expect(refused.status).toBe(422);
      expect(Object.keys(refused.problem.fields ?? {})).toEqual(['text']);
      expect(await mailsOut(services)).toEqual([]);
    },
  );
});

describe('a move', () => {
  it('is refused if a colleague has moved the request meanwhile', async () => {
    const id = await ask();
    await move(id, 'close', 'received');

    // No conflict if the request is there already.
    expect((await move(id, 'close', 'received')).state).toBe('closed');
    const { status, problem } = await studioRefused(app, 'moveRequest', {
      cookie,
      params: { id },
      body: { move: 'decline', from: 'received', note: '' },
    });

    expect({ status, message: problem.message }).toEqual({
      status: 409,
      message: commissionMessages.moved,
    });
    expect((await letter(id)).moves).toHaveLength(1);
  });

  it('is in the history with what was said, and in the activity log', async () => {
    const id = await ask();

    await move(id, 'decline', 'received', 'We don’t draw foxes.');
    const { state, status, moves } = await move(id, 'reopen', 'declined');

    expect({ state, status }).toEqual({ state: 'received', status: 'open' });
    expect(moves).toMatchObject([
      { move: 'decline', by: studioEmail, note: 'We don’t draw foxes.' },
      { move: 'reopen', by: studioEmail, note: '' },
    ]);
    expect((await actions()).slice(0, 2)).toEqual(['commission.moved', 'commission.moved']);
  });
});

test('a request that was answered outside the shop waits for its buyer, until it says otherwise', async () => {
  const id = await ask();

  await pass(id, 'answered');
  expect((await list()).counts).toEqual({ studio: 0, drawing: 0, buyer: 1, done: 0 });
  await pass(id, 'answered');
  await pass(id, 'open');

  expect((await list()).counts).toEqual({ studio: 1, drawing: 0, buyer: 0, done: 0 });
  const changed = (await actions()).filter((each) => each === 'commission.status_changed');
  expect(changed).toHaveLength(2);
  await move(id, 'close', 'received');
  const body = { status: 'open' } as const;
  const { problem } = await studioRefused(app, 'passRequest', { cookie, params: { id }, body });
  expect(problem).toMatchObject({ code: 'CHANGED_MEANWHILE', message: commissionMessages.moved });
});

test('a note is added once, and no mail is sent', async () => {
  const id = await ask();
  const body = { noteId: newId(services.clock()), text: 'Wants it for a market.' };

  await callStudio(app, 'noteRequest', { cookie, params: { id }, body });
  const { answer } = await callStudio(app, 'noteRequest', { cookie, params: { id }, body });

  expect(answer).toMatchObject({ state: 'received', status: 'open' });
  expect(answer.notes).toMatchObject([{ author: studioEmail, text: 'Wants it for a market.' }]);
  expect(await mailsOut(services)).toEqual([]);
  expect((await actions()).filter((each) => each === 'commission.noted')).toHaveLength(1);
});

test('the switch opens every shop, notifies buyers who asked once, and says how many', async () => {
  await setStatus(services, 'Off');
  const { token } = await signUp(services);
  await call(app, 'customsNews', { token, body: { isWanted: true } });
  await signUp(services);
  const turn = async (status: 'On' | 'Off') =>
    (await callStudio(app, 'setCustomsState', { cookie, body: { status } })).answer;

  expect(await turn('On')).toMatchObject({ status: 'On', listeners: 1 });
  await turn('On');
  while (await announceOpening(services));

  await services.catalogue.refresh();
  expect((await call(app, 'customStatus', {})).answer.status).toBe('On');
  const mails = (await mailsOut(services)).filter(({ subject }) =>
    subject.includes('taking custom'),
  );
  expect(mails).toHaveLength(1);
  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items.filter(({ action }) => action === 'commissions.opened')).toHaveLength(1);
});

const due = { state: 'received', status: 'open', dueAt: null } as const;
const madeAt = '2026-03-01T09:00:00.000Z';

test.each([
  ['2026-03-01T09:00:00.000Z', 14],
  ['2026-03-02T08:00:00.000Z', 14],
  ['2026-03-02T09:00:00.000Z', 13],
  ['2026-03-15T08:59:59.000Z', 1],
  ['2026-03-17T09:00:00.000Z', -2],
])('at %s a request from 1 March has %i days left', (now, left) => {
  const time = dueTime({ ...due, createdAt: madeAt });
  expect(time === null ? null : daysLeft(time, new Date(now))).toBe(left);
});

test.each([
  ['paid', 'open', '2026-03-20T09:00:00.000Z'],
  ['drawing', 'answered', '2026-03-20T09:00:00.000Z'],
  ['changes_wanted', 'open', '2026-03-20T09:00:00.000Z'],
  ['quoted', 'answered', null],
  ['delivered', 'answered', null],
  ['accepted', 'closed', null],
] as const)('when a request that is %s is due', (state, status, dueAt) => {
  const time = dueTime({ state, status, dueAt: '2026-03-20T09:00:00.000Z', createdAt: madeAt });
  expect(time).toBe(dueAt === null ? null : Date.parse(dueAt));
});
