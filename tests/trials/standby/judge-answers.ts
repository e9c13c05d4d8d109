import { callPath } from '#contract/shop/calls.ts';
import { median } from '../../bench/median.ts';
import type { Heard } from '../instances/any-shop.ts';
import type { Verdict } from '../instances/check-trust.ts';

/** A time without the standby, or without the primary; in ms like `performance.now()`. */
export interface Loss {
  readonly what: 'standby' | 'primary';
  readonly goneAt: number;
  readonly backAt: number;
  /** What the shops said when asked whether they were ready. */
  readonly ready: readonly Heard[];
}

/**
 * How long a request may take, in ms: what it waits in all for the database and for a capture of another window, and its
 * own work on a busy machine.
 */
const answerMs = 12_000;
/** How long the shops may take to serve again, in ms. */
const serviceMs = 10_000;

const isCapture = ({ what }: Heard) => what.endsWith(callPath('capturePayment'));
const isWrite = ({ what }: Heard) => !what.startsWith('GET ');
const isDone = ({ status }: Heard) => status !== null && status < 300;
const endOf = ({ at, ms }: Heard) => at + ms;

export function judgeAnswers(heard: readonly Heard[], losses: readonly Loss[]): Verdict[] {
  const captures = heard.filter(isCapture);
  const others = heard.filter((each) => !isCapture(each));
  return [
    answersWithin('each request but a capture', others, losses),
    answersWithin('each capture', captures, losses),
    readiness(losses),
    service(heard, losses),
  ];
}

function answersWithin(what: string, heard: readonly Heard[], losses: readonly Loss[]): Verdict {
  const bad = heard.filter(
    ({ status, ms }) => status === null || (status >= 500 && status !== 503) || ms > answerMs,
  );
  const whileAway = (kind: Loss['what']) =>
    heard.filter((each) => losses.some((loss) => loss.what === kind && isDuring(each, loss)));
  const standby = whileAway('standby');
  return {
    promise: `${what} is answered within ${seconds(answerMs)}, done or with 503`,
    seen: `${inWords(heard)}; while the standby was away, ${inWords(standby)}; the primary, ${inWords(whileAway('primary'))}`,
    faults: [
      ...bad.map((each) => faultOf(each, losses)),
      ...(standby.length > 0 ? [] : ['none met an outage']),
    ],
  };
}

function faultOf(each: Heard, losses: readonly Loss[]): string {
  const { what, status, at, ms } = each;
  const loss = losses.findLast(({ goneAt }) => endOf(each) > goneAt);
  const when = loss
    ? `, sent ${seconds(at - loss.goneAt)} after the ${loss.what} was gone, which was back after ${seconds(loss.backAt - loss.goneAt)}`
    : '';
  return `${what}: ${status} after ${seconds(ms)}${when}`;
}

function isDuring(each: Heard, { goneAt, backAt }: Loss): boolean {
  return endOf(each) > goneAt && each.at < backAt;
}

/** While nothing commits, no shop is ready, once it had the time to notice; and soon afterwards each is. */
function readiness(losses: readonly Loss[]): Verdict {
  const faults: string[] = [];
  const refusals: Heard[] = [];
  for (const { what, goneAt, backAt, ready } of losses) {
    if (what === 'primary') continue;
    const noticed = ready.filter((each) => each.at > goneAt && endOf(each) < backAt);
    refusals.push(...noticed);
    for (const { status, at } of noticed) {
      if (status !== 503) faults.push(`${status} ${seconds(at - goneAt)} after it was gone`);
    }
    if (noticed.length === 0) faults.push('no answer while it was gone');
    if (!ready.some((each) => isDone(each) && endOf(each) < backAt + serviceMs)) {
      faults.push(`not ready ${seconds(serviceMs)} after it was back`);
    }
  }
  return {
    promise: 'no shop says that it is ready while the standby is gone',
    seen: inWords(refusals),
    faults,
  };
}

function service(heard: readonly Heard[], losses: readonly Loss[]): Verdict {
  const waits = losses.map(({ what, backAt }) => {
    const served = heard.filter((each) => isWrite(each) && isDone(each) && endOf(each) > backAt);
    return { what, ms: Math.min(...served.map(endOf)) - backAt };
  });
  return {
    promise: `a write is done within ${seconds(serviceMs)} of the server’s return`,
    seen: waits.map(({ what, ms }) => `${what} ${seconds(ms)}`).join(', '),
    faults: waits
      .filter(({ ms }) => ms > serviceMs)
      .map(({ what, ms }) => `${what}: ${seconds(ms)}`),
  };
}

function inWords(heard: readonly Heard[]): string {
  if (heard.length === 0) return 'no answers';
  const byStatus = Object.entries(Object.groupBy(heard, ({ status }) => String(status)));
  return byStatus
    .map(([status, some = []]) => {
      const times = some.map(({ ms }) => ms);
      return `${some.length} × ${status} (median ${seconds(median(times))}, longest ${seconds(Math.max(...times))})`;
    })
    .join(', ');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
