import type { Hono } from 'hono';
import { uploadOffsetHeader } from '#contract/studio/files.ts';
import { callStudio } from './studio-call.ts';

/** A file as the studio chooses it. */
export interface PickedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind?: 'image' | 'file';
  readonly replaces?: string;
}

/** The headers that a browser in the studio sends with a part. */
export function partHeaders(offset: number): Record<string, string> {
  return { 'Sec-Fetch-Site': 'same-origin', [uploadOffsetHeader]: String(offset) };
}

/** Starts the upload of a file, like the studio's page. */
export async function startUpload(app: Hono, cookie: string, designId: string, file: PickedFile) {
  const { kind = 'file', replaces = null, name, bytes } = file;
  const body = { kind, name, bytes: bytes.byteLength, modifiedAt: 1_772_000_000_000, replaces };
  const { answer } = await callStudio(app, 'startUpload', { params: { designId }, body, cookie });
  return answer;
}

/** The parts of a call that sends `bytes` from `offset`. */
export function partOf(
  uploadId: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  cookie: string,
) {
  // Custom headers replace all others, so the cookie is passed separately.
  return { params: { uploadId }, body: new Blob([bytes]), cookie, headers: partHeaders(offset) };
}

/** A complete upload in one part; returns the server's answer about the file. */
export async function sendUpload(app: Hono, cookie: string, designId: string, file: PickedFile) {
  const { _id: uploadId } = await startUpload(app, cookie, designId, file);
  await callStudio(app, 'sendPart', partOf(uploadId, 0, file.bytes, cookie));
  const { answer } = await callStudio(app, 'finishUpload', { params: { uploadId }, cookie });
  return answer;
}
