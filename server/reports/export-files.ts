import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import type { Database } from '../platform/database/open.ts';
import { freeName, safeName } from '../platform/files/safe-name.ts';
import { storedZip, type ZipEntry, zipBytes } from '../platform/files/stored-zip.ts';
import type { Services } from '../platform/services/services.ts';

/** How many designs' files are read at once. */
const designsAtOnce = 100;

/** A list of what couldn't be included; only present if something is missing. */
const missingList = 'missing.txt';

/** Every original, in a folder per design, as a ZIP of known length. */
export async function filesArchive({
  database,
  files,
}: Pick<Services, 'database' | 'files'>): Promise<{
  readonly bytes: number;
  readonly chunks: AsyncGenerator<Buffer>;
}> {
  const taken = new Set<string>();
  const entries: ZipEntry[] = [];
  const missing: string[] = [];
  for await (const { title, sku, name, sha256 } of filesOfAll(database.read)) {
    const path = freeName(taken, `${safeName(`${title} ${sku}`)}/${safeName(name)}`);
    const stored = sha256 === null ? null : await files.statOriginal(sha256);
    if (!stored) missing.push(path);
    else
      entries.push({
        name: path,
        bytes: stored.bytes,
        read: () => files.readOriginal(stored.sha256),
      });
  }
  if (missing.length > 0) entries.push(missingEntry(missing));
  return { bytes: zipBytes(entries), chunks: storedZip(entries) };
}

/** The files of every design, by its id. Reads page by page, so that other work runs in between. */
async function* filesOfAll(read: Database['read']) {
  for (let after = ''; ; ) {
    const page = await read
      .selectFrom('products')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(designsAtOnce)
      .execute();
    const last = page.at(-1)?.id;
    if (last === undefined) return;
    yield* await read
      .selectFrom('productFiles')
      .innerJoin('products', 'products.id', 'productFiles.productId')
      .select(['title', 'sku', 'name', 'sha256'])
      .where('products.id', '>', after)
      .where('products.id', '<=', last)
      .orderBy('products.id')
      .orderBy('position')
      .execute();
    after = last;
    await yieldToEventLoop();
  }
}

function missingEntry(paths: readonly string[]): ZipEntry {
  const text = Buffer.from(`These files are missing from the shop:\r\n${paths.join('\r\n')}\r\n`);
  return { name: missingList, bytes: text.length, read: () => Readable.from([text]) };
}
