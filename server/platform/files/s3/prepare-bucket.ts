import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BucketSetting } from '../../bucket-setting.ts';
import { CommandError } from '../../command-error.ts';
import { allFolders } from '../file-paths.ts';
import { askAsBrowser, type Obstacle } from './ask-as-browser.ts';
import { Bucket, openClient } from './bucket.ts';
import { nameOf } from './s3-errors.ts';
import { tryLargeFile, trySmallFile } from './try-bucket.ts';

/** A server may need a moment until it follows a new rule. */
const ruleWaitsMs = [0, 1000, 2000];
/** How much of a server's own words is shown. */
const shownLength = 200;

/**
 * Tries the bucket and sets it up for the shop at `origin`. Returns what was done, and what is left to do by hand.
 * @throws EnvError if it can't be used; CommandError, with all of that, if pages may not download from it
 */
export async function prepareBucket(setting: BucketSetting, origin: string): Promise<string> {
  await tryFiles(setting);
  const pages = await allowPages(setting, origin);
  const uploads = await endUploads(setting);
  const said = [
    `The bucket ${setting.bucket} works: a small file and one of 9 MiB were stored, read and deleted.`,
    pages === null
      ? `Pages of ${origin} may download from it.`
      : `Pages of ${origin} can’t download from it: ${pages}. Until they can, downloads go through the shop. The rule they need, before any others:\n${shown([pageRule(origin)])}`,
    uploads === null
      ? 'It ends the shop’s unfinished uploads within about two days.'
      : `It wasn’t given the lifecycle rules that end uploads which were cut off (${uploads}). Everything works without them: the shop ends such uploads itself where it may list them, and MinIO, for one, ends them by itself after about a day. Elsewhere they take up space, so add these rules there:\n${shown(uploadRules(setting))}`,
  ].join('\n');
  if (pages !== null) throw new CommandError(said);
  return said;
}

async function tryFiles(setting: BucketSetting): Promise<void> {
  const bucket = new Bucket(setting);
  try {
    await trySmallFile(bucket, setting);
    await tryLargeFile(bucket, setting);
  } finally {
    bucket.close();
  }
}

const shown = (rules: readonly object[]) => JSON.stringify(rules, null, 2);

/**
 * Allows the shop's pages to download from the bucket (CORS). Their rule comes before those of others, because the
 * first that fits counts. Returns null, or why they can't download, in a line.
 */
export async function allowPages(
  setting: BucketSetting,
  origin: string,
  waitsMs: readonly number[] = ruleWaitsMs,
): Promise<string | null> {
  const own = pageRule(origin);
  const refusal = await change(setting, async (client, at) => {
    const { CORSRules = [] } = await unlessNone('NoSuchCORSConfiguration', () =>
      client.send(new GetBucketCorsCommand(at)),
    );
    const others = CORSRules.filter((rule) => !isSameRule(rule, own));
    const CORSConfiguration = { CORSRules: [own, ...others] };
    await client.send(new PutBucketCorsCommand({ ...at, CORSConfiguration }));
    return null;
  });
  const bucket = new Bucket(setting);
  try {
    // Some servers have no rules to set, and allow all pages.
    if (refusal !== null) {
      const obstacle = await askAsBrowser(bucket, origin);
      return obstacle === null
        ? null
        : `its server didn’t take the CORS rule (${refusal}), and ${obstacle.text}`;
    }
    let obstacle: Obstacle | null = null;
    for (const ms of waitsMs) {
      await pause(ms);
      obstacle = await askAsBrowser(bucket, origin);
      if (!obstacle?.isKnown) return null;
    }
    return obstacle && `its server took the CORS rule, but ${obstacle.text}`;
  } finally {
    bucket.close();
  }
}

/** What the bucket must allow the shop's pages: to read, also in parts, and to see which part came. */
function pageRule(origin: string): CORSRule {
  return {
    ID: `pinwheel-${origin}`,
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'HEAD'],
    AllowedHeaders: ['Range'],
    ExposeHeaders: ['Content-Range', 'Content-Length', 'ETag'],
    MaxAgeSeconds: 3600,
  };
}

/** By its ID, which earlier versions didn't set and some servers don't keep. */
function isSameRule(rule: CORSRule, { ID, ...own }: CORSRule): boolean {
  return rule.ID === ID || isDeepStrictEqual(rule, own);
}

/**
 * Has the bucket end the shop's uploads in parts that were never completed, which cost as much as files. Writes nothing
 * beside rules of others: all are replaced at once, and without what the library doesn't know, such a rule could delete
 * more than it should. Returns null, or why the bucket has no such rules, in a line.
 */
function endUploads(setting: BucketSetting): Promise<string | null> {
  const own = uploadRules(setting);
  return change(setting, async (client, at) => {
    const { Rules = [] } = await unlessNone('NoSuchLifecycleConfiguration', () =>
      client.send(new GetBucketLifecycleConfigurationCommand(at)),
    );
    if (own.every((rule) => Rules.some((kept) => isDeepStrictEqual(kept, rule)))) return null;
    const names = new Set(own.map(({ ID }) => ID));
    if (!Rules.every(({ ID }) => names.has(ID))) {
      return 'it has other lifecycle rules, which are left as they are';
    }
    const LifecycleConfiguration = { Rules: own };
    await client.send(
      new PutBucketLifecycleConfigurationCommand({ ...at, LifecycleConfiguration }),
    );
    return null;
  });
}

function uploadRules({ prefix }: BucketSetting): LifecycleRule[] {
  return allFolders.map((folder) => ({
    ID: `pinwheel-unfinished-uploads-${prefix}${folder}`,
    Status: 'Enabled',
    Filter: { Prefix: `${prefix}${folder}/` },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  }));
}

/** Changes something about the bucket, unless `work` returns why not. Returns null, or why not, in a line. */
async function change(
  setting: BucketSetting,
  work: (client: S3Client, at: { readonly Bucket: string }) => Promise<string | null>,
): Promise<string | null> {
  const client = openClient(setting, setting.endpoint);
  proveByMd5(client);
  try {
    return await work(client, { Bucket: setting.bucket });
  } catch (error) {
    return reasonOf(error);
  } finally {
    client.destroy();
  }
}

/** What is known about a request before it is signed. */
interface Sent {
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends the digest that every server knows for rules, and many demand, in place of the library's. */
function proveByMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers, body } = args.request as Sent;
      delete headers['x-amz-checksum-crc32'];
      delete headers['x-amz-sdk-checksum-algorithm'];
      if (body) headers['content-md5'] = createHash('md5').update(body).digest('base64');
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
}

/** What an error says, in a line: its name, and the server's own words if there are any. */
function reasonOf(error: unknown): string {
  const name = nameOf(error);
  const isServers = error instanceof S3ServiceException && error.name === name;
  if (!isServers || error.message === 'UnknownError') return name;
  return `${name}: ${error.message.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, shownLength)}`;
}

/** What the server answers, or nothing if it says that there is none yet. */
async function unlessNone<T extends object>(
  none: string,
  ask: () => Promise<T>,
): Promise<Partial<T>> {
  try {
    return await ask();
  } catch (error) {
    if (nameOf(error) === none) return {};
    throw error;
  }
}
