/**
 * What is unique and counted of an e-mail address: trimmed, Unicode-normalised, lower case.
 * `Ada@Shop.example` and `ada@shop.example` are one account.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
