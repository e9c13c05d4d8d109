import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../platform/database/change.ts';
import { DatabaseUnavailable, type Reader } from '../platform/database/open.ts';
import {
  answerOnce,
  hashRequest,
  isKnownKey,
  type OnceRequest,
} from '../platform/http/idempotency.ts';
import { type MultipartLimits, type Part, readMultipart } from '../platform/http/multipart.ts';
import { parsePart } from '../platform/http/parse.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { createKeyedSemaphore, createSemaphore } from '../platform/jobs/semaphore.ts';
import type { Services } from '../platform/services/services.ts';
import { stillPicture } from './still-picture.ts';
import { removeUnclaimed } from './unclaimed-uploads.ts';

/** A stored picture of a stranger. */
export interface Stored {
  readonly upload: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

interface Sent {
  readonly fields: Record<string, string>;
  readonly fileHashes: readonly string[];
}

const bodyLimits: MultipartLimits = {
  fieldBytes: limits.jsonBytes,
  fileBytes: limits.customImageBytes,
  files: limits.customImages,
  parts: limits.customImages + 20,
  // The body also has the fields and the boundaries between parts.
  totalBytes: limits.customRequestBytes + 256 * 1024,
  stallMs: 20_000,
  patienceMs: 120_000,
};

/** Each body being read may hold a picture in memory, and each picture being decoded 200 MB. */
const inReading = createSemaphore(6, { mayWait: 24, refusal: messages.picture.busy });
/** Per address; an address's further requests wait here, where they block nobody else. */
const inAddress = createKeyedSemaphore(2, { mayWait: 20, refusal: messages.picture.busy });
const inDecoding = createSemaphore(1, { mayWait: 24, refusal: messages.picture.busy });

/** A form with words and pictures, such as a custom request. */
export interface Form<S extends v.GenericSchema> {
  readonly name: string;
  readonly body: S;
  /** What else makes it another form than one before with the same key, such as its path. */
  readonly hashed?: object;
  readonly keyed: Pick<OnceRequest, 'key' | 'scopes'>;
  /** The caller's network address. */
  readonly address: string;
  /** The total size of the stored pictures of such forms, in bytes, and the most that is stored. */
  readonly storedBytes: (reader: Reader) => Promise<number>;
  readonly maxStoredBytes: number;
  /** Of a picture, in px; without it, as large as mails take them. */
  readonly largestSide?: number;
  /** Throws if no form is taken now. A repeat gets its answer all the same. */
  readonly assertOpen: () => Promise<unknown>;
  /** Stores the form, with pictures that are stored, and returns the answer. */
  readonly keep: (
    change: Change,
    body: v.InferOutput<S>,
    stored: readonly Stored[],
  ) => Promise<object>;
}

/**
 * Receives a form and returns the answer as JSON. Re-encodes the pictures one by one as they arrive, and deletes them if
 * the form isn't taken.
 * @throws INVALID, TOO_LARGE, KEY_REUSED, UNAVAILABLE, and what `assertOpen`, `keep` and readMultipart throw
 */
export async function receiveForm<S extends v.GenericSchema>(
  services: Services,
  request: Request,
  form: Form<S>,
): Promise<string> {
  const isRepeat = await isKnownKey(services.database.read, form.keyed);
  if (!isRepeat) await form.assertOpen();
  return inAddress(form.address, () => inReading(() => takeIn(services, request, form, isRepeat)));
}

async function takeIn<S extends v.GenericSchema>(
  services: Services,
  request: Request,
  form: Form<S>,
  isRepeat: boolean,
): Promise<string> {
  const { name, keyed, hashed } = form;
  const assertNotFull = async () => {
    if ((await form.storedBytes(services.database.read)) < form.maxStoredBytes) return;
    throw refusedPictures(messages.picture.imagesFull);
  };
  const stored: Stored[] = [];
  let isTaken = false;
  try {
    const { fields, fileHashes } = await readBody(
      ...([services, request, isRepeat ? null : stored, assertNotFull, form.largestSide] as const),
    );
    const body = parsePart(form.body, fields) as v.InferOutput<S>;
    const hash = hashRequest(name, { body, fileHashes, ...hashed });
    const answer = await answerOnce(services, { name, ...keyed, hash }, (change) =>
      form.keep(change, body, stored),
    );
    isTaken = !answer.isRepeat;
    return answer.json;
  } catch (error) {
    // A commit without an answer may still take effect; the clean-up comes when that is known.
    isTaken = error instanceof DatabaseUnavailable;
    throw error;
  } finally {
    if (!isTaken) await removeStored(services, stored);
  }
}

/**
 * Deletes the pictures of a request that failed, unless it was stored all the same: a database that breaks down
 * during the commit doesn't say. If it can't be asked, they stay until the next clean-up.
 */
async function removeStored(services: Services, stored: readonly Stored[]): Promise<void> {
  const names = stored.map(({ upload }) => upload);
  await removeUnclaimed(services, names).catch((error: unknown) => {
    services.log.warn({ err: error }, 'pictures of a failed request are left for the clean-up');
  });
}

/** Reads the body. Adds its pictures to `stored`; if that is null, only hashes them for comparison. */
async function readBody(
  services: Services,
  request: Request,
  stored: Stored[] | null,
  assertNotFull: () => Promise<void>,
  largestSide: number | undefined,
): Promise<Sent> {
  const fields = new Map<string, string>();
  const fileHashes: string[] = [];
  let imageBytes = 0;
  for await (const part of readMultipart(request, bodyLimits)) {
    if (!part.isFile) {
      fields.set(part.name, Buffer.from(part.bytes).toString('utf8'));
      continue;
    }
    // An empty file input is sent as an empty file.
    if (part.bytes.byteLength === 0) continue;
    assertSameName(part);
    imageBytes += part.bytes.byteLength;
    if (imageBytes > limits.customRequestBytes) {
      throw new Problem('TOO_LARGE', messages.picture.imagesBytes);
    }
    fileHashes.push(createHash('sha256').update(part.bytes).digest('hex'));
    if (stored?.length === 0) await assertNotFull();
    if (stored) stored.push(await store(services, part.bytes, fileHashes.length, largestSide));
  }
  return { fields: Object.fromEntries(fields), fileHashes };
}

function assertSameName({ name }: Part): void {
  if (name === referenceImagesField) return;
  throw refusedPictures(`Send pictures in the field ${referenceImagesField}.`);
}

function refusedPictures(message: string): Problem {
  return invalidField(referenceImagesField, message);
}

async function store(
  services: Services,
  bytes: Uint8Array,
  place: number,
  side: number | undefined,
): Promise<Stored> {
  const stored = await storePicture(services, bytes, side);
  if (typeof stored === 'string') throw refusedPictures(`Picture ${place}: ${stored}`);
  return stored;
}

/** Re-encodes and stores a picture of a stranger; returns why not if it can't be. */
export async function storePicture(
  { files }: Pick<Services, 'files'>,
  bytes: Uint8Array,
  side?: number,
): Promise<Stored | string> {
  const result = await inDecoding(() => stillPicture(bytes, side));
  if (result.kind === 'refused') return result.message;
  const { width, height, bytes: jpeg } = result.picture;
  return { upload: await files.putUpload(jpeg), bytes: jpeg.byteLength, width, height };
}
