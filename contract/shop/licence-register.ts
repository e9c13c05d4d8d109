import * as v from 'valibot';
import { fromBase64url, toBase64url } from '../wire/base64url.ts';
import { dayNumber, numberedDay } from './day-number.ts';

/** What is needed to check licence cards; the same for everyone, and stored on devices. */
export const licenceRegisterSchema = v.object({
  /** Every key that ever signed, with its 32 public bytes, base64url. */
  keys: v.array(v.object({ id: v.string(), publicKey: v.string() })),
  /** The revoked licences, packed by `packRevoked`. */
  revoked: v.string(),
});
export type LicenceRegister = v.InferOutput<typeof licenceRegisterSchema>;

/** A revoked licence takes 8 bytes: 6 of its id's hash, and the day. The list shows no ids of orders. */
const hashBytes = 6;
const rowBytes = hashBytes + 2;

export interface RevokedLicence {
  /** The SHA-256 of the card's id. */
  readonly hash: Uint8Array;
  /** The day in the shop's time zone. */
  readonly on: string;
}

/** The packed list, sorted by hash, so that the same licences always make the same text. */
export function packRevoked(licences: readonly RevokedLicence[]): string {
  const rows = licences
    .map(({ hash, on }) => {
      const day = dayNumber(on);
      return [...hash.slice(0, hashBytes), day >> 8, day & 255];
    })
    .sort(byHash);
  return toBase64url(Uint8Array.from(rows.flat()));
}

/** The day (`2026-11-25`) since when the licence is revoked; null if it isn't in the list. */
export function revokedOn(packed: string, hash: Uint8Array): string | null {
  const rows = fromBase64url(packed) ?? new Uint8Array();
  let low = 0;
  let high = Math.floor(rows.length / rowBytes);
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows.subarray(middle * rowBytes, (middle + 1) * rowBytes);
    const order = byHash([...row], [...hash]);
    if (order === 0) {
      const day = ((row[hashBytes] ?? 0) << 8) | (row[hashBytes + 1] ?? 0);
      return numberedDay(day);
    }
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

function byHash(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < hashBytes; place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
