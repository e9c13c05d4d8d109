import { callPath } from '#contract/calls.ts';
import { median } from './median.ts';

const pairs = 100;

async function timeToAnswer(port: number, email: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${callPath('sendOtp')}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`send-otp answered ${response.status}`);
  return performance.now() - startedAt;
}

/** Medians, in milliseconds, of asking for a code with e-mails that have an account and with others that have none, in turn. */
export async function resetTiming(
  port: number,
  knownEmails: readonly string[],
): Promise<{ known: number; unknown: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let place = 0; place < pairs; place += 1) {
    const email = knownEmails[place % knownEmails.length] ?? '';
    // Whoever goes first in a pair may meet a busier machine.
    const askKnown = async () => known.push(await timeToAnswer(port, email));
    const stranger = email.replace('@', `-${place % knownEmails.length}-unknown@`);
    const askUnknown = async () => unknown.push(await timeToAnswer(port, stranger));
    for (const ask of place % 2 === 0 ? [askKnown, askUnknown] : [askUnknown, askKnown])
      await ask();
  }
  return { known: median(known), unknown: median(unknown) };
}
