import { callPath } from '#contract/shop/calls.ts';
import { median } from './median.ts';

/** Per kind; a known and an unknown e-mail alternate. */
const samples = 1000;

export interface Timing {
  /** Medians, in milliseconds. */
  readonly known: number;
  readonly unknown: number;
  /** How well timing alone tells them apart: 0.5 not at all, 1 always. */
  readonly auc: number;
}

async function timeToAnswer(
  port: number,
  name: 'login' | 'sendOtp',
  body: object,
  status: number,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${callPath(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const took = performance.now() - startedAt;
  if (response.status !== status) throw new Error(`${name} answered ${response.status}`);
  return took;
}

/** The area under the ROC curve for telling `ones` from `others` by size, whichever are larger. */
export function aucOf(ones: readonly number[], others: readonly number[]): number {
  const all = [
    ...ones.map((value) => ({ value, isOne: true })),
    ...others.map((value) => ({ value, isOne: false })),
  ].toSorted((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isOne }) => isOne).length;
    start = end;
  }
  const larger = rankSum - (ones.length * (ones.length + 1)) / 2;
  const auc = larger / (ones.length * others.length);
  return Math.max(auc, 1 - auc);
}

/**
 * Times a call with e-mails that have an account and with others that don't, alternating: 2,000 samples. For
 * `login` with a wrong password.
 */
export async function accountTiming(
  port: number,
  name: 'login' | 'sendOtp',
  knownEmails: readonly string[],
  count = samples,
): Promise<Timing> {
  const known: number[] = [];
  const unknown: number[] = [];
  const ask = (email: string) =>
    name === 'login'
      ? timeToAnswer(port, name, { email, password: 'not the password' }, 401)
      : timeToAnswer(port, name, { email }, 200);
  for (let place = 0; place < count; place += 1) {
    const email = knownEmails[place % knownEmails.length] ?? '';
    const askKnown = async () => known.push(await ask(email));
    // As long as the known ones, and requested as often.
    const askUnknown = async () => unknown.push(await ask(email.replace('shop', 'none')));
    // The first of a pair may meet a busier machine, so they alternate.
    const pair = place % 2 === 0 ? [askKnown, askUnknown] : [askUnknown, askKnown];
    for (const each of pair) await each();
  }
  return { known: median(known), unknown: median(unknown), auc: aucOf(known, unknown) };
}
