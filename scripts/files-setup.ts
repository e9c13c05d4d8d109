import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { prepareBucket } from '#server/platform/files/s3/prepare-bucket.ts';
import { reportOutcome } from './shop-command.ts';

/**
 * `npm run files:setup`: stores, reads and deletes files in the bucket of FILES_URL, allows the shop's pages to download from
 * it, and has it end unfinished uploads. Prints the rules that it couldn't set; fails if pages may not download.
 */
await reportOutcome(async () => {
  const env = parseEnv(process.env);
  if (env.bucket === null) throw new CommandError('Set FILES_URL=s3://… first.');
  return prepareBucket(env.bucket, new URL(env.publicUrl).origin);
});
