import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makeArchive, publishArchive } from '#server/designs/files/archive.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { unpackZip } from '#tests/support/unpack-zip.ts';

async function filed(services: TestServices, files: readonly (readonly [string, Uint8Array])[]) {
  return Promise.all(
    files.map(async ([name, bytes]) => {
      const stored = await services.files.putOriginal(bytes);
      return { name, ...stored };
    }),
  );
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
  expect(unpackZip(zip)).toEqual([
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

  const names = unpackZip(await buffer(services.files.readOriginal(sha256))).map(([name]) => name);
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
