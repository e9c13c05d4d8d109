import { createHmac, timingSafeEqual } from 'node:crypto';

/** The file that a link leads to, for whom, and until when. */
export interface LinkClaim {
  readonly accountId: string;
  readonly orderId: string;
  readonly itemId: string;
  /** Which of the item's files, from 0; null: the whole item. */
  readonly file: number | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long a link is valid; it is followed at once. */
export const linkLifeMs = 5 * 60_000;

const claimPattern = /^([0-9a-f]{24})\.([0-9a-f]{24})\.([0-9a-f]{24})\.(\d{1,4}|all)\.(\d{13})$/;

/** The claim's text, its signature and the encoded name; safeName limits the name to 120 characters of up to 12. */
const pathPattern = /^\/files\/([0-9a-z.]{1,120})\.([\w-]{43})\/([^/]{1,1500})$/;

/** Builds `/files/<claim>.<signature>/<name>`. The signature covers claim and name. */
export function signedPath(key: Buffer, claim: LinkClaim, name: string): string {
  const text = [
    claim.accountId,
    claim.orderId,
    claim.itemId,
    claim.file ?? 'all',
    String(claim.expiresAt).padStart(13, '0'),
  ].join('.');
  const signature = sign(key, text, name).toString('base64url');
  return `/files/${text}.${signature}/${encodeURIComponent(name)}`;
}

/** The claim of a path made by `signedPath`; null for any other. The caller checks whether it has expired. */
export function claimOf(key: Buffer, path: string): LinkClaim | null {
  const [, text, signature, name] = pathPattern.exec(path) ?? [];
  if (text === undefined || signature === undefined || name === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, text, decoded(name));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [, accountId, orderId, itemId, file, expiresAt] = claimPattern.exec(text) ?? [];
  if (accountId === undefined || orderId === undefined || itemId === undefined) return null;
  return {
    accountId,
    orderId,
    itemId,
    file: file === 'all' ? null : Number(file),
    expiresAt: Number(expiresAt),
  };
}

/** The form of a path that may be logged: with that of a signed link, any reader of the log could open the file. */
export function loggedPath(path: string): string {
  return path.startsWith('/files/') ? '/files/…' : path;
}

function sign(key: Buffer, text: string, name: string): Buffer {
  return createHmac('sha256', key).update(`download\n${text}\n${name}`).digest();
}

/** Returns a badly encoded name unchanged; no signature matches it. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
