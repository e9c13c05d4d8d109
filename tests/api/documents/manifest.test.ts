import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { referenceImagesField, referenceImageTypes } from '#contract/shop/custom-request.ts';
import { matchPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly icons: readonly Icon[];
  readonly screenshots: readonly (Icon & {
    readonly form_factor: string;
    readonly label: string;
  })[];
  readonly file_handlers: readonly {
    readonly action: string;
    readonly accept: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly shortcuts: readonly { name: string; url: string; icons: readonly Icon[] }[];
  readonly share_target: { action: string; params: { files: readonly { name: string }[] } };
}

let app: Hono;

beforeAll(async () => {
  app = createApp(await makeServices({ shop: paperShop() }));
});

async function manifestOf(shop: Hono): Promise<Manifest> {
  const response = await shop.request('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  return (await response.json()) as Manifest;
}

async function studioNamed(name: string): Promise<Hono> {
  const services = await makeServices({ shop: paperShop() });
  await makeChange(services, async (change) => {
    const studio = {
      name,
      designers: [],
      socialLink: '',
      termsVersion: 'a',
    };
    await writeSetting(change, 'studio', studio);
    await recordCatalogueChange(change, null);
  });
  await services.catalogue.refresh();
  return createApp(services);
}

test('the manifest describes the installed shop', async () => {
  expect(await manifestOf(app)).toMatchObject({
    id: '/',
    name: 'Pinwheel',
    short_name: 'Pinwheel',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#fff8ee',
    background_color: '#fff8ee',
    lang: 'en',
    dir: 'ltr',
    display_override: ['window-controls-overlay', 'standalone'],
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    handle_links: 'preferred',
  });
});

test('the app has the name set by the studio, in manifest, screens and offline shell', async () => {
  const shop = await studioNamed('Fox & "Moon"');
  expect((await manifestOf(shop)).name).toBe('Fox & "Moon"');
  for (const path of ['/shop', '/index.html']) {
    const page = await (await shop.request(path)).text();
    expect(page).toContain(
      '<meta name="apple-mobile-web-app-title" content="Fox &amp; &quot;Moon&quot;">',
    );
    expect(page).not.toContain('<title>Fox & ');
  }
});

test.each(['/', '/shop', '/checkout', '/index.html'])(
  '%s links the manifest and has what an iPhone requires of an app',
  async (path) => {
    const page = await (await app.request(path)).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(page).toContain('<meta name="apple-mobile-web-app-capable" content="yes">');
    expect(page).toContain('<meta name="apple-mobile-web-app-status-bar-style" content="default">');
    const icon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(page)?.[1] ?? '';
    const { width, height } = await sharp(await bytes(icon)).metadata();
    expect([width, height]).toEqual([180, 180]);
    expect((await sharp(await bytes(icon)).stats()).isOpaque).toBe(true);
  },
);

async function bytes(path: string): Promise<Buffer> {
  const response = await app.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  return Buffer.from(await response.arrayBuffer());
}

test('every icon is a PNG of its declared size', async () => {
  const { icons, shortcuts } = await manifestOf(app);
  const all = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes, type } of all) {
    const { format, width, height } = await sharp(await bytes(src)).metadata();
    expect([type, sizes]).toEqual([`image/${format}`, `${width}x${height}`]);
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('every screenshot exists, has its declared size, and is small', async () => {
  const { screenshots } = await manifestOf(app);
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual([
    'narrow',
    'narrow',
    'narrow',
    'wide',
    'wide',
  ]);
  expect(new Set(screenshots.map(({ label }) => label)).size).toBe(5);
  for (const { src, sizes, type } of screenshots) {
    const file = readFileSync(join('public', src));
    const { format, width, height } = await sharp(file).metadata();
    expect([type, sizes]).toEqual([`image/${format}`, `${width}x${height}`]);
    expect(file.length).toBeLessThan(150_000);
  }
});

test('any mask leaves the logo of the maskable icon intact', async () => {
  const { icons } = await manifestOf(app);
  const src = icons.find(({ purpose }) => purpose === 'maskable')?.src ?? '';
  const { data, info } = await sharp(await bytes(src))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  const safe = 0.4 * info.width;
  let darkest = 255;
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if (Math.hypot(x - middle, y - middle) <= safe) continue;
      const at = (y * info.width + x) * info.channels;
      darkest = Math.min(darkest, ...data.subarray(at, at + info.channels));
    }
  }
  // Only background lies outside; each blade lacks one colour.
  expect(darkest).toBeGreaterThan(0xd0);
});

test('an icon is cached forever, and a 304 when requested again', async () => {
  const { icons } = await manifestOf(app);
  const first = await app.request(icons[0]?.src ?? '');
  expect(first.headers.get('cache-control')).toContain('immutable');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await app.request(icons[0]?.src ?? '', { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
});

test('a missing icon is a 404, never HTML', async () => {
  const response = await app.request('/icons/any192-000000000000.png');
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/json');
});

test('every shortcut leads to a screen of the shop', async () => {
  const { shortcuts } = await manifestOf(app);
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Search', '/search-product'],
    ['My orders', '/dashboard/my-orders'],
    ['Cart', '/add-to-cart'],
    ['Request a custom', '/?custom'],
  ]);
  for (const { url } of shortcuts) {
    expect(matchPath(new URL(url, 'http://shop.example').pathname)).not.toBeNull();
  }
});

test('content shared to the shop leads to the custom request, with or without a worker', async () => {
  const { share_target: target } = await manifestOf(app);
  expect(target).toMatchObject({
    action: '/?custom',
    method: 'POST',
    enctype: 'multipart/form-data',
  });
  expect(target.params.files[0]?.name).toBe(referenceImagesField);
  const body = new FormData();
  body.set('title', 'Foxes');
  body.append(referenceImagesField, new File(['x'], 'fox.png', { type: 'image/png' }));
  const response = await app.request(target.action, { method: 'POST', body });
  expect(response.status).toBe(303);
  // Only a worker can store it.
  expect(response.headers.get('location')).toBe('/?custom=unsaved');
});

test('opens exactly the pictures that a custom request accepts', async () => {
  const { file_handlers: handlers } = await manifestOf(app);
  expect(handlers).toEqual([
    {
      action: '/',
      accept: {
        'image/jpeg': ['.jpg', '.jpeg'],
        'image/png': ['.png'],
        'image/webp': ['.webp'],
        'image/avif': ['.avif'],
      },
    },
  ]);
  expect(Object.keys(handlers[0]?.accept ?? {})).toEqual([...referenceImageTypes]);
});

test('anything else posted to the start URL is not a call', async () => {
  const response = await app.request('/', { method: 'POST' });
  expect(response.status).toBe(404);
});

test('the studio is an app of its own, named after the brand', async () => {
  const shop = paperShop();
  const studio = createApp(await makeServices({ shop, studioApp: shop.folder }));
  const response = await studio.request('/studio/manifest.webmanifest');
  const manifest = (await response.json()) as Manifest;

  expect(response.headers.get('content-type')).toBe('application/manifest+json');
  expect(manifest).toMatchObject({
    id: '/studio/',
    name: expect.stringMatching(/^.+ Studio$/),
    short_name: 'Studio',
    start_url: '/studio/',
    scope: '/studio/',
    display: 'standalone',
  });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src } of manifest.icons) expect((await studio.request(src)).status).toBe(200);
  const touch = await studio.request('/studio/apple-touch-icon.png');
  expect((await studio.request(touch.headers.get('location') ?? '')).status).toBe(200);
});

test('the studio’s document links its own manifest, and the icon that an iPhone shows', () => {
  const page = readFileSync('studio/index.html', 'utf8');

  expect(page).toContain('<link rel="manifest" href="/studio/manifest.webmanifest" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/studio/apple-touch-icon.png" />');
});
