import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeArchive, publishArchive } from '#server/designs/files/archive.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

async function filed(services: TestServices, files: readonly (readonly [string, Uint8Array])[]) {
  return Promise.all(
    files.map(async ([name, bytes]) => {
      const stored = await services.files.putOriginal(bytes);
      return { name, ...stored };
    }),
  );
}

/** Name and content of each entry, read from the central directory; entries are stored uncompressed. */
function unpack(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ];
    expect(zip.readUInt16LE(at + 10)).toBe(0);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    // With sizes in its local header, an entry can also be read as a stream.
    expect(zip.readUInt32LE(local + 18)).toBe(size);
    expect(zip.readUInt32LE(local + 14)).toBe(crc32(content));
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
    return [name, content];
  });
}

async function archiveOf(services: TestServices, productId: string) {
  return services.database.read
    .selectFrom('products')
    .select(['archiveSha256', 'archiveBytes'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
}

test('contains every file, byte for byte', async () => {
  const services = await makeServices();
  const [logo, paper] = [randomBytes(70_000), randomBytes(10)];
  const files = await filed(services, [
    ['logo.png', logo],
    ['Été.png', paper],
  ]);

  const { sha256, bytes } = await makeArchive(services.files, files);

  const zip = await buffer(services.files.readOriginal(sha256));
  expect(zip.length).toBe(bytes);
  expect(unpack(zip)).toEqual([
    ['logo.png', logo],
    ['Été.png', paper],
  ]);
});

test('is the same for the same files', async () => {
  const services = await makeServices();
  const files = await filed(services, [
    ['a.png', randomBytes(100)],
    ['b.png', randomBytes(100)],
  ]);

  const first = await makeArchive(services.files, files);

  expect(await makeArchive(services.files, files)).toEqual(first);
});

test('makes colliding names unique, and no name leaves its folder', async () => {
  const services = await makeServices();
  const one = randomBytes(10);
  const files = await filed(services, [
    ['Logo.png', one],
    ['logo.PNG', one],
    ['../../logo.png', one],
    ['/etc/passwd', one],
  ]);

  const { sha256 } = await makeArchive(services.files, files);

  const names = unpack(await buffer(services.files.readOriginal(sha256))).map(([name]) => name);
  expect(names).toEqual(['Logo.png', 'logo 2.PNG', 'logo 3.png', 'etc passwd']);
});

test('is recorded when a kit is published', async () => {
  const services = await makeServices();
  const productId = await addProduct(services, {
    files: { 'a.png': randomBytes(10), 'b.png': randomBytes(10) },
  });

  expect(await publishArchive(services, productId)).toBe('done');

  const { archiveSha256, archiveBytes } = await archiveOf(services, productId);
  const stored = await services.files.statOriginal(archiveSha256 ?? '');
  expect(stored?.bytes).toBe(archiveBytes);
});

test('is not needed for a design with one file', async () => {
  const services = await makeServices();
  const productId = await addProduct(services, { files: { 'a.png': randomBytes(10) } });

  expect(await publishArchive(services, productId)).toBe('done');

  expect((await archiveOf(services, productId)).archiveSha256).toBeNull();
});

test('waits for originals that are still being made', async () => {
  const services = await makeServices();
  const productId = await addProduct(services, {
    files: { 'a.png': randomBytes(10), 'b.png': null },
  });

  expect(await publishArchive(services, productId)).toBe('missing');

  expect((await archiveOf(services, productId)).archiveSha256).toBeNull();
});

test('is not recorded for files that changed meanwhile', async () => {
  const services = await makeServices();
  const productId = await addProduct(services, {
    files: { 'a.png': randomBytes(10), 'b.png': randomBytes(10) },
  });
  const changing = {
    ...services,
    files: {
      ...services.files,
      async putOriginal(source: Parameters<typeof services.files.putOriginal>[0]) {
        const stored = await services.files.putOriginal(source);
        await services.database.write((tx) =>
          tx.updateTable('productFiles').set({ name: 'new.png' }).execute(),
        );
        return stored;
      },
    },
  };

  expect(await publishArchive(changing, productId)).toBe('changed');

  expect((await archiveOf(services, productId)).archiveSha256).toBeNull();
});
