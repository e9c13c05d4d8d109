import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BucketSetting } from '#server/platform/bucket-setting.ts';
import { parseEnv } from '#server/platform/env.ts';
import { allowPages, prepareBucket } from '#server/platform/files/s3/prepare-bucket.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';

const own = 'https://shop.example';

let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3();
});

afterEach(() => s3.interfere(null));

afterAll(() => s3.end());

function setting(filesUrl = s3.settings.FILES_URL): BucketSetting {
  const { bucket } = parseEnv({ ...s3.settings, FILES_URL: filesUrl });
  if (!bucket) throw new Error('no bucket');
  return bucket;
}

type Kind = 'cors' | 'lifecycle';

/** The bucket's settings by kind; as on a server that has none of a kind until they are set. */
function keepSettings(kept: Partial<Record<Kind, string>> = {}): Partial<Record<Kind, string>> {
  const absent = { cors: 'NoSuchCORSConfiguration', lifecycle: 'NoSuchLifecycleConfiguration' };
  s3.interfere((request, response) => {
    const kind = request.url?.includes('?cors') ? 'cors' : 'lifecycle';
    if (request.method === 'PUT') {
      text(request).then((body) => {
        kept[kind] = body;
        response.end();
      });
    } else if (kept[kind]) response.end(kept[kind]);
    else response.writeHead(404).end(`<Error><Code>${absent[kind]}</Code></Error>`);
    return true;
  });
  return kept;
}

/** What the elements of this name contain. */
const inside = (name: string, xml = '') =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map(([, content]) => content);

test('allows pages to read beside the rules of others', async () => {
  const rule = (origin: string) =>
    `<CORSRule><AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod></CORSRule>`;
  const kept = keepSettings();

  expect(await allowPages(setting(), own)).toBeNull();
  expect(inside('AllowedOrigin', kept.cors)).toEqual([own]);
  kept.cors = `<CORSConfiguration>${rule(own)}${rule('https://other.example')}</CORSConfiguration>`;
  expect(await allowPages(setting(), own)).toBeNull();
  expect(inside('AllowedOrigin', kept.cors)).toEqual(['https://other.example', own]);
});

test.each([
  ['s3://shop/files', ['files/originals/', 'files/previews/', 'files/uploads/', 'files/parts/']],
  ['s3://shop', ['originals/', 'previews/', 'uploads/', 'parts/']],
])(
  'has %s end the shop’s own unfinished uploads, beside the rules of others',
  async (url, prefixes) => {
    const others =
      '<Rule><ID>logs</ID><Status>Enabled</Status><Filter><Prefix>logs/</Prefix></Filter><Expiration><Days>9</Days></Expiration></Rule>';
    const kept = keepSettings({
      lifecycle: `<LifecycleConfiguration>${others}</LifecycleConfiguration>`,
    });

    await prepareBucket(setting(url), own);
    const said = await prepareBucket(setting(url), own);

    expect(said.split('\n')).toEqual([
      'The bucket shop works.',
      `Pages of ${own} may download from it.`,
      'It ends the shop’s unfinished uploads after a day.',
    ]);
    expect(inside('Prefix', kept.lifecycle)).toEqual(['logs/', ...prefixes]);
    expect(inside('DaysAfterInitiation', kept.lifecycle)).toEqual(prefixes.map(() => '1'));
    expect(inside('Expiration', kept.lifecycle)).toEqual(['<Days>9</Days>']);
  },
);

/** A server that knows no settings, and answers browsers' questions as told. */
function refuse(answer: (request: IncomingMessage, response: ServerResponse) => void): void {
  s3.interfere((request, response) => {
    if (request.method === 'OPTIONS') answer(request, response);
    else response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>');
    return true;
  });
}

test('prints the rules that the server refuses', async () => {
  refuse((_, response) => response.writeHead(403).end());

  const said = await prepareBucket(setting(), own);

  expect(said).toContain('didn’t accept the CORS rules (NotImplemented)');
  expect(said).toContain(`"AllowedOrigins": [\n      "${own}"`);
  expect(said).toContain('end the shop’s unfinished uploads after a day (NotImplemented)');
  expect(said).toContain('"Prefix": "files/originals/"');
});

test.each([
  ['every page', '*'],
  ['the shop’s pages', own],
])('needs no rules of a server that allows %s already', async (_, allowed) => {
  const asked: unknown[] = [];
  refuse(({ url, headers }, response) => {
    asked.push(url?.startsWith('/shop/files/'), headers.origin);
    asked.push(headers['access-control-request-method'], headers['access-control-request-headers']);
    response.writeHead(204, { 'Access-Control-Allow-Origin': allowed }).end();
  });

  expect(await allowPages(setting(), own)).toBeNull();
  expect(asked).toEqual([true, own, 'GET', 'range']);
});

test('a server that allows other pages only needs rules', async () => {
  refuse((_, response) =>
    response.writeHead(200, { 'Access-Control-Allow-Origin': 'https://other.example' }).end(),
  );

  expect(await allowPages(setting(), own)).toBe('NotImplemented');
});
