import { isDeepStrictEqual } from 'node:util';
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BucketSetting } from '../../bucket-setting.ts';
import { allFolders } from '../file-paths.ts';
import { Bucket, nameOf, openClient } from './bucket.ts';

/** How long a browser's question is waited for. */
const answerMs = 5_000;

/** Sets up the bucket for the shop at `origin`. Returns what was done, and what is left to do by hand. */
export async function prepareBucket(setting: BucketSetting, origin: string): Promise<string> {
  const pages = await allowPages(setting, origin);
  const uploads = await endUploads(setting);
  return [
    `The bucket ${setting.bucket} works.`,
    pages === null
      ? `Pages of ${origin} may download from it.`
      : `Its server didn’t accept the CORS rules (${pages}). Set them there; until then, downloads go through the shop:\n${shown(pageRules(origin))}`,
    uploads === null
      ? 'It ends the shop’s unfinished uploads after a day.'
      : `Its server didn’t accept the lifecycle rules that end the shop’s unfinished uploads after a day (${uploads}). Set them there, unless the server ends such uploads by itself. The shop also ends them once a day, if it may:\n${shown(uploadRules(setting))}`,
  ].join('\n');
}

const shown = (rules: readonly object[]) => JSON.stringify(rules, null, 2);

/**
 * Allows the shop's pages to download from the bucket (CORS), beside the rules of others that use it. Returns null, or
 * why they aren't allowed to, in a word or two.
 */
export async function allowPages(setting: BucketSetting, origin: string): Promise<string | null> {
  const refusal = await change(setting, async (client, at) => {
    const { CORSRules = [] } = await unlessNone('NoSuchCORSConfiguration', () =>
      client.send(new GetBucketCorsCommand(at)),
    );
    const others = CORSRules.filter(
      ({ AllowedOrigins }) => !isDeepStrictEqual(AllowedOrigins, [origin]),
    );
    const CORSConfiguration = { CORSRules: [...others, ...pageRules(origin)] };
    await client.send(new PutBucketCorsCommand({ ...at, CORSConfiguration }));
  });
  // Some servers have no rules to set, and allow all pages.
  return refusal !== null && (await allowsAlready(setting, origin)) ? null : refusal;
}

/** What the bucket must allow the shop's pages: to read, also in parts, and to see which part came. */
function pageRules(origin: string): CORSRule[] {
  return [
    {
      AllowedOrigins: [origin],
      AllowedMethods: ['GET', 'HEAD'],
      AllowedHeaders: ['Range'],
      ExposeHeaders: ['Content-Range', 'Content-Length', 'ETag'],
      MaxAgeSeconds: 3600,
    },
  ];
}

/** Asks as a browser does before a page of `origin` downloads a part of a file. */
async function allowsAlready(setting: BucketSetting, origin: string): Promise<boolean> {
  const file = { name: 'file', mediaType: 'application/octet-stream' };
  const address = await new Bucket(setting).urlOf('originals/file', file);
  const answer = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'range',
    },
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null);
  const allowed = answer?.ok ? answer.headers.get('access-control-allow-origin') : null;
  return allowed === '*' || allowed === origin;
}

/**
 * Has the bucket end the shop's uploads in parts that were never completed, which cost as much as files, beside the
 * rules of others that use it. Returns null, or why the server doesn't, in a word or two.
 */
function endUploads(setting: BucketSetting): Promise<string | null> {
  const own = uploadRules(setting);
  return change(setting, async (client, at) => {
    const { Rules = [], TransitionDefaultMinimumObjectSize } = await unlessNone(
      'NoSuchLifecycleConfiguration',
      () => client.send(new GetBucketLifecycleConfigurationCommand(at)),
    );
    const others = Rules.filter((rule) => own.every(({ ID }) => ID !== rule.ID));
    await client.send(
      new PutBucketLifecycleConfigurationCommand({
        ...at,
        LifecycleConfiguration: { Rules: [...others, ...own] },
        // Without it, the server would set its own for the rules of others.
        ...(TransitionDefaultMinimumObjectSize && { TransitionDefaultMinimumObjectSize }),
      }),
    );
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

/** Changes something about the bucket. Returns null, or why its server didn't, in a word or two. */
async function change(
  setting: BucketSetting,
  work: (client: S3Client, at: { readonly Bucket: string }) => Promise<void>,
): Promise<string | null> {
  const client = openClient(setting, setting.endpoint);
  try {
    await work(client, { Bucket: setting.bucket });
    return null;
  } catch (error) {
    return nameOf(error);
  } finally {
    client.destroy();
  }
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
