import type { Hono } from 'hono';
import { beforeEach, describe, expect, it, test } from 'vitest';
import {
  type CommissionStatus,
  commissionMessages,
  daysLeft,
} from '#contract/studio/commissions.ts';
import { createApp } from '#server/app.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call } from '#tests/support/call.ts';
import { created, fields, mailsOut, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  ({ cookie } = await joinStudio(app, services));
  await setStatus(services, 'On');
  await mailsOut(services);
});

async function ask(images = 0): Promise<string> {
  const pictures = await Promise.all(Array.from({ length: images }, () => picture('jpeg')));
  const { data } = await created(app, { images: pictures });
  await mailsOut(services);
  return data._id;
}

const list = async (status?: 'open' | 'answered' | 'closed') =>
  (await callStudio(app, 'deskRequests', { cookie, query: status ? { status } : {} })).answer;
const letter = async (id: string) =>
  (await callStudio(app, 'deskRequest', { cookie, params: { id } })).answer;
const reply = async (id: string, text: string, replyId = newId(services.clock())) =>
  (await callStudio(app, 'replyToRequest', { cookie, params: { id }, body: { replyId, text } }))
    .answer;
const move = async (id: string, status: CommissionStatus, from: CommissionStatus) =>
  (await callStudio(app, 'moveRequest', { cookie, params: { id }, body: { status, from } })).answer;

describe('the inbox', () => {
  it('lists incoming requests, the one due first on top', async () => {
    const first = await ask(2);
    services.pass(60_000);
    const second = await ask();

    const { items, total } = await list();

    expect(total).toBe(2);
    expect(items.map(({ _id }) => _id)).toEqual([first, second]);
    expect(items[0]).toMatchObject({ name: fields.name, status: 'open', pictures: 2 });
    expect(await letter(first)).toMatchObject({
      description: fields.description,
      email: fields.email,
      replies: [],
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

    expect(again.status).toBe('answered');
    expect(again.replies).toMatchObject([
      { author: studioEmail, text: 'Lovely!\n\nFoxes it is <b>.' },
    ]);
    const mails = await mailsOut(services);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ recipient: fields.email, attachments: [] });
    expect(mails[0]?.replyTo).toContain('@');
    expect(mails[0]?.html).toContain('Foxes it is &lt;b&gt;.');
    expect((await list()).total).toBe(0);
    expect((await list('answered')).total).toBe(1);
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
      [...text.matchAll(/Hello |Hi |Good morning/g)].map(([greeting]) => greeting),
    );
    expect(greeted).toEqual([['Hello '], ['Hi '], ['Good morning'], ['Hello ']]);
  });

  it('is stored next to earlier ones, and leaves a closed request closed', async () => {
    const id = await ask();
    await reply(id, 'First');
    await move(id, 'closed', 'answered');
    services.pass(1000);

    const { status, replies } = await reply(id, 'Second');

    expect(status).toBe('closed');
    expect(replies.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  it.each(['', '  \n ', 'a\u0000b', 'x'.repeat(10_001)])(
    'that is empty, invalid or too long is refused',
    async (text) => {
      const id = await ask();
      const body = { replyId: newId(services.clock()), text };

      const refused = await studioRefused(app, 'replyToRequest', { cookie, params: { id }, body });

      expect(refused.status).toBe(422);
      expect(Object.keys(refused.problem.fields ?? {})).toEqual(['text']);
      expect(await mailsOut(services)).toEqual([]);
    },
  );
});

test("refuses to change a request's status if a colleague has changed it meanwhile", async () => {
  const id = await ask();
  await move(id, 'closed', 'open');

  // No conflict if the request already has the wanted status.
  expect((await move(id, 'closed', 'open')).status).toBe('closed');
  const { status, problem } = await studioRefused(app, 'moveRequest', {
    cookie,
    params: { id },
    body: { status: 'answered', from: 'open' },
  });

  expect({ status, message: problem.message }).toEqual({
    status: 409,
    message: commissionMessages.moved,
  });
  expect((await letter(id)).status).toBe('closed');
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

test.each([
  ['2026-03-01T09:00:00.000Z', 14],
  ['2026-03-02T08:00:00.000Z', 14],
  ['2026-03-02T09:00:00.000Z', 13],
  ['2026-03-15T08:59:59.000Z', 1],
  ['2026-03-17T09:00:00.000Z', -2],
])('at %s a request from 1 March has %i days left', (now, left) => {
  expect(daysLeft('2026-03-01T09:00:00.000Z', new Date(now))).toBe(left);
});
