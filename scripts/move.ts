import { parseArgs } from 'node:util';
import { counted } from '#contract/wire/counted.ts';
import { type Moved, moveBackup, moveShop } from '#server/operations/move/move-shop.ts';
import { progressLine } from '#server/operations/progress.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { writePrivately } from '#server/platform/files/private-data.ts';
import { reportOutcome } from './shop-command.ts';

const usage =
  'npm run move -- --database postgres://user:password@host/name --files s3://bucket/prefix [--from BACKUP | --back]';

/**
 * `npm run move`: copies the stopped shop in DATA_DIR to PostgreSQL, to a bucket or to both, and verifies it; with
 * `--from`, a backup’s folder instead, to both; with `--back`, into DATA_DIR.
 */
await reportOutcome(async () => {
  const { database, files, back, from } = readArguments();
  const env = parseEnv({
    ...process.env,
    DATABASE_URL: database ?? process.env.DATABASE_URL,
    FILES_URL: files ?? process.env.FILES_URL,
  });
  if (database && process.env.DATABASE_URL && process.env.DATABASE_URL !== database) {
    throw new CommandError('DATABASE_URL names another database. Move that shop back first.');
  }
  writePrivately();
  const onProgress = progressLine(process.stdout);
  const { dataDir } = env;
  const databaseUrl = database ? env.databaseUrl : null;
  const bucket = files ? env.bucket : null;
  if (from !== undefined) {
    if (databaseUrl === null || bucket === null || back) {
      throw new CommandError(
        'A backup moves whole: give --database and --files, and not --back. npm run restore puts it into DATA_DIR.',
      );
    }
    const moved = await moveBackup(from, { dataDir, databaseUrl, bucket }, onProgress);
    return `${whatMoved(moved)} ${settingsOutside(moved)} ${from} is as it was.`;
  }
  const moved = await moveShop(
    {
      direction: back ? 'back' : 'out',
      dataDir,
      databaseUrl,
      bucket,
      stayingDatabaseUrl: database ? null : env.databaseUrl,
    },
    onProgress,
  );
  return `${whatMoved(moved)} ${back ? nextAtHome(dataDir, moved) : nextOutside(dataDir, moved)}`;
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        database: { type: 'string' },
        files: { type: 'string' },
        back: { type: 'boolean', default: false },
        from: { type: 'string' },
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
    ...(rows === null ? [] : [counted(rows, 'row')]),
    ...(files ? [`${counted(files.files, 'file')} (${(files.bytes / 1e6).toFixed(1)} MB)`] : []),
  ];
  return `Moved and verified: ${parts.join(' and ')}.`;
}

function settingsOutside({ rows, files }: Moved): string {
  const settings = [
    ...(rows === null ? [] : ['DATABASE_URL to that database']),
    ...(files ? ['FILES_URL to that bucket'] : []),
  ];
  return `Set ${settings.join(' and ')}, then npm start.${files ? ' Then run npm run files:setup.' : ''}`;
}

function nextOutside(dataDir: string, moved: Moved): string {
  const { rows, files } = moved;
  const left = [
    ...(rows === null ? [] : ['pinwheel.sqlite']),
    ...(files ? ['originals', 'previews', 'uploads', 'parts'] : []),
  ];
  return `${settingsOutside(moved)} Once it works, move ${left.join(', ')} out of ${dataDir}: they are the shop as it was.`;
}

function nextAtHome(dataDir: string, { rows, files }: Moved): string {
  const settings = [
    ...(rows === null ? [] : ['DATABASE_URL']),
    ...(files ? ['FILES_URL and the S3_… settings'] : []),
  ];
  return `They are in ${dataDir} now. Remove ${settings.join(' and ')}, then npm start. What they named is the shop as it was.`;
}
