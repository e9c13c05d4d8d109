import { Readable } from 'node:stream';
import { freeName } from '../../files/archive.ts';
import { safeName } from '../../files/safe-name.ts';
import { storedZip, type ZipEntry, zipBytes } from '../../files/stored-zip.ts';
import type { Services } from '../../services.ts';

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
  const rows = await database.read
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productFiles.productId')
    .select(['title', 'sku', 'name', 'sha256'])
    .orderBy('products.id')
    .orderBy('position')
    .execute();
  const taken = new Set<string>();
  const entries: ZipEntry[] = [];
  const missing: string[] = [];
  for (const { title, sku, name, sha256 } of rows) {
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

function missingEntry(paths: readonly string[]): ZipEntry {
  const text = Buffer.from(`These files are not in the shop:\r\n${paths.join('\r\n')}\r\n`);
  return { name: missingList, bytes: text.length, read: () => Readable.from([text]) };
}
