import { restoreBackup } from '#server/operations/backups/restore.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { protectData, writePrivately } from '#server/platform/files/private-data.ts';
import { reportOutcome } from './shop-command.ts';

/** `npm run restore -- FOLDER-OR-FILE`: restores a backup into an empty DATA_DIR, and its rows into the empty database of DATABASE_URL. */
await reportOutcome(async () => {
  const [source, ...more] = process.argv.slice(2);
  if (source === undefined || more.length > 0) {
    throw new CommandError(
      'Missing argument. Give a backup’s folder or downloaded file: npm run restore -- FOLDER-OR-FILE',
    );
  }
  const { dataDir, databaseUrl } = parseEnv(process.env);
  writePrivately();
  const { files, rows, madeAt } = await restoreBackup(source, dataDir, databaseUrl);
  protectData(dataDir);
  const { orders = 0, accounts = 0, products = 0 } = rows;
  return `Restored the backup of ${madeAt} to ${dataDir}, every byte verified: ${products} designs, ${accounts} accounts, ${orders} orders, ${files} files. Start it with npm start.`;
});
