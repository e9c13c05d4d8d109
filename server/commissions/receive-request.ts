import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import { type CallAnswer, calls } from '#contract/shop/calls.ts';
import { type customRequestSchema, referenceImagesField } from '#contract/shop/custom-request.ts';
import { studioRequestPath } from '#contract/studio/commissions.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import { DatabaseUnavailable } from '../platform/database/open.ts';
import {
  answerOnce,
  hashRequest,
  isKnownKey,
  type OnceRequest,
} from '../platform/http/idempotency.ts';
import { type MultipartLimits, type Part, readMultipart } from '../platform/http/multipart.ts';
import { parsePart } from '../platform/http/parse.ts';
import { Problem } from '../platform/http/problem.ts';
import { createKeyedSemaphore, createSemaphore } from '../platform/jobs/semaphore.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { assertNotDeleted, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { mailSender } from './mail-sender.ts';
import { customRequestLetter } from './request-letter.ts';
import { fitToSlots, slotsLeft } from './slots.ts';
import { stillPicture } from './still-picture.ts';
import { removeUnclaimed } from './unclaimed-uploads.ts';

type Fields = v.InferOutput<typeof customRequestSchema>;

/** A stored picture. */
interface Stored {
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

/** The total size of stored pictures, in bytes: enough for a few months, and less than any disk. */
const maxKeptBytes = 5 * 1024 ** 3;

/** Each body being read may hold a picture in memory, and each picture being decoded 200 MB. */
const inReading = createSemaphore(6, { mayWait: 24, refusal: messages.picture.busy });
/** Per address; an address's further requests wait here, where they block nobody else. */
const inAddress = createKeyedSemaphore(2, { mayWait: 20, refusal: messages.picture.busy });
const inDecoding = createSemaphore(1, { mayWait: 24, refusal: messages.picture.busy });

/**
 * Receives a request for a custom design and returns the answer as JSON. Re-encodes the pictures one by one
 * as they arrive, and deletes them if the request fails.
 * @throws CUSTOMS_CLOSED, INVALID, TOO_LARGE, KEY_REUSED, UNAVAILABLE, and what readMultipart throws
 */
export async function receiveRequest(
  services: Services,
  request: Request,
  account: SignedIn | null,
  keyed: Pick<OnceRequest, 'key' | 'scopes'>,
  address: string,
): Promise<string> {
  const { read } = services.database;
  // A repeat gets its answer even if the studio has closed since.
  const isRepeat = await isKnownKey(read, keyed);
  if (!isRepeat) assertOpen((await readSetting(read, 'customStatus')).value);
  return inAddress(address, () =>
    inReading(() => takeIn(services, request, account, keyed, isRepeat)),
  );
}

async function takeIn(
  services: Services,
  request: Request,
  account: SignedIn | null,
  keyed: Pick<OnceRequest, 'key' | 'scopes'>,
  isRepeat: boolean,
): Promise<string> {
  const stored: Stored[] = [];
  let isTaken = false;
  try {
    const { fields, fileHashes } = await readBody(services, request, isRepeat ? null : stored);
    const body = parsePart(calls.customRequest.body, fields) as Fields;
    const hash = hashRequest('customRequest', { body, fileHashes });
    const once = { name: 'customRequest', ...keyed, hash };
    const answer = await answerOnce(services, once, (change) =>
      keep(change, services, account, body, stored),
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
    if (stored?.length === 0) await assertNotFull(services);
    if (stored) stored.push(await store(services, part.bytes, fileHashes.length));
  }
  return { fields: Object.fromEntries(fields), fileHashes };
}

function assertSameName({ name }: Part): void {
  if (name === referenceImagesField) return;
  throw refusedPictures(`Send pictures in the field ${referenceImagesField}.`);
}

async function assertNotFull({ database: { read } }: Services): Promise<void> {
  const { bytes } = await read
    .selectFrom('customRequestImages')
    .select((image) => image.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  if ((bytes ?? 0) >= maxKeptBytes) throw refusedPictures(messages.picture.imagesFull);
}

function refusedPictures(message: string): Problem {
  return new Problem('INVALID', message, { fields: { [referenceImagesField]: message } });
}

async function store(services: Services, bytes: Uint8Array, place: number): Promise<Stored> {
  const result = await inDecoding(() => stillPicture(bytes));
  if (result.kind === 'refused') throw refusedPictures(`Picture ${place}: ${result.message}`);
  const { picture } = result;
  const upload = await services.files.putUpload(picture.bytes);
  const { width, height } = picture;
  return { upload, bytes: picture.bytes.byteLength, width, height };
}

/** Stores the request and its pictures, and notifies the studio, in one transaction. */
async function keep(
  change: Change,
  services: Services,
  account: SignedIn | null,
  body: Fields,
  stored: readonly Stored[],
): Promise<CallAnswer<'customRequest'>> {
  const { tx, now } = change;
  const { env: mailSettings } = services;
  const left = await slotsLeft(change);
  assertOpen((await readSetting(tx, 'customStatus')).value);
  if (left !== null && left <= 0) assertOpen('Off');
  if (account) await assertNotDeleted(tx, account.id);
  const id = newId(now);
  const createdAt = now.toISOString();
  await tx
    .insertInto('customRequests')
    .values({ id, accountId: account?.id ?? null, ...body, createdAt })
    .execute();
  await fitToSlots(change);
  for (const [position, picture] of stored.entries()) {
    await tx
      .insertInto('customRequestImages')
      .values({ id: newId(now), requestId: id, position, ...picture })
      .execute();
  }
  const request = { id, ...body, pictures: stored.length };
  const letter = customRequestLetter(await letterhead(tx, mailSettings), request);
  const attachments = stored.map(({ upload }, position) => ({
    name: `reference-${position + 1}.jpg`,
    upload,
  }));
  await notifyStudio(change, mailSettings, {
    kind: 'request',
    subjectId: id,
    title: 'New custom request',
    path: studioRequestPath(id),
    letter,
    replyTo: body.email,
    attachments,
  });
  await mailSender(change, services, account?.id ?? null, request);
  return { data: { _id: id, createdAt } };
}

function assertOpen(status: 'On' | 'Off'): void {
  if (status !== 'On') throw new Problem('CUSTOMS_CLOSED', messages.custom.closed);
}
