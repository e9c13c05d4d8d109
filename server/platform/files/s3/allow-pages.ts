import { isDeepStrictEqual } from 'node:util';
import {
  type CORSRule,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BucketSetting } from '../../bucket-setting.ts';
import { nameOf, openClient } from './bucket.ts';

/** What the bucket must allow the shop's pages: to read, also in parts, and to see which part came (CORS). */
export function pageRules(origin: string): CORSRule[] {
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

/**
 * Sets these rules for the whole bucket, beside those of others that use it. Returns null, or why the server didn't,
 * in a word or two.
 */
export async function allowPages(setting: BucketSetting, origin: string): Promise<string | null> {
  const client = openClient(setting, setting.endpoint);
  const { bucket: Bucket } = setting;
  try {
    const others = (await rulesOf(client, Bucket)).filter(
      ({ AllowedOrigins }) => !isDeepStrictEqual(AllowedOrigins, [origin]),
    );
    const CORSConfiguration = { CORSRules: [...others, ...pageRules(origin)] };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
    return null;
  } catch (error) {
    return nameOf(error);
  } finally {
    client.destroy();
  }
}

async function rulesOf(client: S3Client, Bucket: string): Promise<readonly CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules ?? [];
  } catch (error) {
    if (nameOf(error) === 'NoSuchCORSConfiguration') return [];
    throw error;
  }
}
