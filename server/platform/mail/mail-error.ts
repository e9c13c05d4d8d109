/** The most characters of a mail server's words that are recorded. */
const maxWords = 300;

/** Thrown if all of a mail was sent and the mail server never said whether it took it. */
export class MailUnanswered extends Error {
  readonly code = 'UNANSWERED';

  constructor(cause: Error) {
    super(`${wordsOf(cause)}. It may have arrived.`, { cause });
  }
}

/** What the problem of a mail begins with that the mail server took, and the database refused to record. */
export const unrecorded = 'unrecorded';

/**
 * Why a mail wasn't sent: the error's codes, then the words of the mail server or the network, such as
 * `EENVELOPE 550: 5.1.1 User unknown`. Without addresses, which the answer may quote.
 */
export function mailProblem(error: unknown): string {
  const words = error instanceof Error ? wordsOf(error) : '';
  return words === '' ? errorCodes(error) : `${errorCodes(error)}: ${words}`;
}

/** An error's codes without its words, or its name: `ECONNREFUSED`, `StoreUnreachable`. */
export function errorCodes(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const codes = [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')];
  return codes.filter((code) => code !== undefined).join(' ') || error.name;
}

/** Answers that ask the shop to sign in, or to do so in another way (RFC 4954). Some servers only give them for a recipient. */
const signInCodes = [530, 534, 535, 538];

/** Whether the mail server refused a recipient, or the mail itself, for good: it would refuse the next attempt, too. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = Number(Reflect.get(error, 'responseCode') ?? 0);
  if (code < 500 || signInCodes.includes(code)) return false;
  return Reflect.get(error, 'command') === 'RCPT TO' || Reflect.get(error, 'code') === 'EMESSAGE';
}

function wordsOf(error: Error): string {
  const isAnswer = Reflect.get(error, 'responseCode') !== undefined;
  const text = isAnswer ? String(Reflect.get(error, 'response') ?? '') : error.message;
  return text
    .slice(0, maxWords)
    .replace(/^\d{3}[ -]/gm, '')
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ')
    .replace(/\p{C}/gu, '')
    .trim();
}
