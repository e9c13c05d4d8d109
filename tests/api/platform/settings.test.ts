import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { StudioCallRequest } from '#contract/studio/calls.ts';
import { createApp } from '#server/app.ts';
import { call } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

type Body = StudioCallRequest<'saveSettings'>['body'];

const brand: Body = {
  name: 'Button & Bloom',
  designers: [
    { name: 'Ida Fern', email: 'ida@button.example' },
    { name: 'Mia Reed', email: 'mia@button.example' },
  ],
  socialLink: 'https://social.example/button',
  termsVersion: '2027-01',
  savedAt: null,
};

beforeEach(async () => {
  services = await makeServices({ passwords: countingPasswords() });
  app = createApp(services);
  ({ cookie } = await joinStudio(app, services));
});

const save = (body: Body) => callStudio(app, 'saveSettings', { cookie, body });
const refused = (body: Body) => studioRefused(app, 'saveSettings', { cookie, body });

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
    savedAt: services.clock().toISOString(),
  });
  await services.catalogue.refresh();
  const shown = await call(app, 'shopSettings', {});
  const { savedAt: _, ...shownBrand } = brand;
  expect(shown.answer).toMatchObject(shownBrand);
});

test('refuses to overwrite what somebody else saved meanwhile, and changes nothing', async () => {
  const { answer } = await save(brand);
  services.pass(1000);

  const { status, problem } = await refused({ ...brand, name: 'Another' });

  expect({ status, code: problem.code }).toEqual({ status: 409, code: 'CHANGED_MEANWHILE' });
  const now = await callStudio(app, 'settings', { cookie });
  expect(now.answer).toEqual(answer);
});

test('saving leaves one audit entry with who changed what', async () => {
  await save(brand);

  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items[0]).toMatchObject({
    actor: studioEmail,
    action: 'changed the settings',
    before: { designers: '' },
    after: {
      name: 'Button & Bloom',
      designers: 'Ida Fern, ida@button.example; Mia Reed, mia@button.example',
      socialLink: 'https://social.example/button',
      termsVersion: '2027-01',
    },
  });
});

test('turns a handle into a link, and an empty one into none', async () => {
  const first = await save({ ...brand, socialLink: '@button.and' });
  expect(first.answer.socialLink).toBe('https://button.and/');

  const handle = await save({ ...brand, socialLink: '@button', savedAt: first.answer.savedAt });
  expect(handle.answer.socialLink).toBe('https://www.instagram.com/button');
  const none = await save({ ...brand, socialLink: ' ', savedAt: handle.answer.savedAt });
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
