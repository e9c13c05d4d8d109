import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { BuiltFiles } from '#server/documents/built-files.ts';
import { readBuiltShop } from '#server/documents/built-shop.ts';
import { startStoringAssets, storeAssets } from '#server/documents/store-assets.ts';
import { makeServices } from '#tests/support/make-services.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

const newFolder = () => mkdtempSync(join(tmpdir(), 'pinwheel-assets-'));

function build(...names: string[]): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  for (const name of names) writeFileSync(join(folder, 'assets', name), name);
  return folder;
}

async function makeAssetServices(dataDir: string, shop: string, studio: string) {
  const services = await makeServices({ shop: readBuiltShop(shop), studioApp: studio });
  return { ...services, env: { ...services.env, dataDir } };
}

/** A process that serves these builds over `dataDir`. */
async function startProcess(dataDir: string, shop: string, studio: string): Promise<Hono> {
  const services = await makeAssetServices(dataDir, shop, studio);
  startStoringAssets(services, shop, studio);
  return createApp(services);
}

/** What a process answers a path with. */
async function answer(app: Hono, path: string, encoding = 'identity') {
  const response = await app.request(path, { headers: { 'Accept-Encoding': encoding } });
  return {
    status: response.status,
    text: await response.text(),
    cached: response.headers.get('Cache-Control'),
    encoding: response.headers.get('Content-Encoding'),
  };
}

const forEver = 'public, max-age=31536000, immutable';

test('keeps the code of an earlier build for a month after that build last ran', async () => {
  const stored = join(newFolder(), 'assets');
  const first = build('page-a.js', 'shared.js');
  const second = build('page-b.js', 'shared.js');
  storeAssets(first, stored, new Date(start));
  storeAssets(first, stored, new Date(start + 20 * day));
  storeAssets(second, stored, new Date(start + 49 * day));
  expect(readdirSync(stored).sort()).toEqual(['page-a.js', 'page-b.js', 'shared.js']);

  storeAssets(second, stored, new Date(start + 51 * day));
  expect(readdirSync(stored).sort()).toEqual(['page-b.js', 'shared.js']);
});

test('keeps the code of a build that ran for months without a restart', async () => {
  const dataDir = newFolder();
  const [shop, studio] = [build('page-a.js'), build('screen-a.js')];
  const services = await makeAssetServices(dataDir, shop, studio);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const job = startStoringAssets(services, shop, studio);
  for (let days = 0; days < 60; days += 1) {
    services.pass(day);
    await vi.advanceTimersByTimeAsync(day);
  }
  vi.useRealTimers();
  await job.stop();

  for (const folder of ['assets', 'studio-assets']) {
    storeAssets(build('next.js'), join(dataDir, folder), services.clock());
  }
  expect(readdirSync(join(dataDir, 'assets')).sort()).toEqual(['next.js', 'page-a.js']);
  expect(readdirSync(join(dataDir, 'studio-assets')).sort()).toEqual(['next.js', 'screen-a.js']);
});

test('copies a file again that was copied in part, and leaves no part', () => {
  const stored = newFolder();
  writeFileSync(join(stored, 'page-a.js'), 'pag');
  storeAssets(build('page-a.js'), stored, new Date(start));
  expect(readFileSync(join(stored, 'page-a.js'), 'utf8')).toBe('page-a.js');
  expect(readdirSync(stored)).toEqual(['page-a.js']);
});

test('shop and studio answer their page as HTML, although the build has it compressed too', async () => {
  const [shop, studio] = [build('page-a.js'), build('screen-a.js')];
  for (const suffix of ['.br', '.gz']) {
    writeFileSync(join(shop, `index.html${suffix}`), 'compressed');
    writeFileSync(join(studio, `index.html${suffix}`), 'compressed');
  }
  const app = await startProcess(newFolder(), shop, studio);
  for (const path of ['/index.html', '/studio/index.html']) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await app.request(path, { headers: { 'Accept-Encoding': encoding } });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    }
  }
});

test('two builds over one DATA_DIR each answer with the code of both', async () => {
  const dataDir = newFolder();
  const old = await startProcess(dataDir, build('page-a.js'), build('screen-a.js'));
  const next = await startProcess(
    dataDir,
    build('page-b.js', 'page-b.js.br'),
    build('screen-b.js'),
  );
  for (const app of [old, next]) {
    for (const [folder, text] of [
      ['/assets', 'page-a.js'],
      ['/assets', 'page-b.js'],
      ['/studio/assets', 'screen-a.js'],
      ['/studio/assets', 'screen-b.js'],
    ]) {
      expect(await answer(app, `${folder}/${text}`)).toEqual({
        status: 200,
        text,
        cached: forEver,
        encoding: null,
      });
    }
    const compressed = await answer(app, '/assets/page-b.js', 'br');
    expect(compressed).toMatchObject({ text: 'page-b.js.br', encoding: 'br' });
  }
});

test('a process whose files a new build replaced answers with its stored ones', async () => {
  const shop = build('page-a.js');
  const app = await startProcess(newFolder(), shop, build());
  rmSync(join(shop, 'assets/page-a.js'));
  expect(await answer(app, '/assets/page-a.js')).toMatchObject({ status: 200, text: 'page-a.js' });
});

test('missing code is a 404 that nobody caches, since another process may have it', async () => {
  const app = await startProcess(newFolder(), build('page-a.js'), build('screen-a.js'));
  for (const path of ['/assets/page-z.js', '/studio/assets/screen-z.js', '/assets/']) {
    expect(await answer(app, path)).toMatchObject({ status: 404, cached: 'no-store' });
  }
});

test('no name leads out of the folders with built files', async () => {
  const dataDir = newFolder();
  const stored = join(dataDir, 'assets');
  mkdirSync(join(stored, 'inner'), { recursive: true });
  for (const name of ['../secret.txt', 'inner/secret.txt', '.secret.txt']) {
    writeFileSync(join(stored, name), 'secret');
  }
  const files = new BuiltFiles(build('page-a.js'), stored);
  const app = new Hono();
  app.get('/', async (context) => {
    const response = await files.answer(context, context.req.query('name') ?? '');
    return response ?? context.text('None.', 404);
  });
  const names = [
    '../secret.txt',
    'assets/../secret.txt',
    'assets/../../secret.txt',
    'assets/..',
    'assets/..\\secret.txt',
    'assets/..%2fsecret.txt',
    `assets/${dataDir}/secret.txt`,
    'assets/inner/secret.txt',
    'assets/inner/../../secret.txt',
    'assets/.secret.txt',
    'assets/secret.txt\0',
    `assets/${'long'.repeat(100)}.js`,
    'assets/page-a.js/',
  ];
  for (const name of names) {
    const { status } = await app.request(`/?name=${encodeURIComponent(name)}`);
    expect([name, status]).toEqual([name, 404]);
  }
});
