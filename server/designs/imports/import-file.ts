import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { importFileBytes } from '#contract/studio/imports.ts';
import type { Database, Transaction } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';

/** Characters per row; a multiple of four, so that each is Base64 by itself. */
const partLength = 512 * 1024;

/** Compresses a file for `keepFile`, outside of any transaction. */
export async function packFile(bytes: Buffer): Promise<string> {
  return (await promisify(gzip)(bytes)).toString('base64');
}

/** Keeps the file of an import, so that its dry run can be made again. */
export async function keepFile(tx: Transaction, importId: string, packed: string): Promise<void> {
  for (let position = 0; position * partLength < packed.length; position += 1) {
    const content = packed.slice(position * partLength, (position + 1) * partLength);
    await tx.insertInto('importFiles').values({ importId, position, content }).execute();
  }
}

/** The file of an import. @throws CONFLICT if it is no longer kept */
export async function readKeptFile(read: Database['read'], importId: string): Promise<Buffer> {
  const parts = await read
    .selectFrom('importFiles')
    .select('content')
    .where('importId', '=', importId)
    .orderBy('position')
    .execute();
  if (parts.length === 0) throw new Problem('CONFLICT', 'Please choose this file again.');
  const packed = Buffer.from(parts.map(({ content }) => content).join(''), 'base64');
  return promisify(gunzip)(packed, { maxOutputLength: importFileBytes });
}

export async function removeKeptFile(tx: Transaction, importId: string): Promise<void> {
  await tx.deleteFrom('importFiles').where('importId', '=', importId).execute();
}
