import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BucketSetting } from '#server/platform/bucket-setting.ts';
import { CommandError } from '#server/platform/command-error.ts';
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

/** A CORS rule as servers keep it; what `more` has comes first. */
const corsRule = (origin: string, method: string, more = '') =>
  `<CORSRule>${more}<AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>${method}</AllowedMethod></CORSRule>`;

/** As earlier versions wrote it, without a name. */
const unnamedRule = `<CORSRule><AllowedHeader>Range</AllowedHeader><AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedOrigin>${own}</AllowedOrigin><ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>Content-Length</ExposeHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule>`;

test('allows pages to read before the rules of others, of which the first that fits would count', async () => {
  const kept = keepSettings({
    cors: `<CORSConfiguration>${corsRule('*', 'GET')}${corsRule(own, 'PUT')}</CORSConfiguration>`,
  });

  for (let times = 0; times < 2; times += 1) {
    expect(await allowPages(setting(), own)).toBeNull();
    expect(inside('AllowedOrigin', kept.cors)).toEqual([own, '*', own]);
    expect(inside('AllowedMethod', kept.cors)).toEqual(['GET', 'HEAD', 'GET', 'PUT']);
    expect(inside('ID', kept.cors)).toEqual([`pinwheel-${own}`]);
  }
});

test('replaces its own rule only, also one without a name', async () => {
  const others = corsRule(own, 'GET', '<ID>uploader</ID>');
  const stale = corsRule(own, 'GET', `<ID>pinwheel-${own}</ID>`);
  const kept = keepSettings({
    cors: `<CORSConfiguration>${stale}${others}${unnamedRule}</CORSConfiguration>`,
  });

  expect(await allowPages(setting(), own)).toBeNull();

  expect(inside('ID', kept.cors)).toEqual([`pinwheel-${own}`, 'uploader']);
  expect(inside('AllowedMethod', kept.cors)).toEqual(['GET', 'HEAD', 'GET']);
});

test.each([
  ['s3://shop/files', ['files/originals/', 'files/previews/', 'files/uploads/', 'files/parts/']],
  ['s3://shop', ['originals/', 'previews/', 'uploads/', 'parts/']],
])('has %s end the shop’s own unfinished uploads', async (url, prefixes) => {
  const kept = keepSettings();

  await prepareBucket(setting(url), own);
  const said = await prepareBucket(setting(url), own);

  expect(said.split('\n')).toEqual([
    'The bucket shop works.',
    `Pages of ${own} may download from it.`,
    'It ends the shop’s unfinished uploads within about two days.',
  ]);
  expect(inside('Prefix', kept.lifecycle)).toEqual(prefixes);
  expect(inside('DaysAfterInitiation', kept.lifecycle)).toEqual(prefixes.map(() => '1'));
});

test('leaves lifecycle rules of others as they are, and prints those to add', async () => {
  const others =
    '<Rule><ID>logs</ID><Status>Enabled</Status><Filter><Prefix>logs/</Prefix><Unheard>of</Unheard></Filter><Expiration><Days>9</Days></Expiration></Rule>';
  const lifecycle = `<LifecycleConfiguration>${others}</LifecycleConfiguration>`;
  const kept = keepSettings({ lifecycle });

  const said = await prepareBucket(setting(), own);

  expect(kept.lifecycle).toBe(lifecycle);
  expect(said).toContain('has other lifecycle rules');
  expect(said).toContain('"Prefix": "files/originals/"');
});

test('knows its lifecycle rules among those of others', async () => {
  const kept = keepSettings();
  await prepareBucket(setting(), own);
  const others = '<Rule><ID>logs</ID><Status>Enabled</Status></Rule></LifecycleConfiguration>';
  const lifecycle = kept.lifecycle?.replace('</LifecycleConfiguration>', others) ?? '';
  kept.lifecycle = lifecycle;

  expect(await prepareBucket(setting(), own)).toContain('It ends the shop’s unfinished uploads');
  expect(kept.lifecycle).toBe(lifecycle);
});

test('proves rules by their MD5, without digests that a server may not know', async () => {
  const sent: IncomingHttpHeaders[] = [];
  const digests: string[] = [];
  s3.interfere((request, response) => {
    text(request).then((body) => {
      if (request.method === 'PUT') {
        sent.push(request.headers);
        digests.push(createHash('md5').update(body).digest('base64'));
      }
      response.end();
    });
    return true;
  });

  await prepareBucket(setting(), own);

  expect(sent.map((headers) => headers['content-md5'])).toEqual(digests);
  expect(digests).toHaveLength(2);
  expect(sent.flatMap(Object.keys).filter((name) => name.includes('checksum'))).toEqual([]);
});

/** A server without settings for a bucket. Its answers to preflight requests are given. */
function refuse(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  problem = '<Error><Code>NotImplemented</Code></Error>',
): void {
  s3.interfere((request, response) => {
    if (request.method === 'OPTIONS') answer(request, response);
    else response.writeHead(501).end(problem);
    return true;
  });
}

/** What a server answers a browser that may read parts of files. */
const allowing = {
  'Access-Control-Allow-Origin': own,
  'Access-Control-Allow-Methods': 'HEAD, GET',
  'Access-Control-Allow-Headers': 'Range',
};

test('fails where pages may not download, and prints the rules that the server refuses', async () => {
  refuse((_, response) => response.writeHead(403).end());

  const said = await prepareBucket(setting(), own).catch((error: unknown) => error);

  if (!(said instanceof CommandError)) throw new Error('It succeeded');
  expect(said.message).toContain('didn’t take the CORS rule (NotImplemented)');
  expect(said.message).toContain(`"AllowedOrigins": [\n      "${own}"`);
  expect(said.message).toContain('"Prefix": "files/originals/"');
});

test('succeeds where pages may download, also if the server knows no lifecycle rules', async () => {
  refuse((_, response) => response.writeHead(204, allowing).end());

  const said = await prepareBucket(setting(), own);

  expect(said).toContain(`Pages of ${own} may download from it.`);
  expect(said).toContain('(NotImplemented). Everything works without them');
  expect(said).toContain('MinIO');
});

test('says what the server says, in a short line', async () => {
  const message = `A header\n\tyou provided ${'is not implemented '.repeat(20)}`;
  const problem = `<Error><Code>NotImplemented</Code><Message>${message}</Message></Error>`;
  refuse((_, response) => response.writeHead(403).end(), problem);

  const refusal = await allowPages(setting(), own);

  expect(refusal).toMatch(/^NotImplemented: A header you provided is not implemented is not/);
  expect(refusal?.length).toBeLessThan(250);
});

test('a page of a proxy has nothing to say but its status', async () => {
  refuse((_, response) => response.writeHead(403).end(), '<html><hr><p>Not here</p></html>');

  expect(await allowPages(setting(), own)).toBe('HTTP 501');
});

test.each([
  ['every page', { 'Access-Control-Allow-Origin': '*' }],
  ['the shop’s pages', {}],
  [
    'all they ask for',
    { 'Access-Control-Allow-Methods': '*', 'Access-Control-Allow-Headers': '*' },
  ],
])('needs no rules of a server that allows %s already', async (_, headers) => {
  const asked: unknown[] = [];
  refuse((request, response) => {
    asked.push(request.url?.startsWith('/shop/files/'), request.headers.origin);
    asked.push(request.headers['access-control-request-method']);
    asked.push(request.headers['access-control-request-headers']);
    response.writeHead(204, { ...allowing, ...headers }).end();
  });

  expect(await allowPages(setting(), own)).toBeNull();
  expect(asked).toEqual([true, own, 'GET', 'range']);
});

test.each([
  ['other pages', { 'Access-Control-Allow-Origin': 'https://other.example' }],
  ['every page twice', { 'Access-Control-Allow-Origin': '*, *' }],
  ['changes', { 'Access-Control-Allow-Methods': 'PUT, POST' }],
  ['no parts', { 'Access-Control-Allow-Headers': 'x-range, content-type' }],
])('a server that allows %s only needs rules', async (_, headers) => {
  refuse((_request, response) => response.writeHead(200, { ...allowing, ...headers }).end());

  expect(await allowPages(setting(), own)).toBe('NotImplemented');
});
