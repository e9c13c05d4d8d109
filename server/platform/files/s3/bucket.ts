import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
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

/** Bytes to store, whose digest is known. Read in pieces, so that a large file is never in memory. */
export interface Source {
  readonly sha256: string;
  readonly bytes: number;
  read(start: number, length: number): Promise<Uint8Array>;
}

/** How an object is read. */
interface Reading {
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

/** Sent with an object, for caches before a public bucket. */
interface PublicHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
}

/** An object up to this size is sent at once, a larger one in parts of it; S3 wants parts of at least 5 MiB. */
const pieceBytes = 8 * 1024 * 1024;
const piecesAtOnce = 3;
/** How often in a row the rest of a file is requested after the connection broke without another byte. */
const maxBreaks = 3;
/** A connection without a byte for so long is given up; so is one whose reader pauses for so long. */
const silenceMs = 20_000;
/** How long a link for a browser works; it is followed at once, and again when a download resumes. */
const urlSeconds = 300;
/** The digest of an object's content is stored with it. */
const digestName = 'sha256';
/** The error for an object that isn't there. A 404 alone may come from a proxy, or mean that the bucket is gone. */
const noSuchKey = 'NoSuchKey';
/** The error for an upload in parts that was completed or ended. */
const noSuchUpload = 'NoSuchUpload';

/** A bucket of an S3 server, or the part of it below a prefix. Paths have no prefix. */
export class Bucket {
  readonly #client: S3Client;
  /** Signs addresses for browsers, which may reach the server under another name. */
  readonly #signer: S3Client;
  readonly #setting: BucketSetting;
  /** False once the server has said that it doesn't know `If-None-Match` for writes. */
  #knowsIfAbsent = true;

  constructor(setting: BucketSetting, timeoutMs = silenceMs) {
    this.#setting = setting;
    this.#client = openClient(setting, setting.endpoint, timeoutMs);
    this.#signer =
      setting.publicEndpoint === setting.endpoint
        ? this.#client
        : openClient(setting, setting.publicEndpoint);
  }

  /**
   * Stores an object; the server verifies its bytes by their checksums. `isNew`: if another process has stored
   * the path in the meantime, leaves that object, where the server can tell.
   */
  async put(
    path: string,
    source: Source,
    { isNew = false, headers }: { isNew?: boolean; headers?: PublicHeaders } = {},
  ): Promise<void> {
    const onlyIfAbsent = isNew && this.#knowsIfAbsent;
    const about = {
      ...this.#at(path),
      Metadata: { [digestName]: source.sha256 },
      ...headers,
    };
    const condition = onlyIfAbsent ? { IfNoneMatch: '*' } : {};
    try {
      if (source.bytes <= pieceBytes) {
        await this.#client.send(
          new PutObjectCommand({
            ...about,
            ...condition,
            Body: await source.read(0, source.bytes),
            ChecksumSHA256: base64(source.sha256),
          }),
        );
      } else await this.#putPieces(path, about, source, condition);
    } catch (error) {
      if (!onlyIfAbsent) throw this.#problem(error, path);
      const status = statusOf(error);
      // 412: it is there now. 409: another process is storing it right now, so whoever comes last is refused.
      if (status === 412) return;
      if (status === 501) this.#knowsIfAbsent = false;
      else if (status !== 409) throw this.#problem(error, path);
      await this.put(path, source, headers ? { headers } : {});
    }
  }

  async #putPieces(
    path: string,
    about: { Bucket: string; Key: string },
    source: Source,
    condition: { IfNoneMatch?: string },
  ): Promise<void> {
    const { Bucket, Key } = about;
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...about, ChecksumAlgorithm: 'SHA256' }),
    );
    const upload = { Bucket, Key, UploadId };
    try {
      const waiting = Array.from({ length: Math.ceil(source.bytes / pieceBytes) }, (_, at) => at);
      const parts: { PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[] = [];
      const sendNext = async (): Promise<void> => {
        for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
          const Body = await source.read(at * pieceBytes, pieceBytes);
          const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64');
          const part = { PartNumber: at + 1, ChecksumSHA256 };
          const command = new UploadPartCommand({ ...upload, ...part, Body });
          const { ETag } = await this.#client.send(command);
          parts[at] = { ...part, ETag };
        }
      };
      const lanes = Array.from({ length: piecesAtOnce }, sendNext);
      // A part that arrives after the upload was ended would stay.
      await Promise.all(lanes).finally(() => {
        waiting.length = 0;
        return Promise.allSettled(lanes);
      });
      const MultipartUpload = { Parts: parts };
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...upload, ...condition, MultipartUpload }),
      );
    } catch (error) {
      // It was completed, but the answer was lost, and the library asked again.
      if (nameOf(error) === noSuchUpload && (await this.#has(path, source))) return;
      // If this fails too, endUploads ends it later.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  async #has(path: string, { sha256, bytes }: Source): Promise<boolean> {
    const found = await this.find(path);
    return found?.sha256 === sha256 && found.bytes === bytes;
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
  async *read(path: string, { range, sha256, left }: Reading = {}): AsyncGenerator<Buffer> {
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

/** The status of an answer; null if there was none. */
function statusOf(error: unknown): number | null {
  const answer: unknown = Reflect.get(error as object, '$metadata');
  const status: unknown = answer && Reflect.get(answer as object, 'httpStatusCode');
  return typeof status === 'number' ? status : null;
}

/** What went wrong, in a word or two for the log. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  const status = statusOf(error);
  // The name of an answer that isn't the server's own, such as a page of a proxy, or that is empty, says nothing.
  return status !== null && /^(Error|Unknown)$/.test(error.name) ? `HTTP ${status}` : error.name;
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
