import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TarEntry, tarBytes, tarChunks, tarEntries } from '#server/operations/backups/tar.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

function entry(path: string, content: Uint8Array, bytes = content.byteLength): TarEntry {
  return { path, bytes, content: chunksOf(content, 1000) };
}

async function read(archive: Uint8Array, chunk: number): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = [];
  for await (const { path, content } of tarEntries(chunksOf(archive, chunk))) {
    found.push([path, await buffer(content)]);
  }
  return found;
}

test('reads back what was written, in pieces of any size, with the announced length', async () => {
  const path = fc.string({
    unit: fc.constantFrom(...'abc019/-_.é'),
    minLength: 1,
    maxLength: 48,
  });
  const content = fc.uint8Array({ maxLength: 3000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(path, content), { maxLength: 6 }),
      fc.integer({ min: 1, max: 5000 }),
      async (files, chunk) => {
        const archive = await buffer(tarChunks(files.map(([name, bytes]) => entry(name, bytes))));
        expect(archive.byteLength).toBe(tarBytes(files.map(([, bytes]) => bytes.byteLength)));
        expect(await read(archive, chunk)).toEqual(
          files.map(([name, bytes]) => [name, Buffer.from(bytes)]),
        );
      },
    ),
  );
});

test('skips an entry that is not read', async () => {
  const archive = await buffer(
    tarChunks([entry('first', Buffer.alloc(2000, 1)), entry('second', Buffer.from('2'))]),
  );
  const paths: string[] = [];
  for await (const { path } of tarEntries(chunksOf(archive, 700))) paths.push(path);
  expect(paths).toEqual(['first', 'second']);
});

test('detects an archive cut off anywhere', async () => {
  const archive = await buffer(
    tarChunks([entry('a', Buffer.alloc(700, 1)), entry('b', Buffer.alloc(10, 2))]),
  );
  for (let length = 0; length <= archive.byteLength - 1024; length += 97) {
    await expect(read(archive.subarray(0, length), 256)).rejects.toThrow('cut short');
  }
});

test("refuses what isn't an archive", async () => {
  await expect(read(Buffer.alloc(4096, 'no archive'), 512)).rejects.toThrow('not a tar archive');
});

test("stops at a file that doesn't have its announced length", async () => {
  const short = tarChunks([entry('short', Buffer.alloc(10), 11)]);
  await expect(buffer(short)).rejects.toThrow('short changed in length');
});

test('writes and reads a size above eight gigabytes', async () => {
  const huge = 10 * 1024 ** 3;
  // Only the header; nobody needs the rest.
  const archive = tarChunks([entry('huge', Buffer.alloc(0), huge)]);
  const found = await tarEntries(archive).next();
  expect(found.value).toMatchObject({ path: 'huge', bytes: huge });
});

test('can be unpacked by any tar', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-tar-'));
  try {
    const files = [entry('originals/ab/one', Buffer.alloc(1500, 7)), entry('two', Buffer.from(''))];
    writeFileSync(join(folder, 'all.tar'), await buffer(tarChunks(files)));
    execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder });
    expect(readFileSync(join(folder, 'originals/ab/one'))).toEqual(Buffer.alloc(1500, 7));
    expect(readFileSync(join(folder, 'two'))).toEqual(Buffer.alloc(0));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
