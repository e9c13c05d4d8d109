import type { FileDraft } from '#offline/files/file-draft.ts';
import { sha256 } from './sha256.ts';

/** Before the content of an entry, which isn't compressed. */
const header = { mark: 0x04034b50, bytes: 30, size: 18, nameLength: 26, extraLength: 28 } as const;
/** Of a content, in memory at once. */
const pieceBytes = 1_000_000;

/** The digest of what is here, of the kind that the draft's state has. @throws the reason of `signal` */
export function draftDigest(draft: FileDraft, signal: AbortSignal): Promise<string> {
  return (draft.state()?.isOfZip ? zipDigest : sha256)(draft.parts(), signal);
}

/**
 * The digest of a ZIP that the shop puts together as it is downloaded, in hexadecimal: the SHA-256 of the ZIP with the
 * SHA-256 of each content in its place. `parts` are its bytes in order.
 */
export async function zipDigest(parts: readonly Blob[], signal?: AbortSignal): Promise<string> {
  const zip = new Blob([...parts]);
  const digested: BlobPart[] = [];
  let at = 0;
  for (;;) {
    const view = new DataView(await zip.slice(at, at + header.bytes).arrayBuffer());
    if (view.byteLength < header.bytes || view.getUint32(0, true) !== header.mark) break;
    const extra =
      view.getUint16(header.nameLength, true) + view.getUint16(header.extraLength, true);
    const start = at + header.bytes + extra;
    const end = start + view.getUint32(header.size, true);
    const content = await sha256(pieces(zip.slice(start, end)), signal);
    digested.push(zip.slice(at, start), bytesOf(content));
    at = end;
  }
  digested.push(zip.slice(at));
  return sha256([new Blob(digested)], signal);
}

function pieces(content: Blob): readonly Blob[] {
  const count = Math.ceil(content.size / pieceBytes);
  return Array.from({ length: count }, (_, place) =>
    content.slice(place * pieceBytes, (place + 1) * pieceBytes),
  );
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) =>
    Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16),
  );
}
