import { createHash, randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openDiskStore } from '#server/platform/files/disk.ts';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function setUp() {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-disk-'));
  folders.push(directory);
  return { directory, store: await openDiskStore(directory) };
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('stores an original under the hash of its content', async () => {
  const { directory, store } = await setUp();
  const bytes = randomBytes(100_000);

  const stored = await store.putOriginal(bytes);

  expect(stored).toEqual({ sha256: sha256(bytes), bytes: 100_000 });
  const name = stored.sha256;
  expect(await filesIn(directory)).toEqual([join('originals', name.slice(0, 2), name)]);
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
  const { directory, store } = await setUp();
  const bytes = randomBytes(1000);

  await Promise.all([store.putOriginal(bytes), store.putOriginal(bytes), store.putOriginal(bytes)]);

  expect(await filesIn(directory)).toHaveLength(1);
});

test('leaves nothing of a stream that breaks', async () => {
  const { directory, store } = await setUp();
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(50_000);
      throw new Error('the upload broke');
    })(),
  );

  await expect(store.putOriginal(broken)).rejects.toThrow('the upload broke');

  expect(await filesIn(directory)).toEqual([]);
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
  const { directory, store } = await setUp();
  const name = `${'ab'.repeat(32)}/640.avif`;
  const bytes = randomBytes(300);

  await store.putPreview(name, bytes);

  const preview = await store.readPreview(name);
  expect(preview).toEqual({ bytes, etag: `"${'ab'.repeat(32)}.640.avif"` });
  expect(await filesIn(directory)).toEqual([join('previews', 'ab', name)]);
});

test.each([
  '../../../etc/passwd',
  `${'a'.repeat(63)}`,
  `${'a'.repeat(64)}/../x`,
  `${'A'.repeat(64)}`,
  `${'a'.repeat(64)}\u0000`,
  '',
])('%j is not a file name', async (name) => {
  const { directory, store } = await setUp();

  expect(() => store.readOriginal(name)).toThrow(RangeError);
  await expect(store.statOriginal(name)).rejects.toThrow(RangeError);
  await expect(store.putPreview(name, randomBytes(1))).rejects.toThrow(RangeError);
  expect(await store.readPreview(name)).toBeNull();
  expect(await filesIn(directory)).toEqual([]);
});

test('deletes old half-written files when opened, and keeps fresh ones', async () => {
  const { directory } = await setUp();
  const [old, fresh] = ['old', 'fresh'].map((name) => join(directory, 'unfinished', name));
  await writeFile(old ?? '', 'half');
  await writeFile(fresh ?? '', 'half');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await utimes(old ?? '', minutesAgo(61), minutesAgo(61));
  await utimes(fresh ?? '', minutesAgo(59), minutesAgo(59));

  await openDiskStore(directory);

  expect(await filesIn(directory)).toEqual([join('unfinished', 'fresh')]);
});

test('stores an upload under a random name until it is removed', async () => {
  const { directory, store } = await setUp();
  const bytes = randomBytes(5000);

  const names = [await store.putUpload(bytes), await store.putUpload(bytes)];
  const [first = '', second = ''] = names;
  await store.removeUpload(second);
  await store.removeUpload(second);

  expect(new Set(names).size).toBe(2);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await store.readUpload(first)).toEqual(bytes);
  expect(await store.readUpload(second)).toBeNull();
  expect(await filesIn(directory)).toEqual([join('uploads', first)]);
});

test('lists the uploads from before an instant', async () => {
  const { directory, store } = await setUp();
  const before = await store.uploadsBefore(new Date());
  const [old, young] = [
    await store.putUpload(randomBytes(9)),
    await store.putUpload(randomBytes(9)),
  ];
  const instant = new Date('2026-03-01T09:00:00Z');
  await utimes(join(directory, 'uploads', old), instant, new Date(instant.getTime() - 1));
  await utimes(join(directory, 'uploads', young), instant, instant);

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
  const { directory, store } = await setUp();
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
  expect(await filesIn(directory)).toEqual([join('parts', part.name)]);
  expect(await store.partsBefore(new Date(Date.now() + 60_000))).toEqual([part.name]);
  await store.removePart(part.name);
  await store.removePart(part.name);
  expect(await filesIn(directory)).toEqual([]);
});

test('lists digests by prefix', async () => {
  const { directory, store } = await setUp();
  const { sha256: digest } = await store.putOriginal(Buffer.from('an original'));
  const hash = 'ab'.repeat(32);
  await store.putPreview(`${hash}/320.avif`, randomBytes(9));
  await writeFile(join(directory, 'previews', 'ab', '.DS_Store'), 'of the system');

  expect(await store.digestsOf('originals', digest.slice(0, 2))).toEqual([digest]);
  expect(await store.digestsOf('previews', 'ab')).toEqual([hash]);
  expect(await store.digestsOf('originals', 'ab')).toEqual([]);
});

test('removes only what was put before an instant, along with an empty folder', async () => {
  const { directory, store } = await setUp();
  const instant = new Date('2026-03-01T09:00:00Z');
  const hash = 'ab'.repeat(32);
  const folder = join(directory, 'previews', 'ab', hash);
  const { sha256: digest } = await store.putOriginal(randomBytes(9));
  const original = join(directory, 'originals', digest.slice(0, 2), digest);
  for (const name of ['320.avif', '640.avif'])
    await store.putPreview(`${hash}/${name}`, randomBytes(9));
  const setAge = (path: string, ms: number) =>
    utimes(path, instant, new Date(instant.getTime() - ms));
  await setAge(original, 0);
  await setAge(join(folder, '320.avif'), 0);
  await setAge(join(folder, '640.avif'), 1);
  const remove = async () => {
    await store.removeBefore('originals', digest, instant);
    await store.removeBefore('previews', hash, instant);
  };

  await remove();
  expect(await readdir(folder)).toEqual(['320.avif']);
  expect(await store.statOriginal(digest)).not.toBeNull();

  await setAge(original, 1);
  await setAge(join(folder, '320.avif'), 1);
  await remove();
  await remove();
  expect(await filesIn(directory)).toEqual([]);
  expect(await readdir(join(directory, 'previews', 'ab'))).toEqual([]);
});

test('keeps what is put at the moment of its removal', async () => {
  const { directory, store } = await setUp();
  const instant = new Date('2026-03-01T09:00:00Z');
  const old = new Date(instant.getTime() - 1);
  const bytes = Buffer.from('the same again');
  const hash = 'ab'.repeat(32);
  const preview = `${hash}/320.avif`;

  for (let round = 0; round < 100; round += 1) {
    const { sha256: digest } = await store.putOriginal(bytes);
    await store.putPreview(preview, bytes);
    await utimes(join(directory, 'originals', digest.slice(0, 2), digest), old, old);
    await utimes(join(directory, 'previews', 'ab', preview), old, old);
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

test('keeps what is put after its age was checked', async () => {
  const { directory, store } = await setUp();
  const bytes = randomBytes(9);
  const { sha256: digest } = await store.putOriginal(bytes);
  const path = join(directory, 'originals', digest.slice(0, 2), digest);
  const now = Date.now();
  await utimes(path, now / 1000, now / 1000 - 60);
  const instant = new Date(now - 30_000);
  let looks = 0;
  instant.valueOf = () => {
    looks += 1;
    // As if it had been put again.
    utimesSync(path, now / 1000, now / 1000);
    instant.valueOf = () => now - 30_000;
    return now - 30_000;
  };

  await store.removeBefore('originals', digest, instant);

  expect(looks).toBe(1);
  expect(await buffer(store.readOriginal(digest))).toEqual(bytes);
});

test('refuses to remove a name that leads elsewhere', async () => {
  const { store } = await setUp();

  for (const name of ['../pinwheel.sqlite', 'A'.repeat(64), '']) {
    await expect(store.removeBefore('originals', name, new Date())).rejects.toThrow(RangeError);
    await expect(store.removeBefore('previews', name, new Date())).rejects.toThrow(RangeError);
  }
});
