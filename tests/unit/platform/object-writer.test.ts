import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { Bucket } from '#server/platform/files/s3/bucket.ts';
import type { Source } from '#server/platform/files/s3/object-writer.ts';
import { type S3Server, startS3 } from '#tests/support/s3-server.ts';
import { sample } from '#tests/support/sample.ts';
import type { Refusal, Write } from '#tests/support/strict-writes.ts';

/** What is written to servers that know more or less of S3. */

let s3: S3Server;
let directory: string;

beforeAll(async () => {
  s3 = await startS3(0, 'shop', { isTried: false });
  directory = await mkdtemp(join(tmpdir(), 'pinwheel-writer-'));
});

afterEach(() => {
  s3.interfere(null);
  s3.behave({});
});

afterAll(async () => {
  await s3.end();
  await rm(directory, { recursive: true });
});

function openBucket(): Bucket {
  const { bucket } = parseEnv(s3.settings);
  if (!bucket) throw new Error('no bucket');
  s3.requests.length = 0;
  return new Bucket(bucket);
}

function sourceOf(bytes: Buffer): Source {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  };
}

const sizes = [
  ['small', 3000],
  ['large', 9_000_000],
] as const;

const writes = () => s3.requests.filter((request) => /^(PUT|POST)/.test(request)).length;

const whatCompares = [
  ['compares digests', 'compared', 'BadDigest'],
  ['compares only what is signed', 'ignored', 'XAmzContentSHA256Mismatch'],
] as const;

test.each(whatCompares)(
  'what a server that %s receives damaged isn’t stored',
  async (_, digests, reason) => {
    const bucket = openBucket();
    for (const [size, bytes] of sizes) {
      const path = `parts/${digests}-${size}`;
      s3.behave({ digests, transfer: 'faulty' });
      await expect(bucket.put(path, sourceOf(randomBytes(bytes)))).rejects.toThrow(reason);
      expect(await bucket.find(path)).toBeNull();

      s3.behave({ digests });
      await bucket.put(path, sourceOf(randomBytes(bytes)));
    }
  },
);

test.each(['compared', 'ignored'] as const)(
  'a file that isn’t the one of its digest isn’t stored, by a server with digests %s',
  async (digests) => {
    s3.behave({ digests });
    const bucket = openBucket();
    for (const [size, bytes] of sizes) {
      const { sha256 } = sourceOf(randomBytes(9));
      const source = { ...sourceOf(randomBytes(bytes)), sha256 };
      const path = `parts/other-${digests}-${size}`;

      await expect(bucket.put(path, source)).rejects.toThrow('aren’t those of its digest');

      expect(await bucket.find(path)).toBeNull();
    }
  },
);

test.each(['md5', 'opaque'] as const)(
  'what a server that names no digest stored wrong is refused and removed, with %s ETags',
  async (etags) => {
    const bucket = openBucket();
    for (const [size, bytes] of sizes) {
      const path = `parts/unnamed-${etags}-${size}`;
      s3.behave({ digests: 'ignored', etags, transfer: 'faulty later' });
      await expect(bucket.put(path, sourceOf(randomBytes(bytes)))).rejects.toThrow(
        'the bucket has other bytes than were sent',
      );
      expect(await bucket.find(path)).toBeNull();

      s3.behave({ digests: 'ignored', etags });
      await bucket.put(path, sourceOf(randomBytes(bytes)));
      expect((await bucket.find(path))?.bytes).toBe(bytes);
    }
  },
);

test('a small file of which a server that names no digest lost the end is refused and removed', async () => {
  s3.behave({ digests: 'ignored' });
  const path = 'parts/unnamed-short';
  damage(path, (file) => writeFileSync(file, readFileSync(file).subarray(0, 2000)));
  const bucket = openBucket();

  await expect(bucket.put(path, sourceOf(randomBytes(3000)))).rejects.toThrow(
    'has 2000 of its 3000 bytes',
  );

  expect(existsSync(s3.fileOf(path))).toBe(false);
});

test('a bucket that stores other bytes than were sent is refused at start, also one that names no digest', async () => {
  s3.behave({ digests: 'ignored', transfer: 'faulty later' });

  await expect(open()).rejects.toThrow(
    /^FILES_URL: storing a file in the bucket shop at http.* failed: the bucket has other bytes than were sent$/,
  );
});

test.each(sizes)('of two %s files for a new path, the first stays', async (size, bytes) => {
  const path = `parts/first-${size}`;
  const [first, second] = [randomBytes(bytes), randomBytes(bytes)];
  await openBucket().put(path, sourceOf(first), { isNew: true });

  await openBucket().put(path, sourceOf(second), { isNew: true });

  expect((await buffer(openBucket().read(path))).equals(first)).toBe(true);
  await openBucket().put(path, sourceOf(second));
  expect((await buffer(openBucket().read(path))).equals(second)).toBe(true);
});

type Judged = readonly [
  Write,
  { readonly headers: IncomingMessage['headers']; readonly body: string },
];

const hasDigest = (...[write, { headers, body }]: Judged) =>
  Object.keys(headers).some((name) => name.startsWith('x-amz-checksum')) ||
  (write === 'complete' && body.includes('ChecksumSHA256'));
const hasCondition = (...[, { headers }]: Judged) => headers['if-none-match'] !== undefined;

const answers = (status: number, code: string, when: (...judged: Judged) => boolean) => ({
  refusal: (...judged: Judged): Refusal | null => (when(...judged) ? { status, code } : null),
});

const servers = [
  [
    'refuses digests when an upload is completed, and conditions (Swift)',
    {
      digests: 'ignored',
      conditions: 'ignored',
      refusal(...judged: Judged) {
        if (hasCondition(...judged)) return { status: 501, code: 'NotImplemented' };
        const [write] = judged;
        const isRefused = write === 'complete' && hasDigest(...judged);
        return isRefused ? { status: 400, code: 'MalformedXML' } : null;
      },
    },
  ],
  [
    'calls digests of a completed upload an invalid request',
    {
      digests: 'ignored',
      ...answers(
        400,
        'InvalidRequest',
        (...judged) => judged[0] === 'complete' && hasDigest(...judged),
      ),
    },
  ],
  [
    'doesn’t implement digests',
    { digests: 'ignored', ...answers(501, 'NotImplemented', hasDigest) },
  ],
  [
    'calls digests an invalid argument',
    { digests: 'ignored', ...answers(400, 'InvalidArgument', hasDigest) },
  ],
  ['calls digests invalid', { digests: 'ignored', ...answers(400, 'InvalidDigest', hasDigest) }],
  ['ignores all', { digests: 'ignored', conditions: 'ignored' }],
  [
    'doesn’t implement conditions',
    { conditions: 'ignored', ...answers(501, 'NotImplemented', hasCondition) },
  ],
  [
    'calls conditions an invalid request',
    { conditions: 'ignored', ...answers(400, 'InvalidRequest', hasCondition) },
  ],
  [
    'implements neither',
    {
      digests: 'ignored',
      conditions: 'ignored',
      ...answers(501, '', (...judged) => hasDigest(...judged) || hasCondition(...judged)),
    },
  ],
  [
    'refuses both together',
    answers(400, 'InvalidRequest', (...judged) => hasDigest(...judged) && hasCondition(...judged)),
  ],
] as const;

test.each(sample(servers, 3))(
  'a server that %s stores small and large files',
  async (name, behaviour) => {
    s3.behave(behaviour);
    const bucket = openBucket();
    const made: number[] = [];
    for (const round of [1, 2]) {
      for (const [size, length] of sizes) {
        const [path, bytes] = [`parts/${name} ${size} ${round}`, randomBytes(length)];
        const before = writes();
        await bucket.put(path, sourceOf(bytes), { isNew: true });
        made.push(writes() - before);
        expect((await buffer(bucket.read(path))).equals(bytes)).toBe(true);
      }
    }

    // Once it is known what the server doesn't know, it isn't sent again: one request, or one for each of four steps.
    expect(made.slice(2)).toEqual([1, 4]);
  },
);

test('a server that refuses whatever is sent is asked with less, and then given up', async () => {
  s3.behave(answers(400, 'EntityTooLarge', () => true));

  await expect(
    openBucket().put('parts/refused', sourceOf(randomBytes(9)), { isNew: true }),
  ).rejects.toThrow('EntityTooLarge');

  expect(writes()).toBe(4);
});

/** Changes the object as soon as it is looked for, which is after it was completed. */
function damage(path: string, change: (file: string) => void): void {
  let isDamaged = false;
  s3.interfere(({ method }) => {
    const file = s3.fileOf(path);
    if (method !== 'HEAD' || isDamaged || !existsSync(file)) return false;
    isDamaged = true;
    change(file);
    return false;
  });
}

const damages: Readonly<Record<string, (file: string) => void>> = {
  flipped(file) {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(8_999_999) ^ 1, 8_999_999);
    writeFileSync(file, bytes);
  },
  short: (file) => writeFileSync(file, readFileSync(file).subarray(0, 8_388_608)),
  long: (file) => appendFileSync(file, 'more'),
  empty: (file) => writeFileSync(file, ''),
};

test.each([
  ['flipped', 'other bytes than were sent'],
  ['short', 'has 8388608 of its 9000000 bytes'],
  ['long', 'has 9000004 of its 9000000 bytes'],
  ['empty', 'has 0 of its 9000000 bytes'],
])(
  'a file that a server without digests stored %s is refused and removed',
  async (kind, problem) => {
    s3.behave({ digests: 'ignored' });
    const path = `parts/damaged-${kind}`;
    damage(path, damages[kind] ?? expect.unreachable);
    const bucket = openBucket();
    const source = sourceOf(randomBytes(9_000_000));

    await expect(bucket.put(path, source, { isNew: true })).rejects.toThrow(problem);

    expect(existsSync(s3.fileOf(path))).toBe(false);
    await bucket.put(path, source, { isNew: true });
    expect((await bucket.find(path))?.bytes).toBe(9_000_000);
  },
);

test('what a server with digests stored isn’t read again', async () => {
  const bucket = openBucket();

  await bucket.put('parts/compared', sourceOf(randomBytes(9_000_000)), { isNew: true });

  expect(s3.requests.filter((request) => request.startsWith('GET'))).toEqual([]);
});

const open = (settings: Readonly<Record<string, string>> = {}) =>
  openFiles(parseEnv({ DATA_DIR: directory, ...s3.settings, ...settings }));

test('a bucket that loses the end of each file is given up', async () => {
  const store = await open();
  s3.interfere(({ method, url = '' }) => {
    const [, path = ''] = /\/files\/(originals\/[^?]+)/.exec(url) ?? [];
    if (method === 'HEAD' && existsSync(s3.fileOf(path))) writeFileSync(s3.fileOf(path), 'half');
    return false;
  });

  await expect(store.putOriginal(randomBytes(3000))).rejects.toThrow('doesn’t have all of it');
});

test('a bucket that calls every new file known gets it all the same', async () => {
  const store = await open();
  s3.behave(answers(412, 'PreconditionFailed', hasCondition));
  const bytes = randomBytes(3000);

  const { sha256 } = await store.putOriginal(bytes);

  expect(await buffer(store.readOriginal(sha256))).toEqual(bytes);
});

const largeTrials = () =>
  s3.requests.filter((request) => /^POST \/files\/unfinished\/\S+\?uploads/.test(request)).length;

test('a start tries a large file once for its settings, and again after a month', async () => {
  const counts: number[] = [];
  const start = async (settings?: Readonly<Record<string, string>>) => {
    s3.requests.length = 0;
    await open(settings);
    counts.push(largeTrials());
  };
  const notes = dirname(s3.fileOf('tried/any'));
  await rm(notes, { recursive: true, force: true });

  await start();
  await start();
  await start({ S3_REGION: 'elsewhere-1' });
  await start({ S3_REGION: 'elsewhere-1' });
  const old = new Date(Date.now() - 31 * 86_400_000);
  for (const name of await readdir(notes)) await utimes(join(notes, name), old, old);
  await start();
  await start();

  expect(counts).toEqual([1, 0, 1, 0, 1, 0]);
});

test('a bucket that takes no large file is refused at start, and tried again at the next', async () => {
  const settings = { S3_REGION: 'elsewhere-2' };
  const refuseParts = answers(403, 'AccessDenied', (write) => write === 'part');
  s3.behave(refuseParts);
  for (let times = 0; times < 2; times += 1) {
    await expect(open(settings)).rejects.toThrow(
      /^FILES_URL: storing a file of 9 MiB in parts in the bucket shop at http.* failed: AccessDenied$/,
    );
  }
  s3.behave({});

  await open(settings);
});

test('a shop whose bucket has files starts all the same, with a warning', async () => {
  const store = await open();
  await store.putOriginal(randomBytes(3000));
  s3.behave(answers(403, 'AccessDenied', (write) => write === 'part'));
  const warnings: string[] = [];
  const settings = { ...s3.settings, S3_REGION: 'elsewhere-3' };

  const served = await openFiles(parseEnv({ DATA_DIR: directory, ...settings }), (text) => {
    warnings.push(text);
  });

  expect(warnings).toEqual([
    expect.stringMatching(/ failed: AccessDenied\. .* can’t store any of more than 8 MiB /),
  ]);
  await served.putOriginal(randomBytes(3000));
  await expect(served.putOriginal(randomBytes(9_000_000))).rejects.toThrow('AccessDenied');
});

/** Starts a shop with the bucket of the tests, and returns what it warns of. */
async function warningsAtStart(): Promise<string[]> {
  const warnings: string[] = [];
  await openFiles(parseEnv({ DATA_DIR: directory, ...s3.settings }), (text) => {
    warnings.push(text);
  });
  return warnings;
}

test('a shop whose bucket takes nothing more starts all the same, if it has files', async () => {
  s3.behave(answers(403, 'QuotaExceeded', () => true));
  const paths = await s3.paths();
  for (const path of paths) await rm(s3.fileOf(path));
  await expect(warningsAtStart()).rejects.toThrow(/storing a file .* failed: QuotaExceeded$/);
  s3.behave({});
  await (await open()).putOriginal(randomBytes(3000));

  s3.behave(answers(403, 'QuotaExceeded', () => true));

  expect(await warningsAtStart()).toEqual([
    expect.stringMatching(/ storing a file .* failed: QuotaExceeded\. .* can’t store any until /),
  ]);
  await expect(open()).rejects.toThrow('QuotaExceeded');
});

/** Has the server answer everything with this status; `nothing`: not at all. */
function answerAll(status: number | 'nothing'): void {
  s3.interfere((_, response) => {
    if (status !== 'nothing') response.writeHead(status).end();
    return true;
  });
}

test.each([
  [503, 'HTTP 503'],
  ['nothing', 'TimeoutError'],
] as const)(
  'a shop whose bucket answers %s starts all the same',
  async (status, reason) => {
    answerAll(status);

    expect(await warningsAtStart()).toEqual([expect.stringContaining(` is away: ${reason}. `)]);
  },
  60_000,
);

test('a bucket that refuses the shop is refused at start', async () => {
  answerAll(403);

  await expect(warningsAtStart()).rejects.toThrow(/storing a file .* failed: HTTP 403$/);
});

test('what a killed trial left is removed after a day', async () => {
  const store = await open();
  const bucket = openBucket();
  for (const name of ['old', 'young']) {
    await bucket.put(`unfinished/${name}`, sourceOf(randomBytes(9)));
  }
  const old = new Date(Date.now() - 25 * 3_600_000);
  await utimes(s3.fileOf('unfinished/old'), old, old);

  await store.endUploads();

  const left = (await s3.paths()).filter((path) => path.startsWith('unfinished/'));
  expect(left).toEqual(['unfinished/young']);
});
