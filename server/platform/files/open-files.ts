import type { Env } from '../env.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';

/** Opens the store that the settings name only to list its files, which needs no other permission. */
export async function openFileList(env: Pick<Env, 'bucket'>): Promise<Pick<FileStore, 'list'>> {
  if (env.bucket === null) return { list: () => null };
  const { bucketList } = await import('./s3/bucket-store.ts');
  return bucketList(env.bucket);
}

/** Opens the store that the settings name. `warn`: is told what doesn't work. @throws EnvError if it can't be used */
export async function openFiles(
  env: Pick<Env, 'bucket' | 'dataDir'>,
  warn?: (text: string) => void,
): Promise<FileStore> {
  if (env.bucket === null) return openDiskStore(env.dataDir);
  // The client for S3 needs memory and time to load, so only shops that use it load it.
  const { openBucketStore } = await import('./s3/bucket-store.ts');
  return openBucketStore(env.bucket, env.dataDir, warn);
}
