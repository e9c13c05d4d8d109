import type { Hono } from 'hono';
import { uploadOffsetHeader } from '#contract/studio/files.ts';
import { callStudio, type StudioParts } from './studio-call.ts';

/** A file as the studio picks it. */
export interface PickedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind?: 'image' | 'file';
  readonly replaces?: string;
}

/** What a browser of the studio sends with a part. */
export function partHeaders(offset: number): Record<string, string> {
  return { 'Sec-Fetch-Site': 'same-origin', [uploadOffsetHeader]: String(offset) };
}

/** Begins the upload of a file, as the studio's page does. */
export async function startUpload(app: Hono, cookie: string, designId: string, file: PickedFile) {
  const { kind = 'file', replaces = null, name, bytes } = file;
  const body = { kind, name, bytes: bytes.byteLength, modifiedAt: 1_772_000_000_000, replaces };
  const { answer } = await callStudio(app, 'startUpload', { params: { designId }, body, cookie });
  return answer;
}

/** The parts of a call that sends `bytes` from `offset` on. */
export function partOf(
  uploadId: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  cookie: string,
): StudioParts & { cookie: string; headers: Record<string, string>; params: { uploadId: string } } {
  // A header of its own leaves no other: the cookie travels beside it.
  return { params: { uploadId }, bytes, cookie, headers: partHeaders(offset) };
}

/** A whole upload in one part; answers what the server says of the file. */
export async function sendUpload(app: Hono, cookie: string, designId: string, file: PickedFile) {
  const { _id: uploadId } = await startUpload(app, cookie, designId, file);
  await callStudio(app, 'sendPart', partOf(uploadId, 0, file.bytes, cookie));
  const { answer } = await callStudio(app, 'finishUpload', { params: { uploadId }, cookie });
  return answer;
}
