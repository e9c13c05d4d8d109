import { CommandError } from '#server/platform/command-error.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { allowPages, pageRules } from '#server/platform/files/s3/allow-pages.ts';
import { reportOutcome } from './shop-command.ts';

/**
 * `npm run files:setup`: checks that the shop may use the bucket of FILES_URL, and allows the shop's pages to
 * download from it. Prints the rules where the server doesn't accept them.
 */
await reportOutcome(async () => {
  const env = parseEnv(process.env);
  if (env.bucket === null) throw new CommandError('Set FILES_URL=s3://… first.');
  await openFiles(env);
  const origin = new URL(env.publicUrl).origin;
  const reason = await allowPages(env.bucket, origin);
  if (reason === null) {
    return `The bucket ${env.bucket.bucket} works, and pages of ${origin} may download from it.`;
  }
  const rules = JSON.stringify(pageRules(origin), null, 2);
  return `The bucket ${env.bucket.bucket} works, but its server didn’t accept the CORS rules (${reason}). Set them there; until then, downloads go through the shop:\n${rules}`;
});
