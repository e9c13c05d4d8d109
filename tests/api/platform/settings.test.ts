import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { settingsMessages } from '#contract/studio/brand.ts';
import type { StudioCallRequest } from '#contract/studio/calls.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { call } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

type Changes = StudioCallRequest<'saveSettings'>['body']['changes'];

const brand = {
  name: 'Button & Bloom',
  designers: [
    { name: 'Ida Fern', email: 'ida@button.example' },
    { name: 'Mia Reed', email: 'mia@button.example' },
  ],
  socialLink: 'https://social.example/button',
  termsVersion: '2027-01',
};

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

const read = async () => (await callStudio(app, 'settings', { cookie })).answer;
/** Saves settings over those that were read; without these, over the current ones. */
const save = async (changes: Changes, seen?: StudioSettings, as = cookie) =>
  callStudio(app, 'saveSettings', {
    cookie: as,
    body: changedBody(seen ?? (await read()), changes),
  });
const refused = async (changes: Changes, seen?: StudioSettings) =>
  studioRefused(app, 'saveSettings', {
    cookie,
    body: changedBody(seen ?? (await read()), changes),
  });

test('a shop that was never set up says so', async () => {
  const { answer } = await callStudio(app, 'settings', { cookie });

  expect(answer).toMatchObject({ designers: [], savedAt: null });
});

test('every shop shows what is saved', async () => {
  const { answer } = await save(brand);

  expect(answer).toEqual({
    ...brand,
    timeZone: 'UTC',
    priceHoldHours: 24,
    cartMails: 'off',
    savedAt: services.clock().toISOString(),
  });
  await services.catalogue.refresh();
  const shown = await call(app, 'shopSettings', {});
  expect(shown.answer).toMatchObject(brand);
});

test('two owners save different fields, and who changes the same one sees who did', async () => {
  const first = (await save(brand)).answer;
  const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
  services.pass(1000);
  await save({ name: 'Theirs' }, first, theirs);

  const { answer } = await save({ socialLink: '' }, first);
  const { status, problem } = await refused({ name: 'Mine', termsVersion: '2028-01' }, first);

  expect(answer).toMatchObject({ ...brand, name: 'Theirs', socialLink: '' });
  expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(problem.fields).toEqual({ name: 'ben@studio.example changed this too.' });
  expect(await read()).toEqual(answer);
});

test('saving leaves one audit entry with who changed what', async () => {
  await save(brand);

  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'settings.changed',
    before: { designers: '' },
    after: {
      name: 'Button & Bloom',
      designers: 'Ida Fern, ida@button.example; Mia Reed, mia@button.example',
      socialLink: 'https://social.example/button',
      termsVersion: '2027-01',
    },
  });
});

test('a time zone and a price promise are not set over a colleague’s', async () => {
  const zone = (from: string, timeZone: string) => ({ cookie, body: { from, timeZone } });
  await callStudio(app, 'setTimeZone', zone('UTC', 'Europe/Berlin'));
  await callStudio(app, 'setPriceHold', { cookie, body: { from: 24, priceHoldHours: 48 } });

  const byMia = `${studioEmail} changed this too.`;
  // The second of each is the value that was shown.
  for (const timeZone of ['Asia/Tokyo', 'UTC']) {
    const { problem } = await studioRefused(app, 'setTimeZone', zone('UTC', timeZone));
    expect(problem).toMatchObject({ code: 'CHANGED_MEANWHILE', fields: { timeZone: byMia } });
  }
  for (const priceHoldHours of [6, 24] as const) {
    const body = { from: 24, priceHoldHours } as const;
    const { problem } = await studioRefused(app, 'setPriceHold', { cookie, body });
    expect(problem).toMatchObject({ code: 'CHANGED_MEANWHILE', fields: { priceHoldHours: byMia } });
  }
  expect(await read()).toMatchObject({ timeZone: 'Europe/Berlin', priceHoldHours: 48 });
});

test('a shop that was never set up needs its designers', async () => {
  const { status, problem } = await refused({ name: 'Button & Bloom' });

  expect(status).toBe(422);
  expect(problem.fields).toEqual({ designers: settingsMessages.designers });
});

test('turns a handle into a link, and an empty one into none', async () => {
  const first = await save({ ...brand, socialLink: '@button.and' });
  expect(first.answer.socialLink).toBe('https://button.and/');

  const handle = await save({ socialLink: '@button' });
  expect(handle.answer.socialLink).toBe('https://www.instagram.com/button');
  const none = await save({ socialLink: ' ' });
  expect(none.answer.socialLink).toBe('');
});

test.each([
  ['a blank name', { name: '  ' }, 'name'],
  ['a name with two lines', { name: 'a\nb' }, 'name'],
  ['no designer', { designers: [] }, 'designers'],
  ['a third designer', { designers: [...brand.designers, ...brand.designers] }, 'designers'],
  [
    'one e-mail for two',
    {
      designers: brand.designers.map(({ name }, place) => ({
        name,
        email: place === 0 ? 'ida@button.example' : 'IDA@button.example',
      })),
    },
    'designers',
  ],
  ['no e-mail', { designers: [{ name: 'Ida Fern', email: 'ida' }] }, 'designers.0.email'],
  ['a script for a link', { socialLink: 'javascript:alert(1)' }, 'socialLink'],
  ['no version', { termsVersion: '' }, 'termsVersion'],
])('%s is refused at its field', async (_, wrong, field) => {
  const { status, problem } = await refused({ ...brand, ...wrong });

  expect(status).toBe(422);
  expect(Object.keys(problem.fields ?? {})).toEqual([field]);
});
