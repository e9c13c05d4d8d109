import { createHash } from 'node:crypto';

/**
 * Normalises an e-mail address for uniqueness and limits: trimmed, Unicode-normalised, lower case.
 * `Ada@Shop.example` and `ada@shop.example` are one account.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** The hash stored for an e-mail that may belong to nobody. */
export function hashEmail(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
