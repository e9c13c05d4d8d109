import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { createApp } from '#server/app.ts';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { endSilence, expireQuotes, passTime } from '#server/commissions/silence.ts';
import { tellBuyer } from '#server/commissions/tell-buyer.ts';
import { readRequest, transition } from '#server/commissions/transition.ts';
import { answerThread } from '#server/messages/answer-thread.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import type { Database } from '#server/platform/database/open.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call } from '#tests/support/call.ts';
import { mailsOut } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const staffId = 'a'.repeat(24);
const day = 86_400_000;

let services: TestServices;
let app: Hono;
let token: string;
let id: string;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  await joinStudio(app, services);
  const buyer = await signUp(services);
  token = buyer.token;
  id = await addRequest(services, { accountId: buyer.id });
  await makeAuditedChange(services, staffId, (change) => makeQuote(change, id, offer));
});

const offer: QuoteOffer = {
  price: 120,
  deposit: null,
  included: 'A seamless pattern.',
  designType: 'Exclusive',
  rounds: null,
  days: 10,
  validDays: 14,
  replaces: 0,
};

const fileRow = (productId: string) => ({
  id: 'f'.repeat(24),
  productId,
  position: 0,
  name: 'foxes.pdf',
  mediaType: 'application/pdf',
});

async function deliver(): Promise<void> {
  await makeChange(services, async (change) => {
    await transition(change, id, 'pay', 'shop');
    await transition(change, id, 'draw', { staffId });
    await transition(change, id, 'deliver', { staffId });
  });
}

async function stateNow(): Promise<string> {
  const { state } = await services.database.read
    .selectFrom('customRequests')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
}
/** Sets it as the studio would, whose session has ended by then. */
const settle = (silence: 'person' | 'accepted') =>
  makeChange(services, (change) =>
    writeSetting(change, 'commissionRules', { slots: null, silence }),
  );

/** The subjects of the mails of `days` later; the work is done by two processes at once, twice. */
async function after(days: number): Promise<string[]> {
  services.pass(days * day);
  await mailsOut(services);
  await Promise.all([endSilence(services), endSilence(services)]);
  await endSilence(services);
  return (await mailsOut(services)).map(({ subject }) => subject);
}

test('a quote expires when its time is over, and its buyer hears of it once', async () => {
  services.pass(14 * day - 1);
  await expireQuotes(services);
  expect(await stateNow()).toBe('quoted');
  await mailsOut(services);

  services.pass(1);
  await Promise.all([expireQuotes(services), expireQuotes(services)]);
  await expireQuotes(services);

  expect(await stateNow()).toBe('expired');
  expect((await mailsOut(services)).map(({ subject }) => subject)).toEqual([
    'Your quote from Pinwheel',
  ]);
});

test('a newer quote expires, however long the one before it would have been valid', async () => {
  await makeAuditedChange(services, staffId, (change) =>
    makeQuote(change, id, { ...offer, price: 99, validDays: 3, replaces: 1 }),
  );
  services.pass(3 * day);

  await expireQuotes(services);

  expect(await stateNow()).toBe('expired');
});

test('one that fails keeps no other from going on, and is done the next time', async () => {
  await deliver();
  const other = await addRequest(services);
  const third = await addRequest(services);
  for (const each of [other, third]) {
    await makeAuditedChange(services, staffId, (change) => makeQuote(change, each, offer));
  }
  services.pass(14 * day);
  await mailsOut(services);
  let writes = 0;
  const write: Database['write'] = (work, owner) => {
    writes += 1;
    // The first is for the version before.
    return writes === 2
      ? Promise.reject(new Error('a constraint'))
      : services.database.write(work, owner);
  };

  const run = passTime({ ...services, database: { ...services.database, write } });

  await expect(run).rejects.toThrow('in part');
  const subjects = ['Your custom design from Pinwheel', 'Your quote from Pinwheel'];
  const mails = await mailsOut(services);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(subjects);
  await passTime(services);
  expect((await mailsOut(services)).map(({ subject }) => subject)).toEqual(subjects.slice(1));
});

test('a buyer who doesn’t answer is reminded twice, and then it counts as accepted', async () => {
  await settle('accepted');
  await deliver();

  expect(await after(13.9)).toEqual([]);
  expect(await after(0.1)).toEqual(['Your custom design from Pinwheel']);
  expect(await after(6.9)).toEqual([]);
  expect(await after(0.1)).toEqual(['Your custom design from Pinwheel']);
  expect(await after(6.9)).toEqual([]);
  expect(await stateNow()).toBe('delivered');
  expect(await after(0.1)).toEqual(['Your custom design from Pinwheel']);
  expect(await stateNow()).toBe('accepted');
});

test('a person decides, if the studio wants that or the reminders came late', async () => {
  await deliver();
  await after(14);
  await after(7);
  expect(await after(7)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await after(7)).toEqual([]);
  expect(await stateNow()).toBe('delivered');
});

test('nothing is accepted whose buyer was never reminded', async () => {
  await settle('accepted');
  await deliver();
  expect(await after(30)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await stateNow()).toBe('delivered');
});

test.each([
  ['both at once', [27.9]],
  ['the second one at the end', [14, 13.9]],
])('nothing is accepted whose buyer was reminded too late: %s', async (_, reminded) => {
  await settle('accepted');
  await deliver();
  for (const days of reminded) {
    expect(await after(days)).toEqual(['Your custom design from Pinwheel']);
  }
  expect(await after(1)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await after(1)).toEqual([]);
  expect(await stateNow()).toBe('delivered');
});

test('nothing is accepted whose buyer wasn’t told that it would be', async () => {
  await deliver();
  await after(14);
  await after(7);
  await settle('accepted');
  expect(await after(7)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await stateNow()).toBe('delivered');
});

test('nothing is accepted whose buyer was rejected and can’t sign in to answer', async () => {
  await settle('accepted');
  await deliver();
  await after(14);
  await after(7);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).execute(),
  );
  expect(await after(7)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await stateNow()).toBe('delivered');
});

test('a buyer who was rejected is asked to answer by e-mail, without a link that doesn’t open', async () => {
  await settle('accepted');
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).execute(),
  );
  await mailsOut(services);
  await deliver();
  await makeChange(services, async (change) =>
    tellBuyer(change, services.env, await readRequest(change.tx, id)),
  );
  services.pass(14 * day);
  await endSilence(services);
  const [delivered, reminded] = await mailsOut(services);
  services.pass(7 * day);
  await endSilence(services);
  services.pass(7 * day);
  await mailsOut(services);
  await endSilence(services);
  const [asked] = await mailsOut(services);

  for (const mail of [delivered, reminded]) {
    expect(mail?.text).toContain('Please answer this e-mail instead.');
    expect(mail?.text).not.toMatch(/See your design|http\S+requests/);
  }
  expect(asked?.text).toContain('Their account was rejected');
});

test('nothing is accepted once the studio has written about it', async () => {
  await settle('accepted');
  await deliver();
  await after(14);
  await after(7);
  const body = { messageId: 'b'.repeat(24), text: 'Take your time.' };
  const about = { kind: 'request', id } as const;
  await makeAuditedChange(services, staffId, (change) =>
    answerThread(change, services.env, about, body),
  );
  expect(await after(7)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await stateNow()).toBe('delivered');
});

test('nothing is accepted once a process of the version before has sent a reply', async () => {
  await settle('accepted');
  await deliver();
  await after(14);
  await after(7);
  const createdAt = services.clock().toISOString();
  const reply = { id: 'b'.repeat(24), requestId: id, authorId: staffId, text: 'Soon.', createdAt };
  await services.database.write((tx) => tx.insertInto('customReplies').values(reply).execute());
  services.pass(7 * day);
  await passTime(services);
  expect(await stateNow()).toBe('delivered');
});

test('nothing is accepted that was changed after it was delivered', async () => {
  await settle('accepted');
  await deliver();
  await after(14);
  await makeChange(services, async (change) => {
    const design = await designOf(change, id);
    await change.tx.insertInto('productFiles').values(fileRow(design.id)).execute();
  });
  await after(7);
  expect(await after(7)).toEqual(['Ada Lamp hasn’t answered for four weeks']);
  expect(await stateNow()).toBe('delivered');
});

test('the mails and the page say when it counts as accepted, if it ever does', async () => {
  const texts = async () => (await mailsOut(services)).map(({ text }) => text);
  const acceptedAt = async () =>
    (await call(app, 'ownRequest', { token, params: { id } })).answer.countsAsAcceptedAt;
  await settle('accepted');
  await deliver();
  await makeChange(services, async (change) => {
    const { tx } = change;
    const row = tx.selectFrom('customRequests').selectAll().where('id', '=', id);
    await tellBuyer(change, services.env, await row.executeTakeFirstOrThrow());
  });
  const end = new Date(services.clock().getTime() + 28 * day).toISOString();
  const words = `If you don’t answer before ${dayInWords(utcDay(end))}, it counts as accepted.`;

  expect((await texts()).at(-1)).toContain(words);
  services.pass(14 * day);
  await endSilence(services);
  expect(await texts()).toEqual([expect.stringContaining(words)]);
  expect(await acceptedAt()).toBe(end);

  await settle('person');
  services.pass(7 * day);
  await endSilence(services);
  expect(await texts()).toEqual([expect.not.stringContaining('counts as accepted')]);
  expect(await acceptedAt()).toBeNull();
});

test('each delivery is waited for anew', async () => {
  await deliver();
  await after(21);
  await makeChange(services, async (change) => {
    await transition(change, id, 'askForChanges', 'buyer');
    await transition(change, id, 'draw', { staffId });
    await transition(change, id, 'deliver', { staffId });
  });
  expect(await after(13)).toEqual([]);
  expect(await after(1)).toEqual(['Your custom design from Pinwheel']);
});
