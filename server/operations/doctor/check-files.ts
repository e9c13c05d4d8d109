import { EnvError } from '../../platform/env.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { type Finding, found, ok, type Patient } from './finding.ts';

/** How long a brief check relies on an earlier one, so that opening the screen often moves 18 MiB only once a day. */
const rememberedMs = 86_400_000;
/** A check has ten seconds; the large file gets what the others leave of these. */
const withinMs = 8_000;

/** Stores, reads and deletes files in the bucket, if the shop's files are in one, and asks it as a browser does. */
export async function checkFiles({ database, env, isBrief = false }: Patient): Promise<Finding> {
  if (env.bucket === null) return ok('The files are in DATA_DIR.');
  // The client for S3 needs memory and time to load.
  const { examineBucket } = await import('../../platform/files/s3/examine-bucket.ts');
  try {
    const { obstacle, isInTime, owner } = await examineBucket(
      env.bucket,
      new URL(env.publicUrl).origin,
      {
        withinMs,
        rememberedMs: isBrief ? rememberedMs : 0,
      },
    );
    if (!isInTime) {
      return found(
        'warning',
        `The bucket works, but 9 MiB weren’t stored and read within ${withinMs / 1000} seconds.`,
        'Check the connection between this server and the bucket’s. npm run files:setup tries it without a limit.',
      );
    }
    if (obstacle?.isKnown) {
      return found(
        'warning',
        `The bucket works, but pages can’t download from it: ${obstacle.text}. Downloads go through the shop.`,
        'Run npm run files:setup, which sets the rules or says which are needed.',
      );
    }
    const { value: own } = await readSetting(database.read, 'filesOwner');
    if (owner !== null && owner !== own) {
      return found(
        'warning',
        'The bucket works, but its files are another database’s, so this shop deletes none of them, not even the pictures of accounts and requests that were deleted.',
        'If another shop uses it, set FILES_URL to a bucket or a prefix of this shop’s own. If none does, because this database was restored in place of that one: npm run files:setup -- --take-over.',
      );
    }
    return ok(
      isBrief
        ? 'A small file was stored in the bucket, read and deleted; one of 9 MiB was within the last day.'
        : 'A small file and one of 9 MiB were stored in the bucket, read and deleted.',
    );
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return found(
      'fault',
      `The bucket can’t be used. ${error.message}.`,
      'Check FILES_URL, S3_ENDPOINT, the key and what it may do. npm run files:setup tries the same.',
    );
  }
}
