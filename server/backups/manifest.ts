import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { databaseFile } from '../database/sqlite.ts';
import { fileFolders } from '../files/disk.ts';

/** Written last: a backup without it is half. A line of JSON for the whole, then one a file. */
export const manifestFile = 'manifest.jsonl';

/** What a backup may hold, below the data folder and with slashes; nothing of it leads out of there. */
export const filePattern = new RegExp(
  `^(${databaseFile}|(${fileFolders.join('|')})(/[\\w-][\\w.-]*)+)$`,
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const summarySchema = v.object({
  format: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The newest migration that the database has seen. */
  migration: v.string(),
  /** Rows of each table. */
  rows: v.record(v.string(), count),
  files: count,
  bytes: count,
});
/** What a backup holds in all. */
export type BackupSummary = v.InferOutput<typeof summarySchema>;

const fileSchema = v.object({
  path: v.pipe(v.string(), v.regex(filePattern)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: count,
});
export type BackedUpFile = v.InferOutput<typeof fileSchema>;

export interface Manifest {
  readonly summary: BackupSummary;
  readonly files: readonly BackedUpFile[];
}

export function manifestText({ summary, files }: Manifest): string {
  return [summary, ...files].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Null for a text that is no whole manifest. */
export function parseManifest(text: string): Manifest | null {
  const [first = '', ...rest] = text.split('\n');
  const summary = parseLine(summarySchema, first);
  const files = rest
    .filter((line) => line !== '')
    .flatMap((line) => parseLine(fileSchema, line) ?? []);
  return summary && summary.files === files.length ? { summary, files } : null;
}

/** The first line alone: a list of backups reads no more of each. Null where there is none. */
export async function readSummary(path: string): Promise<BackupSummary | null> {
  const file = createReadStream(path);
  try {
    for await (const line of createInterface({ input: file }))
      return parseLine(summarySchema, line);
  } catch (error) {
    if (Reflect.get(error as object, 'code') !== 'ENOENT') throw error;
  } finally {
    file.destroy();
  }
  return null;
}

function parseLine<S extends v.GenericSchema>(schema: S, line: string): v.InferOutput<S> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(line));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
