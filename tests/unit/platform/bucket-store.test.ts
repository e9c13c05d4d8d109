import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { Bucket } from '#server/platform/files/s3/bucket.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';

/** What only a bucket does; file-store.test.ts has what every store does. */

let s3: S3Server;
let directory: string;

beforeAll(async () => {
  s3 = await startS3();
  directory = await mkdtemp(join(tmpdir(), 'pinwheel-bucket-'));
});

afterEach(() => s3.interfere(null));

afterAll(async () => {
  await s3.end();
  await rm(directory, { recursive: true });
});

/** A process of the shop, with its own disk. */
async function openStore(settings: Readonly<Record<string, string>> = {}): Promise<FileStore> {
  const env = parseEnv({ DATA_DIR: directory, ...s3.settings, ...settings });
  const store = await openFiles(env);
  s3.requests.length = 0;
  return store;
}

const originalPath = (sha256: string) => `originals/${sha256.slice(0, 2)}/${sha256}`;
const writes = () => s3.requests.filter((request) => /^(PUT|POST)/.test(request));

const problemOf = (code: string) => `<Error><Code>${code}</Code><Message>No.</Message></Error>`;

function refuse(response: ServerResponse, status: number, body: string): true {
  response.writeHead(status).end(body);
  return true;
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(s3.fileOf(path));
  bytes.writeUInt8(bytes.readUInt8(7) ^ 1, 7);
  await writeFile(s3.fileOf(path), bytes);
}

test('finds a byte that was flipped in the bucket', async () => {
  const store = await openStore();
  const { sha256 } = await store.putOriginal(randomBytes(3000));
  const upload = await store.putUpload(randomBytes(3000));
  const preview = `${'cd'.repeat(32)}/320.webp`;
  await store.putPreview(preview, randomBytes(3000));
  for (const path of [originalPath(sha256), `uploads/${upload}`, `previews/cd/${preview}`]) {
    await flipByte(path);
  }

  await expect(buffer(store.readOriginal(sha256))).rejects.toThrow('differs from what was stored');
  await expect(store.readUpload(upload)).rejects.toThrow('differs from what was stored');
  await expect(store.readPreview(preview)).rejects.toThrow('differs from what was stored');
});

test('can’t be used once its bucket is gone', async () => {
  const store = await openStore();
  await store.check();
  const folder = dirname(dirname(s3.fileOf('x')));
  await rename(folder, `${folder}-gone`);
  onTestFinished(() => rename(`${folder}-gone`, folder));

  await expect(store.check()).rejects.toThrow('NoSuchBucket');
});

test('a large file goes in parts, each with its checksum, and leaves nothing behind', async () => {
  const store = await openStore();
  const sent: (string | undefined)[] = [];
  s3.interfere(({ headers, url }) => {
    if (url?.includes('partNumber=')) sent.push(headers['x-amz-checksum-sha256']?.toString());
    return false;
  });

  await store.putOriginal(Readable.from(Array.from({ length: 20 }, () => randomBytes(1_000_000))));

  expect(sent).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[\w+/]{43}=$/)));
  expect(await readdir(join(directory, 'unfinished'))).toEqual([]);
});

test('a file is sent whole even if a clean-up deletes it while it is being sent', async () => {
  const store = await openStore();
  const bytes = randomBytes(9_000_000);
  const unfinished = join(directory, 'unfinished');
  let cleanUps = 0;
  s3.interfere(({ url }) => {
    if (!/[?&]uploads\b/.test(url ?? '')) return false;
    for (const name of readdirSync(unfinished)) rmSync(join(unfinished, name));
    cleanUps += 1;
    return false;
  });

  const { sha256 } = await store.putOriginal(Readable.from([bytes]));

  expect(cleanUps).toBe(1);
  expect((await buffer(store.readOriginal(sha256))).equals(bytes)).toBe(true);
});

test('the same content is sent once, and again once it is old', async () => {
  const store = await openStore();
  const bytes = randomBytes(500);
  const { sha256 } = await store.putOriginal(bytes);
  const before = writes().length;

  await store.putOriginal(bytes);
  const again = writes().length;
  const old = new Date(Date.now() - 2 * 3_600_000);
  await utimes(s3.fileOf(originalPath(sha256)), old, old);
  await store.putOriginal(bytes);

  expect([before, again, writes().length]).toEqual([1, 1, 2]);
});

test('waits for a deletion even of what was stored a moment ago', async () => {
  const store = await openStore();
  const { bucket } = parseEnv({ DATA_DIR: directory, ...s3.settings });
  if (!bucket) throw new Error('no bucket');
  const bytes = randomBytes(500);
  const { sha256 } = await store.putOriginal(bytes);
  const note = `removing/${originalPath(sha256)}`;
  const about = { sha256, bytes: bytes.length, read: async () => bytes };
  await new Bucket(bucket).put(note, about);
  // The process that stored it died; the deletion began before that, and ends now.
  let isUnderWay = true;
  const endDeletion = () => {
    if (isUnderWay) for (const path of [originalPath(sha256), note]) rmSync(s3.fileOf(path));
    isUnderWay = false;
  };
  s3.interfere(({ url }) => {
    if (url?.includes('removing')) endDeletion();
    return false;
  });

  await store.putOriginal(bytes);
  endDeletion();

  expect(await store.statOriginal(sha256)).toEqual({ sha256, bytes: 500 });
});

test('leaves what another process stored in the meantime', async () => {
  const store = await openStore();
  const other = await openStore();
  const bytes = randomBytes(500);
  s3.interfere(({ method, url }, response) => {
    if (method !== 'GET' || !url?.includes('originals')) return false;
    s3.interfere(null);
    // The look finds nothing, but before the write the other has stored it.
    other.putOriginal(bytes).then(() => refuse(response, 404, problemOf('NoSuchKey')));
    return true;
  });

  const { sha256 } = await store.putOriginal(bytes);

  expect(await buffer(store.readOriginal(sha256))).toEqual(bytes);
});

test('a server without conditional writes gets unconditional ones', async () => {
  const store = await openStore();
  s3.interfere(({ method, headers }, response) => {
    if (method !== 'PUT' || headers['if-none-match'] === undefined) return false;
    response.writeHead(501).end();
    return true;
  });
  const bytes = randomBytes(500);

  const { sha256 } = await store.putOriginal(bytes);

  expect(await buffer(store.readOriginal(sha256))).toEqual(bytes);
});

test('continues reading where the connection broke', async () => {
  const store = await openStore();
  const bytes = randomBytes(200_000);
  const { sha256 } = await store.putOriginal(bytes);
  s3.requests.length = 0;
  let cuts = 2;
  s3.interfere(({ method, headers }, response) => {
    if (method !== 'GET' || cuts === 0) return false;
    cuts -= 1;
    const at = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(at > 0 ? 206 : 200, { 'Content-Length': bytes.length - at });
    response.write(bytes.subarray(at, at + 50_000), () => response.destroy());
    return true;
  });

  expect(await buffer(store.readOriginal(sha256))).toEqual(bytes);
  expect(s3.requests).toHaveLength(3);
});

test('a server that ignores which part is wanted gives none, instead of other bytes', async () => {
  const store = await openStore();
  const bytes = randomBytes(200_000);
  const { sha256 } = await store.putOriginal(bytes);
  let cuts = 1;
  s3.interfere(({ method }, response) => {
    if (method !== 'GET') return false;
    response.writeHead(200, { 'Content-Length': bytes.length });
    if (cuts === 0) response.end(bytes);
    else response.write(bytes.subarray(0, 50_000), () => response.destroy());
    cuts -= 1;
    return true;
  });

  const whole = buffer(store.readOriginal(sha256));
  await expect(whole).rejects.toThrow('Range is ignored');
  const part = buffer(store.readOriginal(sha256, { start: 100, end: 199 }));
  await expect(part).rejects.toThrow('Range is ignored');
});

test('a reader may pause for as long and as often as it likes', async () => {
  const { bucket } = parseEnv({ DATA_DIR: directory, ...s3.settings });
  if (!bucket) throw new Error('no bucket');
  const bytes = randomBytes(40_000_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const answers: Promise<unknown>[] = [];
  s3.interfere(({ headers }, response) => {
    const at = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    answers.push(once(response, 'close'));
    response.writeHead(at > 0 ? 206 : 200, { 'Content-Length': bytes.length - at });
    response.end(bytes.subarray(at));
    return true;
  });

  const received = createHash('sha256');
  let pauses = 0;
  for await (const chunk of new Bucket(bucket, 300).read('x', { sha256 })) {
    received.update(chunk);
    if (answers.length > 6 || answers.length === pauses) continue;
    pauses += 1;
    // Until the connection is given up.
    await answers.at(-1);
  }

  expect([pauses, received.digest('hex')]).toEqual([6, sha256]);
});

test('lists no objects of others among its files', async () => {
  const store = await openStore();
  const { bucket } = parseEnv({ DATA_DIR: directory, ...s3.settings });
  if (!bucket) throw new Error('no bucket');
  const bytes = Buffer.from('made by a tool, to show a folder');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const marker = { sha256: digest, bytes: bytes.length, read: async () => bytes };
  for (const folder of ['uploads', 'parts']) {
    await new Bucket(bucket).put(`${folder}/.keep`, marker);
  }
  const upload = await store.putUpload(randomBytes(9));
  const later = new Date(Date.now() + 60_000);

  const listed: string[] = [];
  for await (const { path } of store.list() ?? []) listed.push(path);

  expect(listed).toContain(`uploads/${upload}`);
  expect(listed).not.toContain('uploads/.keep');
  expect(await store.uploadsBefore(later)).not.toContain('.keep');
  expect(await store.partsBefore(later)).toEqual([]);
});

test('ends an upload once none of its parts is on its way any more', async () => {
  const store = await openStore();
  const events: string[] = [];
  const [refused, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  s3.interfere(({ method, url }, response) => {
    const [, part] = /partNumber=(\d)/.exec(url ?? '') ?? [];
    if (part === '1') {
      response.writeHead(403).end(refused.resolve);
      return true;
    }
    if (part !== undefined) {
      waited.promise.then(() => {
        events.push('part');
        response.writeHead(200, { ETag: '"x"' }).end();
      });
      return true;
    }
    if (method === 'DELETE') events.push('end');
    return false;
  });

  const stored = store.putOriginal(Readable.from([randomBytes(17_000_000)]));
  const failed = expect(stored).rejects.toThrow('can’t be used');
  await refused.promise;
  // Long enough for the upload to be ended too early.
  await store.check();
  await store.check();
  waited.resolve();
  await failed;

  expect(events).toEqual(['part', 'part', 'end']);
});

test('deletes what killed uploads left on the disk, without asking the bucket', async () => {
  const store = await openStore();
  const left = join(directory, 'unfinished', 'left');
  await writeFile(left, 'half');
  const old = new Date(Date.now() - 61 * 60_000);
  await utimes(left, old, old);

  await store.removeUnfinished();

  expect(await readdir(join(directory, 'unfinished'))).toEqual([]);
  expect(s3.requests).toEqual([]);
});

test('ends uploads in parts that a crash left behind', async () => {
  const store = await openStore();
  const uploads = join(dirname(dirname(s3.fileOf('x'))), '._S3rver_uploads');
  s3.interfere(({ url, method }, response) => {
    const isCrash =
      url?.includes('partNumber=2') || (method === 'DELETE' && url?.includes('uploadId'));
    if (isCrash) response.destroy();
    return isCrash ?? false;
  });
  await expect(store.putOriginal(Readable.from([randomBytes(9_000_000)]))).rejects.toThrow(
    'can’t be used',
  );
  s3.interfere(null);
  const [id = ''] = await readdir(uploads);

  await store.endUploads();
  expect(await readdir(uploads)).toEqual([id]);
  const old = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(uploads, id), old, old);
  await store.endUploads();
  expect(await readdir(uploads)).toEqual([]);
});

test('leaves unfinished uploads of others that use the bucket', async () => {
  const store = await openStore({ FILES_URL: 's3://shop' });
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const others = ['films/1', 'originals.tar', 'parts-list'];
  const own = ['originals/ab/cd', 'previews/ab/cd/320.webp', 'uploads/1', 'parts/1'];
  const ended: string[] = [];
  s3.interfere(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, s3.url);
    if (method === 'DELETE') ended.push(pathname.slice('/shop/'.length));
    const uploads = [...others, ...own]
      .filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
      .map(
        (key) =>
          `<Upload><Key>${key}</Key><UploadId>1</UploadId><Initiated>${old}</Initiated></Upload>`,
      );
    response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
    return true;
  });

  await store.endUploads();

  expect(ended).toEqual(own);
});

test.each([
  ['refuses', 403, ''],
  ['fails', 503, ''],
  ['is gone', 404, problemOf('NoSuchBucket')],
  ['is hidden by a proxy that finds nothing', 404, '<html><hr><p>Not found</p></html>'],
  ['is hidden by a proxy that says nothing', 404, ''],
])('a bucket that %s is unreachable, not empty', async (_, status, body) => {
  const store = await openStore();
  s3.interfere((_, response) => refuse(response, status, body));

  const sha256 = '0'.repeat(64);
  const preview = `${sha256}/320.webp`;
  const upload = 'ab'.repeat(16);
  const answers = await Promise.allSettled([
    store.statOriginal(sha256),
    buffer(store.readOriginal(sha256)),
    store.previewBytes(preview),
    store.readPreview(preview),
    store.readUpload(upload),
    store.removeUpload(upload),
    buffer(store.readPart(upload)),
    store.uploadsBefore(new Date()),
    store.putUpload(randomBytes(9)),
    store.endUploads(),
    store.check(),
  ]);

  const outcomes = answers.map((answer) => 'reason' in answer && answer.reason.name);
  expect(outcomes).toEqual(answers.map(() => 'StoreUnreachable'));
});

test.each([
  ['says nothing', ''],
  ['answers with a page', '<html><hr><p>Forbidden</p></html>'],
])('a server that refuses and %s is known by its status', async (_, body) => {
  const store = await openStore();
  s3.interfere((_request, response) => refuse(response, 405, body));

  await expect(store.endUploads()).rejects.toMatchObject({ reason: 'HTTP 405' });
});

test('a server may say that there is nothing to delete', async () => {
  const store = await openStore();
  s3.interfere(
    ({ method }, response) => method === 'DELETE' && refuse(response, 404, problemOf('NoSuchKey')),
  );

  await expect(store.removeUpload('ab'.repeat(16))).resolves.toBeUndefined();
});

test('a server that doesn’t say what is missing is refused in one line', async () => {
  let isDeleted = false;
  s3.interfere(({ method }, response) => {
    if (method === 'DELETE') isDeleted = true;
    return isDeleted && method === 'GET' && refuse(response, 404, '');
  });

  await expect(openStore()).rejects.toThrow(
    /^FILES_URL: looking for a file in the bucket shop at http.* failed: NotFound$/,
  );
});

test('a server that still has what was deleted is refused in one line', async () => {
  s3.interfere(({ method }, response) => method === 'DELETE' && refuse(response, 204, ''));

  await expect(openStore()).rejects.toThrow(
    /^FILES_URL: looking for a file in the bucket shop at http.* failed: it was deleted and is still found, perhaps in a cache before the bucket$/,
  );
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['another bucket', { FILES_URL: 's3://elsewhere' }, 'NoSuchBucket'],
  ['an unknown key', { AWS_ACCESS_KEY_ID: 'unknown' }, 'InvalidAccessKeyId'],
  ['no server', { S3_ENDPOINT: 'http://127.0.0.1:1' }, 'ECONNREFUSED'],
])('a store with %s is refused in one line', async (_, settings, reason) => {
  const { AWS_ACCESS_KEY_ID } = { ...s3.settings, ...settings };
  Object.assign(process.env, { AWS_ACCESS_KEY_ID });
  const opening = openStore(settings);

  await expect(opening).rejects.toThrow(/^FILES_URL: storing a file in the bucket [\w-]+ at http/);
  await expect(opening).rejects.toThrow(reason);
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
});

test('an address for a browser works for five minutes, under a safe name', async () => {
  const store = await openStore();
  const bytes = randomBytes(500);
  const { sha256 } = await store.putOriginal(bytes);

  const url = await store.originalUrl(sha256, { name: 'Fü “x”.png', mediaType: 'image/png' });

  const parsed = new URL(url ?? '');
  expect(parsed.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(parsed.pathname).toBe(`/shop/files/${originalPath(sha256)}`);
  const answer = await fetch(parsed, { headers: { Range: 'bytes=100-199' } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''F%C3%BC");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(100, 200));
});

test('browsers get the public address of the server', async () => {
  const store = await openStore({ S3_PUBLIC_ENDPOINT: 'https://files.shop.example' });

  const url = await store.originalUrl('0'.repeat(64), { name: 'a.png', mediaType: 'image/png' });

  expect(url).toMatch(/^https:\/\/files\.shop\.example\/shop\/files\/originals\/00\/0/);
});

test.each([
  ['before it answers', ''],
  ['in the middle of a file', 'the first half'],
])(
  'a read that nobody wants any more ends while the bucket is silent %s',
  {
    // Its silence alone would end it after 20 s.
    timeout: 15_000,
  },
  async (_, start) => {
    const store = await openStore();
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    s3.interfere((_request, response) => {
      response.on('close', ended.resolve);
      if (start) response.writeHead(200, { 'Content-Length': 2 * start.length }).write(start);
      else begun.resolve();
      return true;
    });
    const stream = store.readOriginal('0'.repeat(64));
    stream.on('data', begun.resolve);
    await begun.promise;

    stream.destroy();
    await ended.promise;

    expect(s3.requests).toHaveLength(1);
  },
);
