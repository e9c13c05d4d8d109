import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { moveMark } from '#server/platform/files/move-mark.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { sample } from '#tests/support/sample.ts';
import { untilSaid } from '#tests/support/until-said.ts';

const home = mkdtempSync(join(tmpdir(), 'pinwheel-start-'));
const file = join(home, 'a-file');
writeFileSync(file, '');

afterAll(() => rmSync(home, { recursive: true }));

function spawnShop(settings: Readonly<Record<string, string>>) {
  return spawn(process.execPath, ['server/main.ts', '--api-only'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: join(home, 'data'),
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
  });
}

/** Starts a shop that can't start, and returns how it ended. */
async function start(settings: Readonly<Record<string, string>>) {
  const child = spawnShop(settings);
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, complained, code };
}

test('a shop with impossible settings names each in one line, and ends', async () => {
  expect(await start({ NODE_ENV: 'prodution', TRUST_PROXY: 'notanip' })).toEqual({
    said: '',
    complained:
      'The settings can’t be used:\n' +
      'TRUST_PROXY must be IP addresses or ranges such as 10.0.0.1 or 10.0.0.0/8, comma-joined; "notanip" is neither\n' +
      'NODE_ENV must be development, production or test\n',
    code: 1,
  });
});

const badFolders = [
  ['a file', file, 'is a file, or inside one'],
  ['inside a file', join(file, 'data'), 'is a file, or inside one'],
  ['nowhere to write', '/proc/pinwheel', 'is not (ENOENT)'],
  ['a folder that only the system writes', '/proc/sys', 'is not (EACCES)'],
] as const;

test.each(sample(badFolders, 2))('a DATA_DIR that is %s is named', async (_, dataDir, reason) => {
  expect(await start({ DATA_DIR: dataDir })).toEqual({
    said: '',
    complained: `The settings can’t be used:\nDATA_DIR must be a folder that can be written; ${dataDir} ${reason}\n`,
    code: 1,
  });
});

test('a shop in production prints a line for each setting it misses', async () => {
  const child = spawnShop({ NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' });
  const complained = text(child.stderr);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');

  expect(await complained).toBe(
    'Warning: PUBLIC_URL is not set: links in e-mails lead to this machine.\n' +
      'Warning: SMTP_URL is not set: e-mails are written to DATA_DIR/mail and reach nobody.\n' +
      'Warning: Payments are practice payments: nobody is charged, and every order gets its files.\n',
  );
});

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { complained, code } = await start({ PORT: String(port), HOST: '127.0.0.1' });
  other.close();
  expect([complained, code]).toEqual([
    `The shop can’t open port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    1,
  ]);
});

test('a bucket that is lost during the start is named in one line', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.end());
  s3.interfere(({ url = '', socket }) => {
    const isLost = url.includes(moveMark);
    if (isLost) socket.destroy();
    return isLost;
  });
  expect(await start(s3.settings)).toEqual({
    said: '',
    complained: `The settings can’t be used:\nFILES_URL: looking for a file in the bucket shop at ${s3.url} failed: ECONNRESET\n`,
    code: 1,
  });
});

const unreachable = {
  FILES_URL: 's3://shop-files',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const awayLine =
  'Warning: FILES_URL: the bucket shop-files at http://127.0.0.1:1 is away: ECONNREFUSED. What needs files doesn’t work until it is back.\n';

test('no new shop starts with a bucket that cannot be reached', async () => {
  expect(await start({ ...unreachable, DATA_DIR: join(home, 'new') })).toEqual({
    said: '',
    complained: `${awayLine}The database is empty, and whether there are files of a shop in the bucket shop-files can’t be seen: ECONNREFUSED. Try again once FILES_URL can be used.\n`,
    code: 1,
  });
});

test('a shop starts again while its bucket cannot be reached', async () => {
  const DATA_DIR = join(home, 'shop');
  const database = await openSqlite(DATA_DIR);
  await readSigningKey(database, new Date());
  await database.close();

  const child = spawnShop({ ...unreachable, DATA_DIR });
  const complained = text(child.stderr);
  await untilSaid(child, 'Pinwheel is running');
  child.kill('SIGTERM');

  expect(await complained).toContain(awayLine);
});
