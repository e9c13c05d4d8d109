import { commissionMessages } from '#contract/studio/commissions.ts';
import { attachment } from '../platform/files/safe-name.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';

/** A picture sent by a stranger: a download that can't run as a page and that nobody caches. @throws NOT_FOUND */
export async function pictureAnswer(
  files: Services['files'],
  picture: { readonly upload: string; readonly position: number } | undefined,
): Promise<Response> {
  const bytes = picture && (await files.readUpload(picture.upload));
  if (!bytes) throw new Problem('NOT_FOUND', commissionMessages.pictureGone);
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': attachment(`reference-${picture.position + 1}.jpg`),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
