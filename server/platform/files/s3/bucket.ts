import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketSetting } from '../../bucket-setting.ts';
import {
  type BrowserFile,
  type ByteRange,
  DamagedFile,
  MissingFile,
  StoreUnreachable,
} from '../file-store.ts';
import { attachment } from '../safe-name.ts';
import { digestName, ObjectWriter, type PutOptions, type Source } from './object-writer.ts';
import { nameOf, noSuchKey, noSuchUpload, statusOf } from './s3-errors.ts';

/** How an object is read. */
interface ReadOptions {
  readonly range?: ByteRange | undefined;
  readonly sha256?: string;
  /** Aborted when nobody wants the rest any more. */
  readonly left?: AbortSignal;
}

/** What the bucket says about an object. */
export interface StoredObject {
  /** Without the prefix. */
  readonly path: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/** How often in a row the rest of a file is requested after the connection broke without another byte. */
const maxBreaks = 3;
/** A connection without a byte for so long is given up; so is one whose reader pauses for so long. */
const silenceMs = 20_000;
/** How long a link for a browser works; it is followed at once, and again when a download resumes. */
const urlSeconds = 300;
/** A bucket of an S3 server, or the part of it below a prefix. Paths have no prefix. */
export class Bucket {
  readonly #client: S3Client;
  /** Signs addresses for browsers, which may reach the server under another name. */
  readonly #signer: S3Client;
  readonly #setting: BucketSetting;
  readonly #writer: ObjectWriter;

  constructor(setting: BucketSetting, timeoutMs = silenceMs) {
    this.#setting = setting;
    this.#client = openClient(setting, setting.endpoint, timeoutMs);
    this.#signer =
      setting.publicEndpoint === setting.endpoint
        ? this.#client
        : openClient(setting, setting.publicEndpoint);
    this.#writer = new ObjectWriter(this.#client, this);
  }

  /** Stores an object and verifies it (see `ObjectWriter`). */
  put(path: string, source: Source, options?: PutOptions): Promise<void> {
    const target = { path, at: this.#at(path) };
    return this.#send(() => this.#writer.put(target, source, options), path);
  }

  /** Null if there is no such object. */
  async find(path: string): Promise<(StoredObject & { readonly sha256: string | null }) | null> {
    try {
      const head = await this.#headOf(path);
      return {
        path,
        bytes: head.ContentLength ?? 0,
        storedAt: head.LastModified ?? new Date(),
        sha256: head.Metadata?.[digestName] ?? null,
      };
    } catch (error) {
      if (nameOf(error) === noSuchKey) return null;
      throw this.#problem(error, path);
    }
  }

  /** The answer to a HEAD has no body that could say what is missing, so a 404 is followed by a GET. */
  async #headOf(path: string): Promise<Omit<GetObjectCommandOutput, 'Body'>> {
    try {
      return await this.#client.send(new HeadObjectCommand(this.#at(path)));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      const { Body, ...head } = await this.#client.send(new GetObjectCommand(this.#at(path)));
      // It was stored in the meantime.
      (Body as Readable).destroy();
      return head;
    }
  }

  /**
   * Reads an object or a range of it; continues where it was after a broken connection. A whole one is verified
   * against `sha256`, or else against the digest stored with it.
   * @throws MissingFile; DamagedFile after the last byte; StoreUnreachable
   */
  async *read(path: string, { range, sha256, left }: ReadOptions = {}): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let expected = sha256;
    let at = range?.start ?? 0;
    for (let breaks = 0; ; ) {
      const from = at;
      try {
        const isPart = range !== undefined || at > 0;
        const { Body, Metadata, $metadata } = await this.#client.send(
          new GetObjectCommand({
            ...this.#at(path),
            ...(isPart && { Range: `bytes=${at}-${range?.end ?? ''}` }),
          }),
          left ? { abortSignal: left } : {},
        );
        if (isPart && $metadata.httpStatusCode !== 206) {
          throw new StoreUnreachable(`${path} can’t be read in parts`, 'Range is ignored');
        }
        expected ??= Metadata?.[digestName];
        for await (const chunk of Body as Readable as AsyncIterable<Buffer>) {
          at += chunk.byteLength;
          hash.update(chunk);
          yield chunk;
        }
        break;
      } catch (error) {
        breaks = at > from ? 0 : breaks + 1;
        const isBroken = statusOf(error) === null && !(error instanceof StoreUnreachable);
        if (!isBroken || breaks > maxBreaks || left?.aborted) throw this.#problem(error, path);
      }
    }
    if (!range && expected !== undefined && hash.digest('hex') !== expected) {
      throw new DamagedFile(`${path} in the bucket differs from what was stored`);
    }
  }

  /** The objects whose paths begin with `start`, by path. */
  async *list(start: string): AsyncGenerator<StoredObject> {
    const { Bucket, Key: Prefix } = this.#at(start);
    for (let ContinuationToken: string | undefined; ; ) {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await this.#send(() => this.#client.send(command), start);
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        const path = Key.slice(this.#setting.prefix.length);
        yield { path, bytes: Size, storedAt: LastModified };
      }
      ContinuationToken = page.NextContinuationToken;
      if (!page.IsTruncated || ContinuationToken === undefined) return;
    }
  }

  /** The names of the folders directly below `folder`, which ends with a slash. */
  async folders(folder: string): Promise<string[]> {
    const { Bucket, Key: Prefix } = this.#at(folder);
    const names: string[] = [];
    for (let ContinuationToken: string | undefined; ; ) {
      const query = { Bucket, Prefix, Delimiter: '/', ContinuationToken };
      const command = new ListObjectsV2Command(query);
      const page = await this.#send(() => this.#client.send(command), folder);
      for (const { Prefix: found = '' } of page.CommonPrefixes ?? []) {
        names.push(found.slice(Prefix.length, -1));
      }
      ContinuationToken = page.NextContinuationToken;
      if (!page.IsTruncated || ContinuationToken === undefined) return names;
    }
  }

  /** Does nothing if there is no such object. */
  async remove(path: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#at(path)));
    } catch (error) {
      if (nameOf(error) !== noSuchKey) throw this.#problem(error, path);
    }
  }

  /** Ends uploads in parts to `folder` that began before `instant` and were never completed. */
  async endUploads(folder: string, instant: Date): Promise<void> {
    const { Bucket, Key: Prefix } = this.#at(`${folder}/`);
    for (let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {}; next; ) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket,
        Prefix,
        ...next,
      });
      const page = await this.#send(() => this.#client.send(command), 'unfinished uploads');
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated >= instant) continue;
        const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await this.#client.send(abort).catch((error: unknown) => {
          if (nameOf(error) !== noSuchUpload) throw this.#problem(error, 'unfinished uploads');
        });
      }
      const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
      next =
        IsTruncated && NextKeyMarker
          ? {
              KeyMarker: NextKeyMarker,
              ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }),
            }
          : null;
    }
  }

  /** An address at which whoever has it gets the object for five minutes, under this name. */
  urlOf(path: string, { name, mediaType }: BrowserFile): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(path),
      ResponseContentDisposition: attachment(name),
      ResponseContentType: mediaType,
      ResponseCacheControl: 'private, no-store',
    });
    return this.#send(() => getSignedUrl(this.#signer, command, { expiresIn: urlSeconds }), path);
  }

  /** Ends its connections. */
  close(): void {
    this.#client.destroy();
    this.#signer.destroy();
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#setting.bucket, Key: this.#setting.prefix + path };
  }

  async #send<T>(send: () => Promise<T>, path: string): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw this.#problem(error, path);
    }
  }

  #problem(error: unknown, path: string): Error {
    if (error instanceof StoreUnreachable) return error;
    if (nameOf(error) === noSuchKey) return new MissingFile(`${path} is not in the bucket`);
    return new StoreUnreachable(`The bucket can’t be used (${path || 'all'})`, nameOf(error));
  }
}

/** Opens a client for the server at `endpoint`; null: Amazon's. */
export function openClient(
  { region }: BucketSetting,
  endpoint: string | null,
  timeoutMs = silenceMs,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Our own checksums go with each write. The library's would use a format that some servers don't know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      socketTimeout: timeoutMs,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  });
}
