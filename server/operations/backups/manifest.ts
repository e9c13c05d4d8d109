import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { databaseFile } from '../../platform/database/sqlite.ts';
import { fileFolders } from '../../platform/files/file-paths.ts';
import { syncPath } from '../../platform/files/sync-path.ts';
import { unlessForbidden } from '../../platform/files/unless-absent.ts';
import { bucketListing } from './bucket-listing.ts';

/** Written last: a backup without it is incomplete. One line of JSON for the whole, then one per file. */
export const manifestFile = 'manifest.jsonl';

/** The paths that a backup may contain, relative to the data folder and with slashes; none leads outside it. */
const filePattern = new RegExp(
  `^(${databaseFile}|${bucketListing}|(${fileFolders.join('|')})(/[\\w-][\\w.-]*)+)$`,
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const summarySchema = v.object({
  format: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The newest migration applied to the database. */
  migration: v.string(),
  /** The number of rows of each table. */
  rows: v.record(v.string(), count),
  files: count,
  bytes: count,
  /** Whether its files are in a bucket that couldn't be listed. Earlier versions of the shop wrote none. */
  isUnlisted: v.optional(v.boolean(), false),
});
/** The totals of a backup. */
export type BackupSummary = v.InferOutput<typeof summarySchema>;

const fileSchema = v.object({
  path: v.pipe(v.string(), v.regex(filePattern)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: count,
});
export type BackedUpFile = v.InferOutput<typeof fileSchema>;

export interface Manifest {
  readonly summary: BackupSummary;
  /** By path. */
  readonly files: ReadonlyMap<string, BackedUpFile>;
}

/** Whether the files of the backup are in a bucket, listed or not. */
export function isOfBucket({ summary, files }: Manifest): boolean {
  return summary.isUnlisted || files.has(bucketListing);
}

export async function writeManifest(
  folder: string,
  summary: BackupSummary,
  files: Iterable<BackedUpFile>,
): Promise<void> {
  const unfinished = join(folder, `unfinished-${manifestFile}`);
  const lines = Readable.from(manifestLines(summary, files));
  await pipeline(lines, createWriteStream(unfinished, { flush: true }));
  await rename(unfinished, join(folder, manifestFile));
  await syncPath(folder);
}

/** Yields lines one by one, because building all of them at once would block the shop. */
function* manifestLines(summary: BackupSummary, files: Iterable<BackedUpFile>): Generator<string> {
  yield `${JSON.stringify(summary)}\n`;
  for (const file of files) yield `${JSON.stringify(file)}\n`;
}

/** Reads a manifest from a stream. Returns null if it isn't complete. */
export async function parseManifest(content: AsyncIterable<Uint8Array>): Promise<Manifest | null> {
  let summary: BackupSummary | null = null;
  const files = new Map<string, BackedUpFile>();
  for await (const line of linesOf(content)) {
    if (summary === null) {
      summary = parseLine(summarySchema, line);
      if (!summary) return null;
      continue;
    }
    const file = parseLine(fileSchema, line);
    if (file) files.set(file.path, file);
  }
  return summary?.files === files.size ? { summary, files } : null;
}

/**
 * Reads only the first line, which is all that a list of backups needs. Returns null if there is none that this process
 * may read, as in a backup that another user made.
 */
export function readSummary(path: string): Promise<BackupSummary | null> {
  return unlessForbidden(firstLine(path));
}

async function firstLine(path: string): Promise<BackupSummary | null> {
  for await (const line of linesOf(createReadStream(path))) return parseLine(summarySchema, line);
  return null;
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parseLine<S extends v.GenericSchema>(schema: S, line: string): v.InferOutput<S> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(line));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
