/** Where an S3 server stores the shop's files. */
export interface BucketSetting {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** The server's address; null: Amazon's. */
  readonly endpoint: string | null;
  /** The address at which browsers reach the same server. */
  readonly publicEndpoint: string | null;
  readonly region: string;
}

/** The origin of the addresses at which browsers download from the bucket. */
export function bucketOrigin({ bucket, publicEndpoint, region }: BucketSetting): string {
  return publicEndpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`;
}
