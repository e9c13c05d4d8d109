import { gzipSync } from 'node:zlib';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import type { Brand, Logo } from '#contract/shop/content.ts';
import { lookPath } from '#contract/shop/look.ts';
import { logoPath, manifestPath } from '#contract/shop/paths.ts';
import { logoBytes, logoMessages } from '#contract/studio/look.ts';
import { createApp } from '#server/app.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { registered } from '#server/platform/mail/account-letters.ts';
import { letterhead } from '#server/platform/mail/letterhead.ts';
import { call } from '#tests/support/call.ts';
import { contentBody } from '#tests/support/changed-body.ts';
import { payload } from '#tests/support/hostile-files.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { declaredPng, picture, withPngChunk } from '#tests/support/pictures.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({ shop: paperShop() }));
});

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const upload = async (bytes: Uint8Array): Promise<Logo> =>
  (await callStudio(app, 'uploadLogo', { cookie, body: blob(bytes) })).answer;

async function publish(brand: Brand, read: Brand = {}): Promise<void> {
  const look = (of: Brand) => ({ ...firstContent.look, ...of });
  const body = { section: 'look', ...contentBody('look', look(brand), look(read)) } as const;
  await callStudio(app, 'publishContent', { cookie, body });
  await services.catalogue.refresh();
}

async function bytesAt(path: string): Promise<Buffer> {
  const response = await app.request(path);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const bold = () => picture('png', { width: 300, height: 150 });
const shown = async () => (await call(app, 'shopSettings', {})).answer.texts;
const html = async () => (await app.request('/')).text();
const letter = async () => registered(await letterhead(services.database.read, services.env)).html;

async function icons(): Promise<string[]> {
  const manifest = (await (await app.request(manifestPath)).json()) as {
    icons: { src: string; purpose: string }[];
  };
  return manifest.icons.map(({ src }) => src);
}

test('a logo becomes a small picture for pages and one for mails and icons', async () => {
  const logo = await upload(await picture('jpeg', { width: 3000, height: 1000 }));

  const page = await sharp(await bytesAt(logoPath(logo.hash, 'webp'))).metadata();
  expect(page).toMatchObject({ format: 'webp', width: logo.width, height: logo.height });
  expect(logo).toMatchObject({ width: 396, height: 132 });
  const mail = await sharp(await bytesAt(logoPath(logo.hash, 'png'))).metadata();
  expect(mail).toMatchObject({ format: 'png', width: 512, height: 171 });
});

test('a logo of 16 bits with a profile has its colours', async () => {
  const red = { width: 300, height: 150, channels: 3, background: '#ff0000' } as const;
  const source = sharp({ create: red })
    .extend({ right: 100, background: '#000000' })
    .toColourspace('rgb16')
    .withIccProfile('srgb');
  const { hash } = await upload(await source.png().toBuffer());
  const [...pixel] = await sharp(await bytesAt(logoPath(hash, 'png')))
    .raw()
    .toBuffer();
  expect(pixel.slice(0, 3)).toEqual([255, 0, 0]);
});

test('a logo loses its transparent margin', async () => {
  const margin = { top: 200, bottom: 200, left: 50, right: 50, background: '#00000000' };
  const wide = await sharp(await bold())
    .ensureAlpha()
    .extend(margin)
    .png()
    .toBuffer();

  expect(await upload(wide)).toMatchObject({ width: 264, height: 132 });
});

const parts =
  '<ink:rect width="10" height="10" fill="#c2215f"/><ink:rect x="10" width="10" height="10"/>';
const prefixed = `<ink:svg xmlns:ink="http://www.w3.org/2000/svg" width="20" height="10">${parts}</ink:svg>`;

test.each([
  ['with another prefix', Buffer.from(prefixed)],
  [
    'after a long comment',
    Buffer.from(`<!-- ${'<https://draw.example> '.repeat(900)}-->${prefixed}`),
  ],
  ['in UTF-16', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${prefixed}`, 'utf16le')],
  [
    'in ISO-8859-1',
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- été -->${prefixed}`, 'latin1'),
  ],
  ['packed', gzipSync(`<?xml version="1.0"?>${prefixed}`)],
])('an SVG %s is a logo', async (_, svg) => {
  expect(await upload(svg)).toMatchObject({ width: 264, height: 132 });
});

test('a packed SVG that is cut short or unpacks to too much is refused', async () => {
  const bomb = gzipSync(`${prefixed.slice(0, -10)}${' '.repeat(30_000_000)}</ink:svg>`);
  for (const file of [gzipSync(prefixed).subarray(0, 90), bomb]) {
    const { problem } = await studioRefused(app, 'uploadLogo', { cookie, body: blob(file) });
    expect(problem.message).toBe(logoMessages.format);
  }
});

test('an SVG is drawn large, without its scripts and what it would load', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
    <script>alert(1)</script><image href="file:///etc/passwd" width="5" height="5"/>
    <rect width="10" height="10" fill="#c2215f"/><rect x="10" width="10" height="10" fill="#1c7470"/></svg>`;

  const logo = await upload(Buffer.from(svg));

  const bytes = await bytesAt(logoPath(logo.hash, 'png'));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 });
  expect(bytes.includes('script')).toBe(false);
});

test('only the pixels of a file are stored', async () => {
  const hostile = Buffer.concat([
    withPngChunk(await bold(), 'tEXt', Buffer.from(`Comment\0${payload}`)),
    Buffer.from(payload),
  ]);

  const { hash } = await upload(hostile);

  for (const format of ['png', 'webp'] as const) {
    expect((await bytesAt(logoPath(hash, format))).includes(payload)).toBe(false);
  }
});

const blank = () =>
  sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['a text', async () => Buffer.from('not a picture'), logoMessages.format],
  ['another format', () => picture('tiff', { width: 300 }), logoMessages.format],
  ['an animation', () => picture('gif', { width: 300 }), messages.picture.imageMoving],
  ['a tiny picture', () => picture('png', { width: 90, height: 40 }), logoMessages.small(90, 40)],
  ['an empty picture', blank, logoMessages.empty],
  ['too many pixels', async () => declaredPng(30_000, 30_000), messages.picture.imagePixels],
  ['a cut-off picture', async () => (await bold()).subarray(0, 300), messages.picture.imageBroken],
])('%s is refused with a reason', async (_, bytes, message) => {
  const body = blob(await bytes());
  const { problem } = await studioRefused(app, 'uploadLogo', { cookie, body });

  expect(problem.message).toBe(message);
});

test('a file that is too large is refused before it is decoded', async () => {
  const body = new Blob([new Uint8Array(logoBytes + 1)]);
  const { status, problem } = await studioRefused(app, 'uploadLogo', { cookie, body });

  expect([status, problem.message]).toEqual([413, logoMessages.bytes]);
});

test('an uploaded logo changes nothing until it is published; then pages, mails and icons show it', async () => {
  const [before] = await icons();
  const logo = await upload(await bold());
  expect(await shown()).not.toHaveProperty('logo');

  await publish({ logo });

  expect(await shown()).toMatchObject({ logo });
  expect(await html()).toContain(`<link rel="stylesheet" href="${lookPath}">`);
  const css = await (await app.request(lookPath)).text();
  expect(css).toContain(`width:80px;height:40px;background:url(${logoPath(logo.hash, 'webp')})`);
  expect(await letter()).toContain(
    `<img src="${services.env.publicUrl}${logoPath(logo.hash, 'png')}" alt="" width="80" height="40"`,
  );
  const [any] = await icons();
  expect(any).not.toBe(before);
  expect(await html()).toContain(`<link rel="icon" href="${any}" type="image/png"`);
});

/** The colours at the left and the right of an icon's middle. */
async function sides(path: string): Promise<string[]> {
  const { data, info } = await sharp(await bytesAt(path))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.35, 0.65].map((x) => {
    const at = (Math.round(info.height / 2) * info.width + Math.round(info.width * x)) * 3;
    return data.subarray(at, at + 3).toString('hex');
  });
}

test('icons show the logo, and those of an earlier look stay for devices that name them', async () => {
  const logo = await upload(await bold());
  await publish({ logo });
  const withLogo = await icons();
  await publish({}, { logo });

  for (const icon of withLogo) expect(await sides(icon)).toEqual(['cc2255', '2255cc']);
  expect(await icons()).not.toEqual(withLogo);
  expect((await app.request('/icons/any192-000000000000.png')).status).toBe(404);
});

test('the name alone, the logo alone, and the pinwheel again', async () => {
  const logo = await upload(await bold());
  await publish({ logo, mark: 'picture' });
  expect(await letter()).toContain('alt="Pinwheel"');

  await publish({ logo, mark: 'name' }, { logo, mark: 'picture' });
  expect(await shown()).toMatchObject({ mark: 'name' });
  expect(await letter()).not.toContain('<img');
  expect(await (await app.request(lookPath)).text()).toContain(
    '.first-paint-header>*{display:none}',
  );

  await publish({ mark: 'both' }, { logo, mark: 'name' });
  expect(await shown()).not.toHaveProperty('mark');
  expect(await (await app.request(lookPath)).text()).toBe(':root{}');
});

test('a logo that is no longer stored isn’t published', async () => {
  const logo = { hash: 'ab'.repeat(32), width: 10, height: 10 };
  const { status, problem } = await studioRefused(app, 'publishContent', {
    cookie,
    body: { section: 'look', ...contentBody('look', { ...firstContent.look, logo }) },
  });

  expect({ status, fields: problem.fields }).toEqual({
    status: 422,
    fields: { logo: logoMessages.gone },
  });
});

test('the shop itself answers with the logo, also where its previews are elsewhere', async () => {
  const logo = await upload(await bold());
  const env = { ...services.env, imagesUrl: 'https://pictures.example/previews' };
  const elsewhere = createApp({ ...services, env });

  expect((await elsewhere.request(logoPath(logo.hash, 'webp'))).status).toBe(200);
});
