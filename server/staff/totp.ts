import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { totpDigits } from '#contract/studio/account.ts';

/** One-time codes of an authenticator: TOTP (RFC 6238) with the settings every app supports, SHA-1, 6 digits, 30 s. */

const stepMs = 30_000;
/** How many steps a phone's clock may be off, either way. */
const drift = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret, 160 random bits in hex: the length that RFC 4226 recommends. */
export function newTotpSecret(): string {
  return randomBytes(20).toString('hex');
}

/** The TOTP step at an instant. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / stepMs);
}

/** The code of one step; `secret` in hex. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', Buffer.from(secret, 'hex')).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** totpDigits).padStart(totpDigits, '0');
}

/**
 * The step that a code belongs to, among the current one and its neighbours; null for a wrong code. Always
 * compares all of them in constant time, so that the duration reveals nothing.
 */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  const given = Buffer.from(code);
  if (given.length !== totpDigits) return null;
  const now = totpStep(at);
  let found: number | null = null;
  for (let step = now - drift; step <= now + drift; step += 1) {
    if (timingSafeEqual(given, Buffer.from(totpCode(secret, step)))) found = step;
  }
  return found;
}

/** A secret as typed into an authenticator: base32 without padding. */
export function secretForPeople(secret: string): string {
  const bits = [...Buffer.from(secret, 'hex')].map((byte) => byte.toString(2).padStart(8, '0'));
  const groups = bits.join('').match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The content of the QR code for an authenticator. `issuer` is the studio's name, `email` the account. */
export function otpauthUri(secret: string, issuer: string, email: string): string {
  // A colon separates issuer and account.
  const name = issuer.replaceAll(':', ' ');
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(email)}`;
  const shown = secretForPeople(secret);
  return `otpauth://totp/${label}?secret=${shown}&issuer=${encodeURIComponent(name)}&algorithm=SHA1&digits=${totpDigits}&period=${stepMs / 1000}`;
}
