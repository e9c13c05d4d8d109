import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { makeServices } from '#tests/support/make-services.ts';

const services = await makeServices();
const fails = async () => Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));

async function ask(check: () => Promise<void>, isStopping = false, query = '') {
  const app = createApp({ ...services, files: { ...services.files, check } }, () => isStopping);
  const answer = await app.request(`/api/ready${query}`);
  const { message = null } = (await answer.json()) as { message?: string };
  // Without one, a device waits longer the longer it takes.
  expect(answer.headers.get('retry-after')).toBeNull();
  return [answer.status, message];
}

test('is ready with its database and files', async () => {
  expect(await ask(async () => {})).toEqual([200, null]);
});

test('names the files that fail, or does not answer within 2 s', async () => {
  const expected = [503, 'The shop can’t reach its files right now. Please try again in a minute.'];

  expect(await ask(fails)).toEqual(expected);
  expect(await ask(() => new Promise(() => {}))).toEqual(expected);
});

test('is ready without its files for what needs the database alone', async () => {
  expect(await ask(fails, false, '?needs=database')).toEqual([200, null]);
  expect((await ask(fails, false, '?needs=files'))[0]).toBe(503);
});

test('names the database that fails, and asks no more than once in 3 s', async () => {
  let checks = 0;
  const read = new Proxy(services.database.read, {
    get() {
      checks += 1;
      throw new Error('connection refused');
    },
  });
  const app = createApp({ ...services, database: { ...services.database, read } });
  const before = checks;

  const answers = [await app.request('/api/ready'), await app.request('/api/ready')];

  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(await answers[0]?.json()).toMatchObject({
    message: 'The shop can’t reach its database right now. Please try again in a minute.',
  });
  expect(checks - before).toBe(1);
});

test('health asks neither database nor files, so a proxy keeps a shop whose database is away', async () => {
  const asked: string[] = [];
  const away = (what: string) => (): never => {
    asked.push(what);
    throw new StoreUnreachable(what, 'ECONNREFUSED');
  };
  const read = new Proxy(services.database.read, { get: away('database') });
  const app = createApp({
    ...services,
    database: { ...services.database, read },
    files: { ...services.files, check: away('files') },
  });
  asked.length = 0;

  // As a signed-in page asks.
  const headers = { Authorization: `Bearer ${'a'.repeat(40)}` };

  const health = await app.request('/api/health', { headers });

  expect([health.status, asked]).toEqual([200, []]);
  expect((await app.request('/api/ready', { headers })).status).toBe(503);
  expect(asked).toEqual(['database', 'files']);
});

test('is not ready while it stops', async () => {
  expect(await ask(async () => {}, true)).toEqual([503, 'This server is stopping.']);
});
