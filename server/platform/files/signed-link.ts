import { createHmac, timingSafeEqual } from 'node:crypto';

/** Identifies a file of a bought item, and the account that asks for it. */
export interface FileWanted {
  readonly accountId: string;
  readonly orderId: string;
  readonly itemId: string;
  /** From 0; null: the item's only file, or all its files in one ZIP. */
  readonly file: number | null;
}

/** Identifies a ZIP of an order, or of all orders since a day, and the account that asks for it. */
export interface ZipWanted {
  readonly accountId: string;
  readonly zip: { readonly orderId: string } | { readonly since: string };
}

/** What a link leads to, and until when, in milliseconds since 1970. */
export type LinkClaim = (FileWanted | ZipWanted) & { readonly expiresAt: number };

/** How long a link is valid; it is followed at once. */
export const linkLifeMs = 5 * 60_000;

const filePattern = /^([0-9a-f]{24})\.([0-9a-f]{24})\.([0-9a-f]{24})\.(\d{1,4}|all)\.(\d{13})$/;
const zipPattern = /^([0-9a-f]{24})\.(?:([0-9a-f]{24})|(\d{4}-\d\d-\d\d))\.zip\.(\d{13})$/;

/** The claim's text, its signature and the encoded name; safeName limits the name to 120 characters of up to 12. */
const pathPattern = /^\/files\/([0-9a-z.-]{1,120})\.([\w-]{43})\/([^/]{1,1500})$/;

/** Builds `/files/<claim>.<signature>/<name>`. The signature covers claim and name. */
export function signedPath(key: Buffer, claim: LinkClaim, name: string): string {
  const text = [
    claim.accountId,
    ...('zip' in claim
      ? ['orderId' in claim.zip ? claim.zip.orderId : claim.zip.since, 'zip']
      : [claim.orderId, claim.itemId, claim.file ?? 'all']),
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
  return claimOfZip(text) ?? claimOfFile(text);
}

function claimOfFile(text: string): LinkClaim | null {
  const [, accountId, orderId, itemId, file, expiresAt] = filePattern.exec(text) ?? [];
  if (accountId === undefined || orderId === undefined || itemId === undefined) return null;
  return {
    accountId,
    orderId,
    itemId,
    file: file === 'all' ? null : Number(file),
    expiresAt: Number(expiresAt),
  };
}

function claimOfZip(text: string): LinkClaim | null {
  const [, accountId, orderId, since, expiresAt] = zipPattern.exec(text) ?? [];
  if (accountId === undefined) return null;
  const zip = orderId === undefined ? { since: since ?? '' } : { orderId };
  return { accountId, zip, expiresAt: Number(expiresAt) };
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
