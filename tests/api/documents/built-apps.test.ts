import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readBuiltShop } from '#server/documents/built-shop.ts';
import { makeServices } from '#tests/support/make-services.ts';

/** What `npm run build` left in dist. */

beforeAll(() => {
  const isBuilt = ['shop', 'studio'].every((name) =>
    existsSync(`dist/${name}/.vite/manifest.json`),
  );
  if (!isBuilt) throw new Error('The apps are not built: run npm run build.');
});

const app = async () =>
  createApp(await makeServices({ shop: readBuiltShop('dist/shop'), studioApp: 'dist/studio' }));

/** The text of every script of a built app. */
function scripts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

test("the shop's bundle and worker contain none of the studio's code", () => {
  const ofTheStudio = /api\/studio|studio\/assets|Authenticator code/;
  expect(scripts('dist/studio').some((text) => ofTheStudio.test(text))).toBe(true);

  const shop = scripts('dist/shop');
  expect(shop.length).toBeGreaterThan(20);
  expect(shop.filter((text) => ofTheStudio.test(text))).toEqual([]);
  const manifest = JSON.parse(readFileSync('dist/shop/.vite/manifest.json', 'utf8')) as object;
  expect(
    Object.keys(manifest).filter((source) => /^(contract\/studio-|studio\/)/.test(source)),
  ).toEqual([]);
});

test("the studio's worker and page load nothing of the shop's", () => {
  const worker = readFileSync('dist/studio/push-worker.js', 'utf8');
  expect(worker).toContain('notificationclick');
  expect(worker).not.toMatch(/import|indexedDB/);
  // It renews its own subscription with one call, remembers one endpoint in one cache, and answers no request.
  expect(worker.match(/\bfetch\(/g)).toHaveLength(1);
  expect(worker.match(/fetch/g)).toHaveLength(1);
  expect(worker.match(/\/api\/[\w/-]+/g)).toEqual(['/api/studio/notifications/devices/endpoint']);
  expect(worker.match(/caches/g)).toHaveLength(1);
  expect(worker.match(/pinwheel-[\w-]+/g)).toEqual(['pinwheel-studio-push']);
  const page = readFileSync('dist/studio/index.html', 'utf8');
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((url) => !url.startsWith('/studio/'))).toEqual([]);
  const ofTheShop = /["'`]\/(sw\.js|assets\/)|pinwheel-device/;
  expect(scripts('dist/shop').some((text) => ofTheShop.test(text))).toBe(true);
  expect(scripts('dist/studio').filter((text) => ofTheShop.test(text))).toEqual([]);
});

test('a missing script of the studio is a 404, never HTML', async () => {
  const shop = await app();
  expect((await shop.request('/studio/assets/gone-abc.js')).status).toBe(404);
  const { headers } = await shop.request('/studio/anything/below');
  expect(headers.get('content-type')).toContain('text/html');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
});

test('what every page starts with is compiled off the main thread', async () => {
  const shop = await app();
  const document = await (await shop.request('/')).text();
  const starts = [...document.matchAll(/\/assets\/(?:index|shop)-[\w-]{7}\.js/g)];
  expect(starts.length).toBeGreaterThan(1);
  for (const [path] of starts) {
    expect(await (await shop.request(path)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

test('asks for JavaScript if there is none', async () => {
  const page = await (await (await app()).request('/shop')).text();
  expect(/<noscript>(.*?)<\/noscript>/s.exec(page)?.[1]).toContain(
    'This shop is put together in your browser.',
  );
});

/** Compressed kilobytes of what every screen of the studio starts with. */
const maxStudioScript = 105;

interface BuiltFile {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

test(`the studio starts with at most ${maxStudioScript} kB of script`, () => {
  const built = JSON.parse(readFileSync('dist/studio/.vite/manifest.json', 'utf8')) as Readonly<
    Record<string, BuiltFile>
  >;
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of built[name]?.imports ?? []) need(other);
  };
  need('index.html');
  const size = [...needed].reduce((sum, name) => {
    const file = `dist/studio/${built[name]?.file}`;
    return sum + (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
  }, 0);
  expect(size / 1000).toBeGreaterThan(80);
  expect(size / 1000).toBeLessThanOrEqual(maxStudioScript);
});
