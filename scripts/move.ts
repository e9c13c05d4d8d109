import { parseArgs } from 'node:util';
import { moveProgressLine } from '#server/operations/move/move-progress.ts';
import { type Moved, moveShop } from '#server/operations/move/move-shop.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { writePrivately } from '#server/platform/files/private-data.ts';
import { reportOutcome } from './shop-command.ts';

const usage =
  'npm run move -- --database postgres://user:password@host/name --files s3://bucket/prefix [--back]';

/**
 * `npm run move`: copies the stopped shop in DATA_DIR to PostgreSQL, to a bucket or to both, and verifies it;
 * with `--back`, into DATA_DIR.
 */
await reportOutcome(async () => {
  const { database, files, back } = readArguments();
  const env = parseEnv({
    ...process.env,
    DATABASE_URL: database ?? process.env.DATABASE_URL,
    FILES_URL: files ?? process.env.FILES_URL,
  });
  if (database && process.env.DATABASE_URL && process.env.DATABASE_URL !== database) {
    throw new CommandError('DATABASE_URL names another database. Move that shop back first.');
  }
  writePrivately();
  const moved = await moveShop(
    {
      direction: back ? 'back' : 'out',
      dataDir: env.dataDir,
      databaseUrl: database ? env.databaseUrl : null,
      bucket: files ? env.bucket : null,
      stayingDatabaseUrl: database ? null : env.databaseUrl,
    },
    moveProgressLine(process.stdout),
  );
  return `${whatMoved(moved)} ${back ? nextAtHome(env.dataDir, moved) : nextOutside(env.dataDir, moved)}`;
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        database: { type: 'string' },
        files: { type: 'string' },
        back: { type: 'boolean', default: false },
      },
    });
    if (values.database || values.files) return values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
  throw new CommandError(`Say what moves: --database, --files or both.\n${usage}`);
}

function whatMoved({ rows, files }: Moved): string {
  const parts = [
    ...(rows === null ? [] : [`${rows} rows`]),
    ...(files ? [`${files.files} files (${(files.bytes / 1e6).toFixed(1)} MB)`] : []),
  ];
  return `Moved and verified: ${parts.join(' and ')}.`;
}

function nextOutside(dataDir: string, { rows, files }: Moved): string {
  const settings = [
    ...(rows === null ? [] : ['DATABASE_URL to that database']),
    ...(files ? ['FILES_URL to that bucket'] : []),
  ];
  const left = [
    ...(rows === null ? [] : ['pinwheel.sqlite']),
    ...(files ? ['originals', 'previews', 'uploads', 'parts'] : []),
  ];
  return `Set ${settings.join(' and ')}, then npm start. Once it works, move ${left.join(', ')} out of ${dataDir}: they are the shop as it was.${files ? ' Then run npm run files:setup.' : ''}`;
}

function nextAtHome(dataDir: string, { rows, files }: Moved): string {
  const settings = [
    ...(rows === null ? [] : ['DATABASE_URL']),
    ...(files ? ['FILES_URL and the S3_… settings'] : []),
  ];
  return `They are in ${dataDir} now. Remove ${settings.join(' and ')}, then npm start. What they named is the shop as it was.`;
}
