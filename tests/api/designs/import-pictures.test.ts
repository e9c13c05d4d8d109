import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { fileMessages } from '#contract/studio/files.ts';
import { runImports } from '#server/designs/imports/run-imports.ts';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { pictureServer } from '#tests/support/picture-server.ts';
import { declaredPng, picture } from '#tests/support/pictures.ts';
import { callStudio } from '#tests/support/studio-call.ts';

const ownNetwork = { settings: { IMPORT_FROM_OWN_NETWORK: 'on' } };
const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function openServer(answer: (path: string, response: ServerResponse) => void) {
  const server = await pictureServer(answer);
  endings.push(server.close);
  return server;
}

async function pngServer() {
  const png = await picture('png');
  return openServer((_, response) => response.end(png));
}

/** An import of designs with pictures on `server`, started but not run. */
async function beginImport(designs: number, server: { readonly url: string }) {
  const desk = await importDesk(ownNetwork);
  const { _id: importId } = await desk.upload(
    csvOf(shopifyHeader, shopifyRows(designs, server.url)),
  );
  await desk.begin(importId);
  return { desk, importId };
}

test('downloads pictures in order, and lists failed ones with their URLs', async () => {
  const png = await picture('png');
  const gif = await picture('gif');
  const server = await openServer((path, response) => {
    if (path === '/svg') return response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    if (path === '/gif') return response.end(gif);
    if (path === '/broken') return response.end(png.subarray(0, 60));
    if (path === '/huge') return response.end(declaredPng(60_000, 60_000));
    if (path === '/gone') return response.writeHead(404).end();
    return response.end(png);
  });
  const desk = await importDesk(ownNetwork);
  const [row = {}] = shopifyRows(1);
  const paths = ['second', 'first', 'svg', 'gif', 'broken', 'huge', 'gone'];
  const rows = paths.map((path, place) => ({
    ...(place === 0 ? row : { Handle: row.Handle ?? '' }),
    'Image Src': server.url + path,
    'Image Position': path === 'first' ? 1 : 2 + place,
  }));

  const done = await desk.import(csvOf(shopifyHeader, rows));

  expect(done.pictures).toEqual({ total: 7, done: 2, failed: 5 });
  const [design] = await desk.designs();
  expect(design?.images).toBe(2);
  expect(design?.pictures.slice(0, 2).map(({ address, state }) => [address, state])).toEqual([
    [`${server.url}first`, 'there'],
    [`${server.url}second`, 'there'],
  ]);
  const { answer } = await callStudio(desk.app, 'importPictures', {
    cookie: desk.cookie,
    params: { importId: done._id },
    query: {},
  });
  expect(answer.items.map(({ row: at, address, problem }) => [at, address, problem])).toEqual([
    [4, `${server.url}svg`, fileMessages.imageType],
    [5, `${server.url}gif`, fileMessages.imageType],
    [6, `${server.url}broken`, fileMessages.imageBroken],
    [7, `${server.url}huge`, fileMessages.imagePixels],
    [8, `${server.url}gone`, 'The address answered with status 404.'],
  ]);
});

test('requests no picture from the own network unless allowed', async () => {
  const server = await openServer((_, response) => response.end('secret'));
  const desk = await importDesk();

  const done = await desk.import(csvOf(shopifyHeader, shopifyRows(3, server.url)));

  expect(server.asked).toEqual([]);
  expect(done.pictures).toEqual({ total: 5, done: 0, failed: 5 });
});

test('retries exactly the pictures that failed', async () => {
  const png = await picture('png');
  let isDown = true;
  const server = await openServer((path, response) => {
    if (isDown && path.includes('-1')) response.writeHead(404).end();
    else response.end(png);
  });
  const desk = await importDesk(ownNetwork);
  const { _id: importId } = await desk.import(csvOf(shopifyHeader, shopifyRows(4, server.url)));
  const asked = server.asked.length;
  isDown = false;

  const { answer } = await callStudio(desk.app, 'retryImportPictures', {
    cookie: desk.cookie,
    params: { importId },
  });
  await runImports(desk.services);

  expect(answer).toMatchObject({ state: 'importing', pictures: { done: 4, failed: 0 } });
  expect(server.asked.slice(asked)).toEqual(['/0-1.png', '/2-1.png']);
  expect((await desk.report(importId)).import).toMatchObject({
    state: 'done',
    pictures: { total: 6, done: 6, failed: 0 },
  });
});

test('a picture whose server is busy for a moment is there in the end', async () => {
  const png = await picture('png');
  const server = await openServer((path, response) => {
    const isFirst = server.asked.filter((asked) => asked === path).length === 1;
    if (isFirst) response.writeHead(429, { 'Retry-After': '1' }).end();
    else response.end(png);
  });
  const desk = await importDesk(ownNetwork);

  const done = await desk.import(csvOf(shopifyHeader, shopifyRows(1, server.url)));

  expect(done.pictures).toEqual({ total: 2, done: 2, failed: 0 });
});

test('a cancelled import asks for no picture that still waited', async () => {
  const reached = Promise.withResolvers<void>();
  const server = await openServer((_, response) => {
    response.writeHead(503, { 'Retry-After': '1' }).end();
    if (server.asked.length === 3) reached.resolve();
  });
  const { desk, importId } = await beginImport(8, server);
  const running = runImports(desk.services);
  await reached.promise;

  await callStudio(desk.app, 'stopImport', { cookie: desk.cookie, params: { importId } });
  await running;

  expect(server.asked).toHaveLength(3);
  expect((await desk.report(importId)).import.state).toBe('stopped');
});

test('a stop leaves pictures in progress for the next start', async () => {
  // The request ends because of the stop, not its timeout.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  endings.push(async () => void vi.restoreAllMocks());
  const png = await picture('png');
  let isSilent = true;
  const server = await openServer((_, response) => {
    if (!isSilent) response.end(png);
  });
  const { desk, importId } = await beginImport(4, server);
  const stop = new AbortController();
  const running = runImports(desk.services, stop.signal);
  await expect.poll(() => server.asked.length).toBe(3);

  stop.abort();
  await running;
  const { import: stopped } = await desk.report(importId);
  isSilent = false;
  await runImports(desk.services);

  expect(stopped).toMatchObject({ state: 'importing', pictures: { done: 0, failed: 0 } });
  expect((await desk.report(importId)).import).toMatchObject({
    state: 'done',
    pictures: { total: 6, done: 6, failed: 0 },
  });
});

test('a full disk postpones pictures and reports no error for them', async () => {
  const { desk, importId } = await beginImport(4, await pngServer());
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const files = { ...desk.services.files, putPreview: () => Promise.reject(full) };

  await expect(runImports({ ...desk.services, files })).rejects.toBe(full);
  const { import: waiting } = await desk.report(importId);
  await runImports(desk.services);

  expect(waiting).toMatchObject({ state: 'importing', pictures: { done: 0, failed: 0 } });
  expect((await desk.report(importId)).import.pictures).toEqual({ total: 6, done: 6, failed: 0 });
});

test('a failure ends once no other picture is in progress', async () => {
  const { desk } = await beginImport(8, await pngServer());
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const { putOriginal } = desk.services.files;
  const otherBegan = Promise.withResolvers<void>();
  let begun = 0;
  let inProgress = 0;
  const files: typeof desk.services.files = {
    ...desk.services.files,
    async putOriginal(bytes) {
      begun += 1;
      if (begun === 1) {
        await otherBegan.promise;
        throw full;
      }
      inProgress += 1;
      otherBegan.resolve();
      // By then a failure that waits for nobody would have ended the import.
      await nextTurn();
      const stored = await putOriginal(bytes);
      inProgress -= 1;
      return stored;
    },
  };

  await expect(runImports({ ...desk.services, files })).rejects.toBe(full);

  expect(inProgress).toBe(0);
  expect(begun).toBeLessThanOrEqual(3);
});

test('a picture that fails on our side doesn’t block the others', async () => {
  const { desk, importId } = await beginImport(1, await pngServer());
  const { putOriginal } = desk.services.files;
  let stored = 0;
  const files: typeof desk.services.files = {
    ...desk.services.files,
    putOriginal(bytes) {
      stored += 1;
      return stored === 1 ? Promise.reject(new TypeError('a bug')) : putOriginal(bytes);
    },
  };

  await runImports({ ...desk.services, files });

  expect((await desk.report(importId)).import).toMatchObject({
    state: 'done',
    pictures: { total: 2, done: 1, failed: 1 },
  });
});

test('a changed list of pictures keeps, adds and removes, and restores nothing', async () => {
  const server = await pngServer();
  const desk = await importDesk(ownNetwork);
  const { database } = desk.services;
  const [row = {}] = shopifyRows(1);
  const file = (price: string, paths: readonly string[]) =>
    csvOf(
      shopifyHeader,
      paths.map((path, place) => ({
        ...(place === 0 ? { ...row, 'Variant Price': price } : { Handle: row.Handle ?? '' }),
        'Image Src': server.url + path,
      })),
    );
  await desk.import(file('5.00', ['a', 'b', 'c']));
  await database.write((tx) => tx.deleteFrom('productImages').where('position', '=', 2).execute());

  await desk.import(file('6.00', ['d', 'b', 'c']));

  const images = await database.read
    .selectFrom('productImages')
    .innerJoin('importedPictures', 'importedPictures.imageId', 'productImages.id')
    .select(['address', 'productImages.position'])
    .orderBy('productImages.position')
    .execute();
  expect(images).toEqual([
    { address: `${server.url}d`, position: 0 },
    { address: `${server.url}b`, position: 1 },
  ]);
  expect(server.asked).toEqual(['/a', '/b', '/c', '/d']);
});

test('a design published before its picture arrives is left as buyers see it', async () => {
  const png = await picture('png');
  const desk = await importDesk(ownNetwork);
  const { database } = desk.services;
  const server = await openServer(async (_, response) => {
    await database.write((tx) => tx.updateTable('products').set({ status: 'published' }).execute());
    response.end(png);
  });

  const done = await desk.import(csvOf(shopifyHeader, shopifyRows(1, server.url)));

  expect(done.pictures).toEqual({ total: 2, done: 0, failed: 2 });
  expect((await desk.designs())[0]?.images).toBe(0);
});

test('an import that is killed at random and resumed ends like an undisturbed one', async () => {
  const png = await picture('png', { width: 12, height: 12 });
  const server = await openServer((path, response) => {
    if (path.startsWith('/7')) response.writeHead(404).end();
    else response.end(png);
  });
  const file = csvOf(shopifyHeader, shopifyRows(40, server.url));
  const calm = await importDesk(ownNetwork);
  const expected = await calm.import(file);
  const desk = await importDesk(ownNetwork);
  const { _id: importId } = await desk.upload(file);
  await desk.begin(importId);
  const { read } = desk.services.database;
  const progress = async () => {
    const { state, designs, pictures } = (await desk.report(importId)).import;
    return { isDone: state === 'done', count: designs.done + pictures.done + pictures.failed };
  };
  let kills = 0;

  for (let before = await progress(); !before.isDone; before = await progress()) {
    const { dataDir } = desk.services.env;
    const child = fork(
      new URL('../../trials/import-process.ts', import.meta.url),
      [dataDir, String(kills)],
      { env: { ...process.env, ...shopSettings(dataDir) } },
    );
    // Counted, not timed: a slow machine must not be killed before anything is done.
    const until = before.count + 1 + Math.floor(Math.random() * 30);
    for (let now = before; !now.isDone && now.count < until; now = await progress()) {
      await pause(2);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    kills += (await progress()).isDone ? 0 : 1;
    const half = await read
      .selectFrom('products')
      .leftJoin('importedProducts', 'importedProducts.productId', 'products.id')
      .select('products.id')
      .where('importedProducts.key', 'is', null)
      .execute();
    expect(half).toEqual([]);
  }

  expect(kills).toBeGreaterThan(1);
  const { import: done } = await desk.report(importId);
  expect(done.rows).toEqual(expected.rows);
  expect(done.pictures).toEqual(expected.pictures);
  expect(await desk.designs()).toEqual(await calm.designs());
  expect(await desk.rows(importId)).toEqual(await calm.rows(expected._id));
}, 120_000);
