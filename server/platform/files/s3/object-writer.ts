import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { DamagedFile, MissingFile, StoreUnreachable } from '../file-store.ts';
import { nameOf, noSuchUpload, statusOf } from './s3-errors.ts';

/** Bytes to store, whose digest is known. Read in pieces, so that a large file is never in memory. */
export interface Source {
  readonly sha256: string;
  readonly bytes: number;
  read(start: number, length: number): Promise<Uint8Array>;
}

/** Sent with an object, for caches before a public bucket. */
interface PublicHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
}

export interface PutOptions {
  /** If another process has stored the path in the meantime, leaves that object, where the server can tell. */
  readonly isNew?: boolean;
  readonly headers?: PublicHeaders;
}

/** An object before its key has the prefix, and after. */
interface Target {
  readonly path: string;
  readonly at: { readonly Bucket: string; readonly Key: string };
}

/** What a write has beside its bytes. Not every server knows both. */
interface Extras {
  /** SHA-256 digests, which the server compares with the bytes. */
  readonly digests: boolean;
  /** `If-None-Match: *`. */
  readonly condition: boolean;
}

/** How a writer looks at what it wrote; a bucket. */
interface Stored {
  find(path: string): Promise<{ readonly sha256: string | null; readonly bytes: number } | null>;
  read(path: string, reading: { readonly sha256: string }): AsyncIterable<unknown>;
  remove(path: string): Promise<void>;
}

interface Part {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
  readonly ChecksumSHA256: string;
}

/** An object up to this size is sent at once, a larger one in parts of it; S3 wants parts of at least 5 MiB. */
export const pieceBytes = 8 * 1024 * 1024;
const piecesAtOnce = 3;
/** The digest of an object's content is stored with it. */
export const digestName = 'sha256';
/** Answers to a request with something that the server doesn't know. */
const unknownStatuses: readonly (number | null)[] = [400, 501];
/** Errors with status 400 that say that bytes were lost or damaged on their way. */
const transferErrors: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'RequestTimeout',
  'XAmzContentChecksumMismatch',
  'XAmzContentSHA256Mismatch',
]);

/** Writes objects, with as much as the server knows of what protects them. */
export class ObjectWriter {
  readonly #client: S3Client;
  readonly #bucket: Stored;
  /** What the server hasn't refused yet. */
  #known: Extras = { digests: true, condition: true };

  constructor(client: S3Client, bucket: Stored) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /**
   * Stores an object, whose bytes must be those of its digest. The server compares them with what it received; if it
   * doesn't say so, it is asked what it has. Rejects with the error of the client, or StoreUnreachable.
   */
  async put(
    target: Target,
    source: Source,
    { isNew = false, headers }: PutOptions = {},
  ): Promise<void> {
    const about = { ...target.at, Metadata: { [digestName]: source.sha256 }, ...headers };
    try {
      if (source.bytes <= pieceBytes) await this.#putWhole(target.path, about, source, isNew);
      else await this.#putPieces(target, about, source, isNew);
    } catch (error) {
      // 412: it is there now.
      if (isNew && statusOf(error) === 412) return;
      // Another process is storing it right now, so whoever comes last is refused.
      if (!isNew || statusOf(error) !== 409) throw error;
      await this.put(target, source, headers ? { headers } : {});
    }
  }

  async #putWhole(
    path: string,
    about: Target['at'],
    source: Source,
    isNew: boolean,
  ): Promise<void> {
    for await (const { Body, ChecksumSHA256 } of piecesOf(source)) {
      const wanted = { digests: true, condition: isNew };
      const answer = await this.#sendKnown(wanted, ({ digests, condition }) =>
        this.#client.send(
          new PutObjectCommand({
            ...about,
            Body,
            ...(digests && { ChecksumSHA256 }),
            ...(condition && { IfNoneMatch: '*' }),
          }),
        ),
      );
      if (answer.ChecksumSHA256 === ChecksumSHA256) return;
      const md5 = createHash('md5').update(Body).digest('hex');
      await this.#assertStored(path, source, answer.ETag === `"${md5}"`);
    }
  }

  async #putPieces(
    target: Target,
    about: Target['at'],
    source: Source,
    isNew: boolean,
  ): Promise<void> {
    const { UploadId } = await this.#sendKnown({ digests: true, condition: false }, ({ digests }) =>
      this.#client.send(
        new CreateMultipartUploadCommand({
          ...about,
          ...(digests && { ChecksumAlgorithm: 'SHA256' }),
        }),
      ),
    );
    const upload = { ...target.at, UploadId };
    try {
      const { parts, isCompared } = await this.#sendParts(upload, source);
      await this.#complete(target.path, upload, parts, source, isNew);
      await this.#assertStored(target.path, source, isCompared);
    } catch (error) {
      // If this fails too, endUploads ends it later.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  /** Sends all parts. `isCompared`: the server answered each with the digest of what it received. */
  async #sendParts(
    upload: Target['at'] & { readonly UploadId: string | undefined },
    source: Source,
  ): Promise<{ parts: Part[]; isCompared: boolean }> {
    // What several ask, it answers one after the other.
    const pieces = piecesOf(source);
    const parts: Part[] = [];
    let isCompared = true;
    const sendNext = async (): Promise<void> => {
      for await (const { PartNumber, Body, ChecksumSHA256 } of pieces) {
        const part = { ...upload, PartNumber, Body };
        const answer = await this.#sendKnown({ digests: true, condition: false }, ({ digests }) =>
          this.#client.send(new UploadPartCommand({ ...part, ...(digests && { ChecksumSHA256 }) })),
        );
        isCompared &&= answer.ChecksumSHA256 === ChecksumSHA256;
        parts[PartNumber - 1] = { PartNumber, ETag: answer.ETag, ChecksumSHA256 };
      }
    };
    const lanes = Array.from({ length: piecesAtOnce }, sendNext);
    // A part that arrives after the upload was ended would stay.
    await Promise.all(lanes).finally(() => Promise.allSettled(lanes));
    return { parts, isCompared };
  }

  async #complete(
    path: string,
    upload: Target['at'] & { readonly UploadId: string | undefined },
    parts: readonly Part[],
    source: Source,
    isNew: boolean,
  ): Promise<void> {
    const withoutDigests = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    try {
      await this.#sendKnown({ digests: true, condition: isNew }, ({ digests, condition }) =>
        this.#client.send(
          new CompleteMultipartUploadCommand({
            ...upload,
            MultipartUpload: { Parts: digests ? [...parts] : withoutDigests },
            ...(condition && { IfNoneMatch: '*' }),
          }),
        ),
      );
    } catch (error) {
      // It was completed, but the answer was lost, and the library asked again.
      const isCompleted = nameOf(error) === noSuchUpload && (await this.#has(path, source));
      if (!isCompleted) throw error;
    }
  }

  async #has(path: string, { sha256, bytes }: Source): Promise<boolean> {
    const found = await this.#bucket.find(path);
    return found?.sha256 === sha256 && found.bytes === bytes;
  }

  /** Removes what isn't complete and equal, so that nobody takes it for the file. */
  async #assertStored(path: string, source: Source, isCompared: boolean): Promise<void> {
    const problem = await this.#problemOf(path, source, isCompared);
    if (problem === null) return;
    await this.#bucket.remove(path).catch(() => {});
    throw new StoreUnreachable(`${path} wasn’t stored`, problem);
  }

  async #problemOf(path: string, source: Source, isCompared: boolean): Promise<string | null> {
    const found = await this.#bucket.find(path);
    // Another process deleted it in the meantime, which is the affair of whoever stores what others delete.
    if (found === null) return null;
    if (found.bytes !== source.bytes) {
      return `the bucket has ${found.bytes} of its ${source.bytes} bytes`;
    }
    if (isCompared) return null;
    try {
      for await (const _ of this.#bucket.read(path, { sha256: source.sha256 }));
    } catch (error) {
      if (error instanceof DamagedFile) return 'the bucket has other bytes than were sent';
      if (!(error instanceof MissingFile)) throw error;
    }
    return null;
  }

  /**
   * Sends a write with all extras wanted of those that the server knows. If it refuses the request, sends it with
   * fewer; what made the difference isn't sent again.
   */
  async #sendKnown<T>(wanted: Extras, send: (extras: Extras) => Promise<T>): Promise<T> {
    const most = {
      digests: wanted.digests && this.#known.digests,
      condition: wanted.condition && this.#known.condition,
    };
    let first: unknown = null;
    for (const extras of fewerAndFewer(most)) {
      try {
        const answer = await send(extras);
        this.#known = {
          digests: this.#known.digests && extras.digests === most.digests,
          condition: this.#known.condition && extras.condition === most.condition,
        };
        return answer;
      } catch (error) {
        if (!unknownStatuses.includes(statusOf(error)) || transferErrors.has(nameOf(error))) {
          throw error;
        }
        first ??= error;
      }
    }
    throw first;
  }
}

interface Piece {
  readonly PartNumber: number;
  readonly Body: Uint8Array;
  readonly ChecksumSHA256: string;
}

/** What is sent at once, or in parts. @throws StoreUnreachable instead of the last one if all together aren't those of the digest */
async function* piecesOf(source: Source): AsyncGenerator<Piece, void> {
  const whole = createHash('sha256');
  for (let PartNumber = 1, at = 0; PartNumber === 1 || at < source.bytes; PartNumber += 1) {
    const Body = await source.read(at, Math.min(pieceBytes, source.bytes - at));
    const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64');
    at += pieceBytes;
    whole.update(Body);
    if (at >= source.bytes && whole.digest('hex') !== source.sha256) {
      throw new StoreUnreachable('A file wasn’t stored', 'its bytes aren’t those of its digest');
    }
    yield { PartNumber, Body, ChecksumSHA256 };
  }
}

/** All extras, then all but one of them, then none. */
function fewerAndFewer({ digests, condition }: Extras): Extras[] {
  const all = [
    { digests: true, condition: true },
    { digests: true, condition: false },
    { digests: false, condition: true },
    { digests: false, condition: false },
  ];
  return all.filter((extras) => (digests || !extras.digests) && (condition || !extras.condition));
}
