import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  checksumsOf,
  computeNextChecksum,
  queueChecksums,
  startChecksums,
} from '#server/platform/checksums/file-checksums.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { makeServices } from '#tests/support/make-services.ts';

/** The checksums of originals, computed in the background. */

async function setUp() {
  const services = await makeServices();
  const content = randomBytes(5000);
  const { sha256 } = await services.files.putOriginal(content);
  const known = async () => (await checksumsOf(services.database.read, [sha256])).get(sha256);
  const reading = (readOriginal: FileStore['readOriginal']) => ({
    ...services,
    files: { ...services.files, readOriginal },
  });
  await makeChange(services, (change) => queueChecksums(change, [sha256]));
  return { services, content, known, reading };
}

test('a damaged file gets none, and the right one once the good file is back', async () => {
  const { services, content, known, reading } = await setUp();
  const damaged = Buffer.from(content);
  damaged.writeUInt8(damaged.readUInt8(77) ^ 1, 77);

  await computeNextChecksum(reading(() => Readable.from([damaged])));
  expect(await known()).toBeNull();

  services.pass(15 * 60_000);
  await computeNextChecksum(services);
  expect(await known()).toBe(crc32(content));
});

test('a stop ends one under way at once, and another process may compute it', async () => {
  const { services, content, known, reading } = await setUp();
  const begun = Promise.withResolvers<void>();
  const endless = new Readable({
    read() {
      begun.resolve();
    },
  });

  const job = startChecksums(reading(() => endless));
  await begun.promise;
  await job.stop();

  expect(endless.destroyed).toBe(true);
  expect(await computeNextChecksum(services)).toBe(true);
  expect(await known()).toBe(crc32(content));
});
