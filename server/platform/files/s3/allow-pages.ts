import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import type { BucketSetting } from '../../bucket-setting.ts';
import { nameOf, openClient } from './bucket.ts';

/** What the bucket must allow the shop's pages: to read, also in parts, and to see which part came (CORS). */
export function pageRules(origin: string) {
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

/** Sets these rules for the whole bucket. Returns null, or why the server didn't, in one word. */
export async function allowPages(setting: BucketSetting, origin: string): Promise<string | null> {
  const client = openClient(setting, setting.endpoint);
  try {
    const CORSConfiguration = { CORSRules: pageRules(origin) };
    await client.send(new PutBucketCorsCommand({ Bucket: setting.bucket, CORSConfiguration }));
    return null;
  } catch (error) {
    return nameOf(error);
  } finally {
    client.destroy();
  }
}
