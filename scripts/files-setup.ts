import { parseArgs } from 'node:util';
import { takeOverFiles } from '#server/operations/deletable-files.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { prepareBucket } from '#server/platform/files/s3/prepare-bucket.ts';
import { reportOutcome, type Shop, withShop } from './shop-command.ts';

/**
 * `npm run files:setup`: stores, reads and deletes files in the bucket of FILES_URL, allows the shop's pages to download from
 * it, and has it end unfinished uploads. Prints the rules that it couldn't set; fails if pages may not download.
 * `--take-over` instead says that the files there are this shop's, whose database was restored in place of another.
 */
await reportOutcome(async () => {
  const env = parseEnv(process.env);
  if (env.bucket === null) throw new CommandError('Set FILES_URL=s3://… first.');
  if (isTakeOver()) return withShop(takeOver);
  return prepareBucket(env.bucket, new URL(env.publicUrl).origin);
});

async function takeOver(shop: Shop): Promise<string> {
  const files = await openFiles(shop.env);
  if (files.owner === null) throw new CommandError('The files are in DATA_DIR.');
  await takeOverFiles({ ...shop, files }, files.owner);
  return 'The files in the bucket are this shop’s now. From tomorrow on it deletes those that its database doesn’t know.';
}

function isTakeOver(): boolean {
  try {
    const { values } = parseArgs({ options: { 'take-over': { type: 'boolean', default: false } } });
    return values['take-over'];
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\nnpm run files:setup -- [--take-over]`);
  }
}
