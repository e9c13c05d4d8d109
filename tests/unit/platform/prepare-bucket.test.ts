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

afterEach(() => {
  s3.interfere(null);
  s3.behave({});
});

afterAll(() => s3.end());

function setting(filesUrl = s3.settings.FILES_URL): BucketSetting {
  const { bucket } = parseEnv({ ...s3.settings, FILES_URL: filesUrl });
  if (!bucket) throw new Error('no bucket');
  return bucket;
}

type Kind = 'cors' | 'lifecycle';

/** Which settings of a bucket a request is about; null: it is about files. */
const kindOf = ({ url }: IncomingMessage) =>
  /\?(cors|lifecycle)/.exec(url ?? '')?.[1] as Kind | null;

/** What a server answers a page that may read parts of files: to its preflight request, and to its GET. */
const allowing = {
  'Access-Control-Allow-Origin': own,
  'Access-Control-Allow-Methods': 'HEAD, GET',
  'Access-Control-Allow-Headers': 'Range',
  'Access-Control-Expose-Headers': 'ETag, Content-Range',
};

type Answers = Readonly<Record<'preflight' | 'part', (response: ServerResponse) => void>>;

const allowed: Answers = {
  preflight: (response) => response.writeHead(204, allowing).end(),
  part: (response) => response.writeHead(206, allowing).end('0123456789'),
};

/** Answers a browser's requests. */
function answerBrowser(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Answers,
): boolean {
  const { method, headers } = request;
  if (headers.origin === undefined) return false;
  answers[method === 'OPTIONS' ? 'preflight' : 'part'](response);
  return true;
}

/** A server without settings for a bucket, which answers a page like this. */
function refuse(
  answers: Answers,
  problem = '<Error><Code>NotImplemented</Code></Error>',
): IncomingMessage[] {
  const asked: IncomingMessage[] = [];
  s3.interfere((request, response) => {
    if (kindOf(request)) response.writeHead(501).end(problem);
    else if (answerBrowser(request, response, answers)) asked.push(request);
    else return false;
    return true;
  });
  return asked;
}

/** Answers to a page that may do nothing. */
const forbidden: Answers = {
  preflight: (response) => response.writeHead(403).end(),
  part: (response) => response.writeHead(403).end(),
};

/** The bucket's settings by kind; as on a server that has none of a kind until they are set. */
function keepSettings(
  kept: Partial<Record<Kind, string>> = {},
  answers = allowed,
): Partial<Record<Kind, string>> {
  const absent = { cors: 'NoSuchCORSConfiguration', lifecycle: 'NoSuchLifecycleConfiguration' };
  s3.interfere((request, response) => {
    const kind = kindOf(request);
    if (!kind) return answerBrowser(request, response, answers);
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
    'The bucket shop works: a small file and one of 9 MiB were stored, read and deleted.',
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
    if (!kindOf(request)) return answerBrowser(request, response, allowed);
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

test('fails where pages may not download, and prints the rules that the server refuses', async () => {
  refuse(forbidden);

  const said = await prepareBucket(setting(), own).catch((error: unknown) => error);

  if (!(said instanceof CommandError)) throw new Error('It succeeded');
  expect(said.message).toContain(
    'didn’t take the CORS rule (NotImplemented), and it answers a preflight request with 403',
  );
  expect(said.message).toContain(`"AllowedOrigins": [\n      "${own}"`);
  expect(said.message).toContain('"Prefix": "files/originals/"');
});

test('succeeds where pages may download, also if the server knows no lifecycle rules', async () => {
  refuse(allowed);

  const said = await prepareBucket(setting(), own);

  expect(said).toContain(`Pages of ${own} may download from it.`);
  expect(said).toContain('(NotImplemented). Everything works without them');
  expect(said).toContain('MinIO');
});

test('says what the server says, in a short line', async () => {
  const message = `A header\n\tyou provided ${'is not implemented '.repeat(20)}`;
  const problem = `<Error><Code>NotImplemented</Code><Message>${message}</Message></Error>`;
  refuse(forbidden, problem);

  const refusal = await allowPages(setting(), own);

  expect(refusal).toMatch(/\(NotImplemented: A header you provided is not implemented is not/);
  expect(refusal?.length).toBeLessThan(350);
});

test('a page of a proxy has nothing to say but its status', async () => {
  refuse(forbidden, '<html><hr><p>Not here</p></html>');

  expect(await allowPages(setting(), own)).toContain('CORS rule (HTTP 501)');
});

test.each([
  ['every page', { 'Access-Control-Allow-Origin': '*' }],
  ['the shop’s pages', {}],
  [
    'all they ask for',
    { 'Access-Control-Allow-Methods': '*', 'Access-Control-Allow-Headers': '*' },
  ],
])('needs no rules of a server that allows %s already', async (_, headers) => {
  const asked = refuse({
    preflight: (response) => response.writeHead(204, { ...allowing, ...headers }).end(),
    part: (response) => response.writeHead(206, { ...allowing, ...headers }).end(),
  });

  expect(await allowPages(setting(), own)).toBeNull();
  expect(asked.map(({ method, headers: { origin, range } }) => [method, origin, range])).toEqual([
    ['OPTIONS', own, undefined],
    ['GET', own, 'bytes=0-9'],
  ]);
  expect(asked.map(({ url }) => url?.startsWith('/shop/files/'))).toEqual([true, true]);
  expect(asked[0]?.headers['access-control-request-method']).toBe('GET');
  expect(asked[0]?.headers['access-control-request-headers']).toBe('range');
});

test.each([
  ['other pages', { 'Access-Control-Allow-Origin': 'https://other.example' }],
  ['every page twice', { 'Access-Control-Allow-Origin': '*, *' }],
  ['changes', { 'Access-Control-Allow-Methods': 'PUT, POST' }],
  ['no parts', { 'Access-Control-Allow-Headers': 'x-range, content-type' }],
])('a server that allows %s only needs rules', async (_, headers) => {
  refuse({
    ...allowed,
    preflight: (response) => response.writeHead(200, { ...allowing, ...headers }).end(),
  });

  expect(await allowPages(setting(), own)).toContain('(NotImplemented)');
});

const { 'Access-Control-Allow-Origin': _origin, ...unnamed } = allowing;
const { 'Access-Control-Expose-Headers': _exposed, ...unexposed } = allowing;

test.each([
  ['the whole file', 200, allowing, 'answers a GET for a part with 200'],
  ['a redirect', 307, allowing, 'answers a GET for a part with 307'],
  ['without naming the page', 206, unnamed, 'its answer to a GET doesn’t allow the page'],
  [
    'for another page',
    206,
    { ...unnamed, 'Access-Control-Allow-Origin': 'https://other.example' },
    'its answer to a GET doesn’t allow the page',
  ],
  ['without showing which part it is', 206, unexposed, '(Content-Range)'],
])(
  'a server that took the rule and answers a page’s GET with %s doesn’t work',
  async (_, status, headers, problem) => {
    keepSettings({}, { ...allowed, part: (response) => response.writeHead(status, headers).end() });

    const said = await allowPages(setting(), own, [0]);

    expect(said).toContain('its server took the CORS rule, but ');
    expect(said).toContain(problem);
  },
);

test('a rule may take a moment to count', async () => {
  let asked = 0;
  keepSettings(
    {},
    {
      ...allowed,
      preflight(response) {
        asked += 1;
        response.writeHead(asked === 1 ? 403 : 204, allowing).end();
      },
    },
  );

  expect(await allowPages(setting(), own, [0, 0])).toBeNull();
});

test('believes a server that took the rule and can’t be asked from here', async () => {
  keepSettings({}, { ...allowed, preflight: (response) => void response.destroy() });

  expect(await allowPages(setting(), own, [0])).toBeNull();
});

test('asks the server with its own rules, too', async () => {
  expect(await allowPages(setting(), own)).toBeNull();
});

test('tries a large file before it says that the bucket works', async () => {
  keepSettings();
  s3.behave({
    refusal: (write) => (write === 'create' ? { status: 403, code: 'AccessDenied' } : null),
  });

  await expect(prepareBucket(setting(), own)).rejects.toThrow(
    /^FILES_URL: storing a file of 9 MiB in parts in the bucket shop at http.* failed: AccessDenied$/,
  );
});
