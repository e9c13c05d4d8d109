import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  type BackedUpFile,
  type BackupSummary,
  manifestFile,
  parseManifest,
  readSummary,
  writeManifest,
} from '#server/operations/backups/manifest.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';

const many = 20_000;

function listOf(count: number): { summary: BackupSummary; files: BackedUpFile[] } {
  const files = Array.from({ length: count }, (_, place) => {
    const sha256 = place.toString(16).padStart(64, '0');
    return { path: `originals/00/${sha256}`, sha256, bytes: place };
  });
  const madeAt = '2026-03-01T09:00:00.000Z';
  const summary = {
    format: 1,
    madeAt,
    migration: '001',
    rows: {},
    files: count,
    bytes: 1,
    isUnlisted: false,
  } as const;
  return { summary, files };
}

/** The most calls of a JSON function between two turns of the event loop while `work` runs. */
async function maxInOneTurn(
  method: 'parse' | 'stringify',
  work: () => Promise<unknown>,
): Promise<number> {
  const spy = vi.spyOn(JSON, method);
  let most = 0;
  let isDone = false;
  const look = () => {
    most = Math.max(most, spy.mock.calls.length);
    spy.mockClear();
    if (!isDone) setImmediate(look);
  };
  look();
  await work();
  isDone = true;
  look();
  spy.mockRestore();
  return most;
}

test('reads back what was written, also just the summary', async () => {
  const folder = await emptyFolder();
  const path = join(folder, manifestFile);
  const { summary, files } = listOf(3);

  await writeManifest(folder, summary, files);

  expect(await readSummary(path)).toEqual(summary);
  expect(await parseManifest(createReadStream(path))).toEqual({
    summary,
    files: new Map(files.map((file) => [file.path, file])),
  });
});

test('neither writing nor reading a large manifest blocks the shop', async () => {
  const folder = await emptyFolder();
  const { summary, files } = listOf(many);

  const written = await maxInOneTurn('stringify', () => writeManifest(folder, summary, files));
  let found = 0;
  const read = await maxInOneTurn('parse', async () => {
    const manifest = await parseManifest(createReadStream(join(folder, manifestFile)));
    found = manifest?.files.size ?? 0;
  });

  expect(found).toBe(many);
  expect(written).toBeLessThan(many / 10);
  expect(read).toBeLessThan(many / 10);
});

test.each([
  ['nothing', ''],
  ['invalid JSON', 'backup'],
  ['files without a summary', '{"path":"pinwheel.sqlite"}\n'],
])('%s is not a manifest', async (_, text) => {
  const path = join(await emptyFolder(), manifestFile);
  await writeFile(path, text);

  expect(await parseManifest(createReadStream(path))).toBeNull();
  expect(await readSummary(path)).toBeNull();
});

test('rejects a manifest with a missing or duplicate line', async () => {
  const folder = await emptyFolder();
  const read = () => parseManifest(createReadStream(join(folder, manifestFile)));
  const { summary, files } = listOf(3);

  await writeManifest(folder, summary, files.slice(1));
  expect(await read()).toBeNull();
  await writeManifest(folder, summary, [...files.slice(1), ...files.slice(2)]);
  expect(await read()).toBeNull();
});
