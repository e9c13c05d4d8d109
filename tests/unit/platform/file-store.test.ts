import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { startS3 } from '#tests/support/s3-server.ts';

/** What every file store does. */

interface Tried {
  readonly store: FileStore;
  paths(): Promise<string[]>;
  /** Where the bytes of a stored path are. */
  fileOf(path: string): string;
}

const endings: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const end of endings) await end();
});

async function makeFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-files-'));
  endings.push(() => rm(directory, { recursive: true }));
  return directory;
}

async function onDisk(): Promise<Tried> {
  const directory = await makeFolder();
  return {
    store: await openFiles(parseEnv({ DATA_DIR: directory })),
    fileOf: (path) => join(directory, path),
    async paths() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
    },
  };
}

async function inBucket(): Promise<Tried> {
  const [directory, s3] = [await makeFolder(), await startS3()];
  endings.push(s3.end);
  const store = await openFiles(parseEnv({ DATA_DIR: directory, ...s3.settings }));
  return { store, paths: s3.paths, fileOf: s3.fileOf };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each([
  ['on the disk', onDisk, 100],
  ['in a bucket', inBucket, 8],
] as const)('files %s', (_, setUp, rounds) => {
  test('stores an original under the hash of its content', async () => {
    const { store, paths } = await setUp();
    const bytes = randomBytes(100_000);

    const stored = await store.putOriginal(bytes);

    expect(stored).toEqual({ sha256: sha256(bytes), bytes: 100_000 });
    const name = stored.sha256;
    expect(await paths()).toEqual([`originals/${name.slice(0, 2)}/${name}`]);
    expect(await buffer(store.readOriginal(name))).toEqual(bytes);
    expect(await store.statOriginal(name)).toEqual(stored);
  });

  test('accepts a stream like bytes', async () => {
    const { store } = await setUp();
    const chunks = Array.from({ length: 40 }, () => randomBytes(10_000));

    const stored = await store.putOriginal(Readable.from(chunks));

    const bytes = Buffer.concat(chunks);
    expect(stored).toEqual({ sha256: sha256(bytes), bytes: bytes.length });
    expect(await buffer(store.readOriginal(stored.sha256))).toEqual(bytes);
  });

  test('stores the same content once', async () => {
    const { store, paths } = await setUp();
    const bytes = randomBytes(1000);

    await Promise.all([
      store.putOriginal(bytes),
      store.putOriginal(bytes),
      store.putOriginal(bytes),
    ]);

    expect(await paths()).toHaveLength(1);
  });

  test('leaves nothing of a stream that breaks', async () => {
    const { store, paths } = await setUp();
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(50_000);
        throw new Error('the upload broke');
      })(),
    );

    await expect(store.putOriginal(broken)).rejects.toThrow('the upload broke');

    expect(await paths()).toEqual([]);
  });

  test('reads a range, both ends included', async () => {
    const { store } = await setUp();
    const bytes = randomBytes(5000);
    const { sha256: name } = await store.putOriginal(bytes);

    const part = await buffer(store.readOriginal(name, { start: 100, end: 199 }));

    expect(part).toEqual(bytes.subarray(100, 200));
  });

  test("reports what it doesn't have", async () => {
    const { store } = await setUp();

    expect(await store.statOriginal('0'.repeat(64))).toBeNull();
    expect(await store.readPreview(`${'0'.repeat(64)}/320.webp`)).toBeNull();
  });

  test('stores previews by hash, width and format', async () => {
    const { store, paths } = await setUp();
    const name = `${'ab'.repeat(32)}/640.avif`;
    const bytes = randomBytes(300);

    await store.putPreview(name, bytes);

    const preview = await store.readPreview(name);
    expect(preview).toEqual({ bytes, etag: `"${'ab'.repeat(32)}.640.avif"` });
    expect(await paths()).toEqual([`previews/ab/${name}`]);
  });

  test.each([
    '../../../etc/passwd',
    `${'a'.repeat(63)}`,
    `${'a'.repeat(64)}/../x`,
    `${'A'.repeat(64)}`,
    `${'a'.repeat(64)}\u0000`,
    '',
  ])('%j is not a file name', async (name) => {
    const { store, paths } = await setUp();

    expect(() => store.readOriginal(name)).toThrow(RangeError);
    await expect(store.statOriginal(name)).rejects.toThrow(RangeError);
    await expect(store.putPreview(name, randomBytes(1))).rejects.toThrow(RangeError);
    expect(await store.readPreview(name)).toBeNull();
    expect(await paths()).toEqual([]);
  });

  test('stores an upload under a random name until it is removed', async () => {
    const { store, paths } = await setUp();
    const bytes = randomBytes(5000);

    const names = [await store.putUpload(bytes), await store.putUpload(bytes)];
    const [first = '', second = ''] = names;
    await store.removeUpload(second);
    await store.removeUpload(second);

    expect(new Set(names).size).toBe(2);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(await store.readUpload(first)).toEqual(bytes);
    expect(await store.readUpload(second)).toBeNull();
    expect(await paths()).toEqual([`uploads/${first}`]);
  });

  test('lists the uploads from before an instant', async () => {
    const { store, fileOf } = await setUp();
    const before = await store.uploadsBefore(new Date());
    const [old, young] = [
      await store.putUpload(randomBytes(9)),
      await store.putUpload(randomBytes(9)),
    ];
    const instant = new Date('2026-03-01T09:00:00Z');
    await utimes(fileOf(`uploads/${old}`), instant, new Date(instant.getTime() - 1));
    await utimes(fileOf(`uploads/${young}`), instant, instant);

    expect(before).toEqual([]);
    expect(await store.uploadsBefore(instant)).toEqual([old]);
  });

  test('refuses an upload name that leads elsewhere', async () => {
    const { store } = await setUp();

    for (const name of ['../pinwheel.sqlite', 'a'.repeat(31), 'A'.repeat(32), '']) {
      await expect(async () => store.readUpload(name)).rejects.toThrow(RangeError);
      await expect(async () => store.removeUpload(name)).rejects.toThrow(RangeError);
    }
  });

  test('stores a part under a random name, and nothing of one whose source throws', async () => {
    const { store, paths } = await setUp();
    const bytes = randomBytes(9000);
    const broken = Readable.from(
      (async function* () {
        yield bytes;
        throw new Error('too long');
      })(),
    );

    const part = await store.putPart(Readable.from([bytes]));
    await expect(store.putPart(broken)).rejects.toThrow('too long');

    expect(part).toEqual({ name: expect.stringMatching(/^[0-9a-f]{32}$/), bytes: 9000 });
    expect(await buffer(store.readPart(part.name))).toEqual(bytes);
    expect(await paths()).toEqual([`parts/${part.name}`]);
    expect(await store.partsBefore(new Date(Date.now() + 60_000))).toEqual([part.name]);
    await store.removePart(part.name);
    await store.removePart(part.name);
    expect(await paths()).toEqual([]);
  });

  test('lists digests by prefix', async () => {
    const { store } = await setUp();
    const { sha256: digest } = await store.putOriginal(Buffer.from('an original'));
    const hash = 'ab'.repeat(32);
    await store.putPreview(`${hash}/320.avif`, randomBytes(9));

    expect(await store.digestsOf('originals', digest.slice(0, 2))).toEqual([digest]);
    expect(await store.digestsOf('previews', 'ab')).toEqual([hash]);
    expect(await store.digestsOf('originals', 'ab')).toEqual([]);
  });

  test('removes only what was put before an instant', async () => {
    const { store, paths, fileOf } = await setUp();
    const instant = new Date('2026-03-01T09:00:00Z');
    const hash = 'ab'.repeat(32);
    const { sha256: digest } = await store.putOriginal(randomBytes(9));
    const original = `originals/${digest.slice(0, 2)}/${digest}`;
    const [first, second] = ['320.avif', '640.avif'].map((name) => `previews/ab/${hash}/${name}`);
    if (!first || !second) throw new Error('two previews');
    for (const name of ['320.avif', '640.avif'])
      await store.putPreview(`${hash}/${name}`, randomBytes(9));
    const setAge = (path: string, ms: number) =>
      utimes(fileOf(path), instant, new Date(instant.getTime() - ms));
    await setAge(original, 0);
    await setAge(first, 0);
    await setAge(second, 1);
    const remove = async () => {
      await store.removeBefore('originals', digest, instant);
      await store.removeBefore('previews', hash, instant);
    };

    await remove();
    expect((await paths()).sort()).toEqual([original, first]);

    await setAge(original, 1);
    await setAge(first, 1);
    await remove();
    await remove();
    expect(await paths()).toEqual([]);
  });

  test('keeps what is put at the moment of its removal', async () => {
    const { store, fileOf } = await setUp();
    const instant = new Date('2026-03-01T09:00:00Z');
    const old = new Date(instant.getTime() - 1);
    const bytes = Buffer.from('the same again');
    const hash = 'ab'.repeat(32);
    const preview = `${hash}/320.avif`;

    for (let round = 0; round < rounds; round += 1) {
      const { sha256: digest } = await store.putOriginal(bytes);
      await store.putPreview(preview, bytes);
      await utimes(fileOf(`originals/${digest.slice(0, 2)}/${digest}`), old, old);
      await utimes(fileOf(`previews/ab/${preview}`), old, old);
      await Promise.all([
        store.putOriginal(bytes),
        store.putPreview(preview, bytes),
        store.removeBefore('originals', digest, instant),
        store.removeBefore('previews', hash, instant),
      ]);

      expect(await store.statOriginal(digest)).not.toBeNull();
      expect(await store.readPreview(preview)).not.toBeNull();
    }
  });

  test('refuses to remove a name that leads elsewhere', async () => {
    const { store } = await setUp();

    for (const name of ['../pinwheel.sqlite', 'A'.repeat(64), '']) {
      await expect(store.removeBefore('originals', name, new Date())).rejects.toThrow(RangeError);
      await expect(store.removeBefore('previews', name, new Date())).rejects.toThrow(RangeError);
    }
  });

  test('a large file that came as a stream is read back whole and in parts', async () => {
    const { store } = await setUp();
    const chunks = Array.from({ length: 20 }, () => randomBytes(1_000_000));
    const bytes = Buffer.concat(chunks);

    const { sha256: name } = await store.putOriginal(Readable.from(chunks));

    expect(sha256(await buffer(store.readOriginal(name)))).toBe(sha256(bytes));
    const part = await buffer(store.readOriginal(name, { start: 9_999_990, end: 10_000_009 }));
    expect(part).toEqual(bytes.subarray(9_999_990, 10_000_010));
  });

  test('reading what is missing fails as on a disk', async () => {
    const { store } = await setUp();

    // One after the other: a stream that fails before anything reads it ends the process.
    await expect(buffer(store.readOriginal('0'.repeat(64)))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await expect(buffer(store.readPart('0'.repeat(32)))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is ready', async () => {
    const { store } = await setUp();

    await expect(store.check()).resolves.toBeUndefined();
  });
});
