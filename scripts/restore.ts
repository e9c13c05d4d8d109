import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '#contract/wire/counted.ts';
import { bucketListing, compareListing } from '#server/operations/backups/bucket-listing.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { progressLine } from '#server/operations/progress.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { type Env, parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { protectData, writePrivately } from '#server/platform/files/private-data.ts';
import { reportOutcome, untilTakenOver } from './shop-command.ts';

/** `npm run restore -- FOLDER-OR-FILE`: restores a backup into an empty DATA_DIR, and its rows into the empty database of DATABASE_URL. */
await reportOutcome(async () => {
  const [source, ...more] = process.argv.slice(2);
  if (source === undefined || more.length > 0) {
    throw new CommandError(
      'Missing argument. Give a backup’s folder, a downloaded file or a tar archive of the folder: npm run restore -- FOLDER-OR-FILE',
    );
  }
  const env = parseEnv(process.env);
  const { dataDir, databaseUrl } = env;
  writePrivately();
  const { files, rows, madeAt, isUnlisted, damaged } = await restoreBackup(
    source,
    dataDir,
    databaseUrl,
    progressLine(process.stdout),
  );
  protectData(dataDir);
  const inBucket = await bucketReport(env, isUnlisted);
  const { orders = 0, accounts = 0, products = 0 } = rows;
  const whole = counted(files - damaged.length, 'file');
  return `Restored the backup of ${madeAt} to ${dataDir}, every byte verified: ${counted(products, 'design')}, ${counted(accounts, 'account')}, ${counted(orders, 'order')}, ${whole}.${damageReport(damaged, dataDir)} Start it with npm start.${inBucket}${untilTakenOver(env)}`;
});

/** Names the files that were left out, for which the command fails; empty if there are none. */
function damageReport(damaged: readonly string[], dataDir: string): string {
  if (damaged.length === 0) return '';
  process.exitCode = 1;
  const one = damaged.length === 1;
  return `\n${counted(damaged.length, 'file')} of the backup ${one ? 'is' : 'are'} damaged and ${one ? 'was' : 'were'} left out. If another backup has ${one ? 'it' : 'them'} intact, copy ${one ? 'it' : 'them'} to the same place in ${dataDir}:\n${damaged.join('\n')}\n`;
}

/** Which files of the backup are no longer in the bucket; empty if the backup has all files itself. */
async function bucketReport(env: Env, isUnlisted: boolean): Promise<string> {
  if (!isUnlisted && !existsSync(join(env.dataDir, bucketListing))) return '';
  if (env.bucket === null)
    return '\nIts files are in a bucket: set FILES_URL to it, or to a copy if another shop still uses it.';
  if (isUnlisted) {
    return '\nIt has no list of the files in the bucket, so it isn’t known whether all are still there.';
  }
  const { files, missing } = await compareListing(env.dataDir, await openFiles(env));
  if (missing.length === 0) return `\nThe bucket has all of its ${counted(files, 'file')}.`;
  return `\nThe bucket lacks ${missing.length} of its ${counted(files, 'file')}:\n${missing.slice(0, 20).join('\n')}`;
}
