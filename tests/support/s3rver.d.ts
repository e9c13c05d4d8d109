declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Buffer | NodeJS.ReadableStream;
    readonly metadata: Readonly<Record<string, string>>;
  }

  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
      /** Whether a request's host may be a bucket's name. */
      readonly vhostBuckets: boolean;
    });
    readonly store: {
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
      putMetadata(
        bucket: string,
        key: string,
        metadata: StoredObject['metadata'],
        md5: string,
      ): Promise<void>;
      listObjects(bucket: string, options: { readonly maxKeys: number }): Promise<unknown>;
      putPart(
        bucket: string,
        uploadId: string,
        part: string,
        content: NodeJS.ReadableStream,
      ): Promise<{ size: number; md5: string }>;
      getResourcePath(
        bucket: string,
        key: string | undefined,
        resource: 'object' | 'uploads',
      ): string;
    };
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
