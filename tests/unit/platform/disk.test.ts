import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openDiskStore } from '#server/platform/files/disk.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { listOnDisk } from '#server/platform/files/list-on-disk.ts';
import { crashPoint } from '#tests/support/crash-point.ts';
import { filesBelow } from '#tests/support/empty-folder.ts';

/** What only the disk does; file-store.test.ts has what every store does. */

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function setUp() {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-disk-'));
  folders.push(directory);
  return { directory, store: await openDiskStore(directory) };
}

test('deletes old half-written files when opened, and keeps fresh ones', async () => {
  const { directory } = await setUp();
  const [old, fresh] = ['old', 'fresh'].map((name) => join(directory, 'unfinished', name));
  await writeFile(old ?? '', 'half');
  await writeFile(fresh ?? '', 'half');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await utimes(old ?? '', minutesAgo(61), minutesAgo(61));
  await utimes(fresh ?? '', minutesAgo(59), minutesAgo(59));

  await openDiskStore(directory);

  expect(await readdir(join(directory, 'unfinished'))).toEqual(['fresh']);
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

test.each([
  ['a start', (directory: string) => openDiskStore(directory)],
  ['a clean-up', (_: string, store: FileStore) => store.removeUnfinished()],
])('%s puts back what a killed deletion had moved aside', async (_, putBack) => {
  const { directory, store } = await setUp();
  const hash = 'ab'.repeat(32);
  const { sha256 } = await store.putOriginal(Buffer.from('an original'));
  await store.putPreview(`${hash}/320.avif`, Buffer.from('a preview'));
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const path of await filesBelow(directory)) {
    await utimes(join(directory, path), longAgo, longAgo);
  }
  const before = await filesBelow(directory);
  for (const [kind, digest] of [
    ['originals', sha256],
    ['previews', hash],
  ] as const) {
    await expect(store.removeBefore(kind, digest, crashPoint())).rejects.toThrow('killed');
  }
  await rm(join(directory, 'previews'), { recursive: true });

  await putBack(directory, store);

  expect(await filesBelow(directory)).toEqual(before);
  expect(String(await buffer(store.readOriginal(sha256)))).toBe('an original');
  // As if stored just now: a row may refer to it.
  expect((await stat(join(directory, before[0] ?? ''))).mtime > longAgo).toBe(true);
});

test('removes an emptied folder of previews', async () => {
  const { directory, store } = await setUp();
  const hash = 'ab'.repeat(32);
  await store.putPreview(`${hash}/320.avif`, randomBytes(9));

  await store.removeBefore('previews', hash, new Date(Date.now() + 60_000));

  expect(await readdir(join(directory, 'previews', 'ab'))).toEqual([]);
});

test('skips files of the system among the digests', async () => {
  const { directory, store } = await setUp();
  const hash = 'ab'.repeat(32);
  await store.putPreview(`${hash}/320.avif`, randomBytes(9));
  await writeFile(join(directory, 'previews', 'ab', '.DS_Store'), 'of the system');

  expect(await store.digestsOf('previews', 'ab')).toEqual([hash]);
});

test('lists no files of the system among the uploads', async () => {
  const { directory, store } = await setUp();
  const name = await store.putUpload(randomBytes(9));
  await writeFile(join(directory, 'uploads', '.DS_Store'), 'of the system');

  expect(await store.uploadsBefore(new Date(Date.now() + 60_000))).toEqual([name]);
});

test('a folder that disappears while files are listed hides no others', async () => {
  const { directory, store } = await setUp();
  const hashes = ['a', 'b', 'c'].map((digit) => `ab${digit.repeat(62)}`);
  for (const hash of hashes) await store.putPreview(`${hash}/320.avif`, randomBytes(9));
  const paths = hashes.map((hash) => `previews/ab/${hash}/320.avif`);

  const found: string[] = [];
  for await (const { path } of listOnDisk(directory, ['originals', 'previews'])) {
    found.push(path);
    // The second of them, once the first is listed.
    const second = paths.filter((each) => each !== found[0])[0] ?? '';
    await rm(join(directory, second, '..'), { recursive: true, force: true });
  }

  expect(found).toHaveLength(2);
  expect(paths).toEqual(expect.arrayContaining(found));
});

test('a missing folder lists nothing, one that can’t be read fails', async () => {
  const { directory } = await setUp();
  await symlink('originals', join(directory, 'originals'));

  await expect(listOnDisk(directory, ['uploads', 'originals']).next()).rejects.toThrow('ELOOP');
});
