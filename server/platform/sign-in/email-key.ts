import { createHash } from 'node:crypto';

/**
 * What is unique and counted of an e-mail address: trimmed, Unicode-normalised, lower case.
 * `Ada@Shop.example` and `ada@shop.example` are one account.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** What is kept of an e-mail that may belong to nobody. */
export function hashEmail(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
