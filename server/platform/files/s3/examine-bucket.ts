import type { BucketSetting } from '../../bucket-setting.ts';
import { askAsBrowser, type Obstacle } from './ask-as-browser.ts';
import { Bucket } from './bucket.ts';
import { ownerNote } from './owner-note.ts';
import { tried, tryLargeFile, trySmallFile } from './try-bucket.ts';

/**
 * Tries everything that the shop and its pages do with a bucket. `isInTime`: also with a large file, `withinMs` or
 * already within `rememberedMs`. `owner`: whose files its note says they are.
 * @throws EnvError if it can't be used
 */
export async function examineBucket(
  setting: BucketSetting,
  origin: string,
  { withinMs, rememberedMs }: { readonly withinMs: number; readonly rememberedMs: number },
): Promise<{
  readonly obstacle: Obstacle | null;
  readonly isInTime: boolean;
  readonly owner: string | null;
}> {
  const bucket = new Bucket(setting);
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, withinMs, 'late');
  try {
    await trySmallFile(bucket, setting);
    const obstacle = await tried(setting, 'storing a file', () => askAsBrowser(bucket, origin));
    const owner = await tried(setting, 'reading a file', () => ownerNote(bucket).read());
    const large = tryLargeFile(bucket, setting, rememberedMs);
    // Closing the bucket ends it, if it is late.
    large.catch(() => {});
    return { obstacle, owner, isInTime: (await Promise.race([large, late])) !== 'late' };
  } finally {
    clearTimeout(timer);
    bucket.close();
  }
}
