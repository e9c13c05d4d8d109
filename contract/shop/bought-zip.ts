import * as v from 'valibot';
import { dayNumber, numberedDay } from './day-number.ts';

/** Stable addresses of ZIPs with bought designs and their licences. They need the owner's session, like `downloadPath`. */

/** At most as many licences are in one ZIP. */
export const maxZipItems = 1000;

/** All designs of an order. */
export function orderZipPath(orderId: string): string {
  return `/api/orders/${orderId}/download`;
}

/** All designs that the account bought since a day, wherever on Earth it is that day. */
export function sinceZipPath(day: string): string {
  return `/api/orders/since/${day}/download`;
}

/** The days that a ZIP can begin at. */
export const zipDaySchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.minValue('2000-01-01'),
  // Not 30 February.
  v.check((day) => Number.isFinite(dayNumber(day)) && numberedDay(dayNumber(day)) === day),
);

/** The header with the digest of a ZIP: the SHA-256 of the ZIP with the SHA-256 of each content in its place. */
export const zipDigestHeader = 'X-Zip-Digest';
