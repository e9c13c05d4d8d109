import { expect, test } from 'vitest';
import { consentRefusals } from '#contract/studio/consents.ts';
import { endConsent } from '#server/news/consents.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { call } from '#tests/support/call.ts';
import { addNewsReaders } from '#tests/support/news-readers.ts';
import { openNewsletterDesk } from '#tests/support/newsletter-desk.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const header = 'E-mail,When,Where,Words';
const proof = '2025-09-14,Stall in Leeds,E-mail me news';

async function setUp() {
  const desk = await openNewsletterDesk();
  const { app, cookie } = desk;
  const fileOf = (text: string | Uint8Array<ArrayBuffer>) => ({ cookie, body: new Blob([text]) });
  return {
    ...desk,
    preview: async (text: string) =>
      (await callStudio(app, 'previewConsents', fileOf(text))).answer,
    add: async (text: string) => (await callStudio(app, 'importConsents', fileOf(text))).answer,
    refusal: async (text: string | Uint8Array<ArrayBuffer>) =>
      (await studioRefused(app, 'importConsents', fileOf(text))).problem.message,
  };
}

test('imports who agreed elsewhere, however the address is written, after a preview that changes nothing', async () => {
  const { services, app, preview, add, readersOf } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const file = `\uFEFF${header}\r\n " ADA@Shop.example ",${proof}\r\n`.replace(' "', '"');
  const expected = { added: 1, unchanged: 0, refused: 0, rows: [] };
  expect(await preview(file)).toEqual(expected);
  expect(await readersOf('everyone')).toBe(0);
  expect(await add(file)).toEqual(expected);
  expect(await readersOf('everyone')).toBe(1);
  const { answer } = await call(app, 'myData', { token: ada.token });
  const at = '2025-09-14T00:00:00.000Z';
  expect(answer.news).toEqual([
    {
      ...{ email: 'ada@shop.example', place: 'account', source: 'Stall in Leeds' },
      ...{ words: 'E-mail me news', askedAt: at, confirmedAt: at, endedAt: null },
    },
  ]);
  expect(await add(file)).toEqual({ ...expected, added: 0, unchanged: 1 });
  expect(await readersOf('everyone')).toBe(1);
});

test('a row without its proof isn’t imported, and is said why', async () => {
  const { services, add, readersOf } = await setUp();
  await signUp(services, { email: 'ada@shop.example' });
  const wrong: readonly (readonly [string, string])[] = [
    [',2025-09-14,Stall,Yes', consentRefusals.email],
    ['a da@shop.example,2025-09-14,Stall,Yes', consentRefusals.email],
    ['b@shop.example,,Stall,Yes', consentRefusals.when],
    ['c@shop.example,14/09/2025,Stall,Yes', consentRefusals.when],
    ['d@shop.example,45914,Stall,Yes', consentRefusals.when],
    ['e@shop.example,2025-02-30,Stall,Yes', consentRefusals.when],
    ['f@shop.example,2026-03-02,Stall,Yes', consentRefusals.future],
    ['g@shop.example,2025-09-14, ,Yes', consentRefusals.where],
    ['h@shop.example,2025-09-14,Stall', consentRefusals.words],
    ['ada@shop.example,2025-09-14,Leeds, stall 4,Yes', consentRefusals.columns],
    [`i@shop.example,2025-09-14,Stall,${'y'.repeat(501)}`, consentRefusals.tooLong],
    ['j@shop.example,,Stall,Yes', consentRefusals.when],
    [`j@shop.example,${proof}`, consentRefusals.noAccount],
    [`J@shop.example,${proof}`, consentRefusals.twice(14)],
  ];
  const { rows, ...counts } = await add([header, ...wrong.map(([line]) => line)].join('\n'));
  expect(counts).toEqual({ added: 0, unchanged: 0, refused: wrong.length });
  expect(rows.map(({ row, why }) => [row, why])).toEqual(wrong.map(([, why], at) => [at + 2, why]));
  expect(await readersOf('everyone')).toBe(0);
});

test('nobody who left comes back, and who gets news keeps their own consent', async () => {
  const { services, add, readersOf } = await setUp();
  const [left, stays] = await addNewsReaders(services, 2);
  await makeChange(services, (change) => endConsent(change, left?.id ?? ''));
  const stored = () =>
    services.database.read.selectFrom('newsConsents').selectAll().orderBy('id').execute();
  const before = await stored();
  const seen = await add(`${header}\n${left?.email},${proof}\n${stays?.email},${proof}`);
  expect(seen).toEqual({
    ...{ added: 0, unchanged: 1, refused: 1 },
    rows: [{ row: 2, email: left?.email, why: consentRefusals.left }],
  });
  expect(await stored()).toEqual(before);
  expect(await readersOf('everyone')).toBe(1);
});

test('nobody who deleted the account and signed up again comes back with a file', async () => {
  const { services, app, add, readersOf } = await setUp();
  const email = 'ada@shop.example';
  const ada = await signUp(services, { email });
  await add(`${header}\n${email},${proof}`);
  expect(await readersOf('everyone')).toBe(1);
  const password = 'cotton and thread';
  const passwordHash = await services.passwords.hash(password);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ passwordHash }).where('id', '=', ada.id).execute(),
  );
  await call(app, 'deleteAccount', { body: { password }, token: ada.token });
  await signUp(services, { email });

  expect(await add(`${header}\nADA@shop.example,${proof}`)).toMatchObject({
    ...{ added: 0, unchanged: 0, refused: 1, rows: [{ why: consentRefusals.left }] },
  });
  expect(await readersOf('everyone')).toBe(0);
});

test('50,000 rows are planned, and more, other encodings and other files are refused with what is wrong', async () => {
  const { preview, refusal } = await setUp();
  const rows = Array.from({ length: 50_000 }, (_, at) => `b${at}@shop.example,${proof}`);
  const many = [header, ...rows].join('\n');
  const { rows: listed, ...counts } = await preview(many);
  expect(counts).toEqual({ added: 0, unchanged: 0, refused: 50_000 });
  expect(listed).toHaveLength(500);
  expect(await refusal(`${many}\nada@shop.example,${proof}`)).toContain('more than 50,000 rows');
  const latin1 = new Uint8Array(
    Buffer.from(`${header}\nada@shop.example,2025-09-14,Stra\u00dfe,Ja`, 'latin1'),
  );
  expect(await refusal(latin1)).toContain('aren’t UTF-8');
  expect(await refusal('E-mail,When\nada@shop.example,2025-09-14')).toBe(
    'This file has no column Where and no column Words.',
  );
});

test('a day begins where the shop is', async () => {
  const { services, app, cookie, add, preview } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const body = { from: 'UTC', timeZone: 'Pacific/Auckland' };
  await callStudio(app, 'setTimeZone', { cookie, body });
  expect(services.clock().toISOString()).toBe('2026-03-01T09:00:00.000Z');
  const on = (when: string) => `${header}\nada@shop.example,${when},Stall,Yes`;
  expect(await preview(on('2026-03-01 22:01'))).toMatchObject({ added: 0, refused: 1 });
  expect(await add(on('2026-03-01 21:59'))).toMatchObject({ added: 1 });
  const { answer } = await call(app, 'myData', { token: ada.token });
  expect(answer.news[0]?.askedAt).toBe('2026-03-01T08:59:00.000Z');
});

test('who agreed with a new e-mail gets news there, whatever the one before was for', async () => {
  const { services, add, readersOf } = await setUp();
  const [ada] = await addNewsReaders(services, 1);
  await services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ email: 'new@shop.example', emailKey: 'new@shop.example' })
      .where('id', '=', ada?.id ?? '')
      .execute(),
  );
  expect(await readersOf('everyone')).toBe(0);
  expect(await add(`${header}\nnew@shop.example,${proof}`)).toMatchObject({ added: 1 });
  expect(await readersOf('everyone')).toBe(1);
});
