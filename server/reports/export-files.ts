import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { freeName } from '../designs/files/archive.ts';
import type { Database } from '../platform/database/open.ts';
import { safeName } from '../platform/files/safe-name.ts';
import { storedZip, type ZipEntry, zipBytes } from '../platform/files/stored-zip.ts';
import type { Services } from '../platform/services.ts';

/** Designs whose files are looked up at once. */
const designsAtOnce = 100;

/** Names what could not be put in; there only where something is missing. */
const missingList = 'missing.txt';

/** Every original as it is, in a folder for each design, with the length of the whole. */
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

/** The files of every design, by its id. Each page is a query of its own, and others have their turn in between. */
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
    await breathe();
  }
}

function missingEntry(paths: readonly string[]): ZipEntry {
  const text = Buffer.from(`These files are not in the shop:\r\n${paths.join('\r\n')}\r\n`);
  return { name: missingList, bytes: text.length, read: () => Readable.from([text]) };
}
