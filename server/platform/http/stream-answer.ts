import { Readable } from 'node:stream';
import { attachment } from '../files/safe-name.ts';

/** A file generated while it is sent; `bytes` if its length is known. */
export function streamAnswer(
  chunks: AsyncIterable<Uint8Array | string>,
  file: { readonly name: string; readonly mediaType: string; readonly bytes?: number },
): Response {
  const body = Readable.toWeb(Readable.from(chunks, { objectMode: false }));
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Disposition': attachment(file.name),
      ...(file.bytes !== undefined && { 'Content-Length': String(file.bytes) }),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
