import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#tests/support/shop-test.ts';

/** The text of every script of a built app. */
function scripts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
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

test('a missing script of the studio is a 404, never HTML', async ({ request }) => {
  const gone = await request.get('/studio/assets/gone-abc.js', { maxRedirects: 0 });
  expect(gone.status()).toBe(404);
  const page = await request.get('/studio/anything/below');
  expect(page.headers()['content-type']).toContain('text/html');
  expect(page.headers()['x-robots-tag']).toBe('noindex');
  expect(page.headers()['content-security-policy']).toContain("script-src 'self';");
});
