import { utimes } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '#server/operations/doctor/check-database.ts';
import { checkFiles } from '#server/operations/doctor/check-files.ts';
import { tryingOut } from '#server/operations/doctor/trying-out.ts';
import { allowPages } from '#server/platform/files/s3/prepare-bucket.ts';
import { noteOf } from '#server/platform/files/s3/try-bucket.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';

let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3();
});

afterEach(() => {
  s3.interfere(null);
  s3.behave({});
});

afterAll(() => s3.end());

const patientOf = (services: TestServices) => ({ ...services, fetch });

async function filesFinding(settings = s3.settings, isBrief = false) {
  return checkFiles({ ...patientOf(await makeServices({ settings })), isBrief });
}

test('SQLite says which it is', async () => {
  const finding = await checkDatabase(patientOf(await makeServices()));

  expect(finding).toMatchObject({ text: expect.stringMatching(/^SQLite 3\./) });
});

test('files in DATA_DIR need no bucket', async () => {
  expect(await filesFinding({})).toMatchObject({ state: 'ok', text: 'The files are in DATA_DIR.' });
});

test('a bucket from which pages can’t download is a warning, until they can', async () => {
  expect(await filesFinding()).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('pages can’t download from it: it answers a preflight request'),
  });
  const { env } = await makeServices({ settings: s3.settings });
  if (!env.bucket) throw new Error('no bucket');

  await allowPages(env.bucket, new URL(env.publicUrl).origin);

  expect(await filesFinding()).toMatchObject({ state: 'ok' });
  expect((await s3.paths()).filter((path) => path.startsWith('unfinished/'))).toEqual([]);
});

test('a bucket that takes only small files is a fault', async () => {
  s3.behave({
    refusal: (write) => (write === 'complete' ? { status: 403, code: 'AccessDenied' } : null),
  });

  expect(await filesFinding()).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/storing a file of 9 MiB in parts .* failed: AccessDenied\.$/),
  });
});

test('a brief check tries a large file once a day', async () => {
  const { env } = await makeServices({ settings: s3.settings });
  if (!env.bucket) throw new Error('no bucket');
  const note = s3.fileOf(noteOf(env.bucket));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(note, yesterday, yesterday);
  const largeFiles: number[] = [];

  for (const isBrief of [true, true, false]) {
    s3.requests.length = 0;
    await filesFinding(s3.settings, isBrief);
    largeFiles.push(s3.requests.filter((request) => request.includes('?uploads')).length);
  }

  expect(largeFiles).toEqual([1, 0, 1]);
});

test('a shop that sends no mail and takes no money reads how to open', async () => {
  const said = await tryingOut(await makeServices());

  expect(said?.text).toBe(
    'You’re trying things out: no e-mails go out and no money moves. To open for real:',
  );
  expect(said?.steps.join('\n')).toMatch(
    /^Set PUBLIC_URL .*\nSet SMTP_URL .*\nSet PAYPAL_CLIENT_ID .*\nSet NODE_ENV=production\.\n/,
  );
});

const paying = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  PAYPAL_CLIENT_ID: 'A'.repeat(80),
  PAYPAL_CLIENT_SECRET: 'A'.repeat(80),
};
const mailing = { SMTP_URL: 'smtp://mail.shop.test', MAIL_FROM: 'hello@shop.test' };

test.each([
  ['mail', paying, /: no e-mails go out\. /],
  ['money', { ...paying, ...mailing, PAYPAL_ENVIRONMENT: 'sandbox' }, /: no money moves\. /],
])('a shop that only lacks %s reads that', async (_, settings, text) => {
  expect((await tryingOut(await makeServices({ settings })))?.text).toMatch(text);
});

test('a shop that sends mail and takes money is open', async () => {
  expect(await tryingOut(await makeServices({ settings: { ...paying, ...mailing } }))).toBeNull();
});
