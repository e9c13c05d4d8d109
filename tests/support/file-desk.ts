import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { DesignFilesAnswer } from '#contract/studio/files.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct } from './add-product.ts';
import type { TestServices } from './make-services.ts';
import { picture } from './pictures.ts';
import { type PickedFile, sendUpload } from './send-upload.ts';
import { shopWithOwner } from './shop-with-owner.ts';
import { callStudio } from './studio-call.ts';

/** A staff member who adds pictures and files to designs. */
export interface FileDesk {
  readonly services: TestServices;
  readonly app: Hono;
  readonly cookie: string;
  /** Creates a draft with a picture and no file; returns its id. */
  draft(): Promise<string>;
  send(designId: string, file: PickedFile): Promise<void>;
  filesOf(designId: string): Promise<DesignFilesAnswer>;
}

export async function openFileDesk(): Promise<FileDesk> {
  const { services, app, cookie } = await shopWithOwner({ limitFactor: 1_000_000 });
  return {
    services,
    app,
    cookie,
    draft: () => addProduct(services, { status: 'draft', files: {} }),
    async send(designId, file) {
      await sendUpload(app, cookie, designId, file);
    },
    async filesOf(designId) {
      const { answer } = await callStudio(app, 'designFiles', { params: { designId }, cookie });
      return answer;
    },
  };
}

/** Completes all background work on designs. */
export async function workOff(services: AppServices): Promise<void> {
  while (await doNextWork(services));
}

/** A PDF judging by its first bytes, different from any other. */
export function pdf(length = 500): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]));
}

/** A square picture; those with the same side are identical. */
export async function square(
  side = 40,
  format: 'png' | 'jpeg' = 'png',
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await picture(format, { width: side, height: side }));
}
