import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { storeAssets } from '#server/documents/store-assets.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

function build(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-built-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of names) writeFileSync(join(folder, 'assets', name), name);
  return folder;
}

test('keeps the code of an earlier build for a month after that build was last started', () => {
  const kept = join(mkdtempSync(join(tmpdir(), 'pinwheel-kept-')), 'assets');
  const first = build('page-a.js', 'shared.js');
  const second = build('page-b.js', 'shared.js');
  storeAssets(first, kept, new Date(start));
  storeAssets(first, kept, new Date(start + 20 * day));
  storeAssets(second, kept, new Date(start + 49 * day));
  expect(readdirSync(kept).sort()).toEqual(['page-a.js', 'page-b.js', 'shared.js']);

  storeAssets(second, kept, new Date(start + 51 * day));
  expect(readdirSync(kept).sort()).toEqual(['page-b.js', 'shared.js']);
});

test('serves the assets of an earlier build, and no page for a missing one', async () => {
  const kept = join(mkdtempSync(join(tmpdir(), 'pinwheel-kept-')), 'assets');
  storeAssets(build('page-a.js'), kept, new Date(start));
  const app = createApp(await makeServices({ shop: paperShop(kept) }));

  const found = await app.request('/assets/page-a.js');
  expect([found.status, await found.text()]).toEqual([200, 'page-a.js']);
  expect(found.headers.get('Cache-Control')).toContain('immutable');
  expect((await app.request('/assets/page-z.js')).status).toBe(404);
});
