import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { totpDigits } from '#contract/studio/account.ts';

/** One-time codes of an authenticator: TOTP (RFC 6238) with the settings every app supports, SHA-1, 6 digits, 30 s. */

const stepMs = 30_000;
/** How many steps a phone's clock may be off, either way. */
const drift = 1;

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
  return authenticator(secret).generate({ timestamp: step * stepMs });
}

/**
 * The step that a code belongs to, among the current one and its neighbours; null for a wrong code, which is
 * compared with all of them in constant time.
 */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  // Letters of more than one byte would make the comparison throw.
  if (Buffer.byteLength(code) !== totpDigits) return null;
  const timestamp = at.getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: drift });
  return delta === null ? null : totpStep(at) + delta;
}

/** A secret as typed into an authenticator: base32 without padding. */
export function secretForPeople(secret: string): string {
  return Secret.fromHex(secret).base32;
}

/** The content of the QR code for an authenticator. `issuer` is the studio's name, `email` the account. */
export function otpauthUri(secret: string, issuer: string, email: string): string {
  // A colon separates issuer and account.
  return authenticator(secret, { issuer: issuer.replaceAll(':', ' '), label: email }).toString();
}

function authenticator(secret: string, names?: { issuer: string; label: string }): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromHex(secret),
    algorithm: 'SHA1',
    digits: totpDigits,
    period: stepMs / 1000,
  });
}
