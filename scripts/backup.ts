import { join } from 'node:path';
import { counted } from '#contract/wire/counted.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { openFileList } from '#server/platform/files/open-files.ts';
import { reportOutcome, withShop } from './shop-command.ts';

/** `npm run backup`: saves a backup of DATA_DIR inside it; the shop may be running. */
await reportOutcome(() =>
  withShop(async (deps) => {
    const files = await openFileList(deps.env);
    const log = {
      warn: () => {
        process.stderr.write('Waiting for the database, to record how the backup ended.\n');
      },
    };
    const made = await makeBackupNow({ ...deps, files, log });
    if (!made) throw new CommandError('A backup is already running.');
    const { files: count, bytes } = made.summary;
    const size = `${counted(count, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`;
    const unlisted = made.unlisted
      ? `\nWithout the list of the files in the bucket: ${made.unlisted.message}`
      : '';
    return `${size}: ${join(backupsFolder(deps.env.dataDir), made.name)}${unlisted}`;
  }),
);
