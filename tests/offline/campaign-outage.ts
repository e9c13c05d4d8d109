import { expect } from 'vitest';
import { maxWithin } from '#tests/support/most-within.ts';
import type { Person } from './campaign-person.ts';
import type { Outage, Trouble, Waker } from './campaign-steps.ts';
import type { Mishap } from './rough-network.ts';

/** The most requests a device may make on its own in any period of `ms`. */
interface Bound {
  readonly ms: number;
  readonly requests: number;
}

/** If the shop doesn't say how long to wait. */
const unasked: readonly Bound[] = [
  { ms: 20_000, requests: 6 },
  { ms: 10 * 60_000, requests: 15 },
];
const bounds: Readonly<Record<Trouble, readonly Bound[]>> = {
  lost: unasked,
  portal: unasked,
  broken: unasked,
  // A second request may already be on its way with the first.
  busy: [{ ms: 30_000, requests: 2 }],
};

const wakers: Readonly<Record<Waker, (person: Person) => Promise<unknown>>> = {
  tab: ({ tabs: [{ device }] }) => device.sync(),
  otherTab: ({ tabs: [, { device }] }) => device.sync(),
  online: ({ tabs: [{ device }] }) => device.reportReached('hint'),
  worker: (person) => person.work(null),
};

/** While the shop is in trouble, a device is woken again and again; the buyer does nothing. */
export async function sufferOutage(person: Person, { mishap, wakes }: Outage): Promise<void> {
  const { length } = person.requests;
  for (const { by, ms } of wakes) {
    person.browser.clock.move(ms);
    // The database may have been upgraded under a tab.
    await wakers[by](person).catch(() => {});
  }
  const times = person.requests.slice(length);
  for (const { ms, requests } of bounds[mishap]) {
    expect(maxWithin(times, ms), `requests within ${ms / 1000} s of trouble`).toBeLessThanOrEqual(
      requests,
    );
  }
}

/** So many mishaps that no sequence uses them up. */
export function endless(mishap: Mishap): readonly Mishap[] {
  return Array.from({ length: 1000 }, () => mishap);
}
