import fc from 'fast-check';
import type { ListName } from '#offline/outbox/rows.ts';
import type { Death } from './killable-page.ts';
import type { Mishap } from './rough-network.ts';

/** What happens to unsent changes at a sign-out. */
export type Leaving = 'keep' | 'discard' | 'send';

/** What wakes a device without a press by its buyer: a timer, the network, another tab, Background Sync. */
export type Waker = 'tab' | 'otherTab' | 'online' | 'worker';

/** The shop is in trouble throughout; each wake comes `ms` after the previous one. */
export interface Outage {
  readonly browser: number;
  readonly mishap: Trouble;
  readonly wakes: readonly { readonly by: Waker; readonly ms: number }[];
}

/** `busy` sends a Retry-After of 30 s. */
export type Trouble = Extract<Mishap, 'lost' | 'portal' | 'broken' | 'busy'>;

/** One event in one of two browsers, in one of its two tabs, or in all of them. */
export type Step =
  | { kind: 'want'; browser: number; tab: number; list: ListName; product: number; isAdd: boolean }
  | { kind: 'overtake'; browser: number; list: ListName; product: number; isAdd: boolean }
  | { kind: 'request'; browser: number; tab: number }
  | { kind: 'sync'; browser: number; tab: number; mishaps: readonly Mishap[]; isAwaited: boolean }
  | { kind: 'everywhere'; browser: number; mishaps: Mishap[] }
  | { kind: 'crash'; browser: number; tab: number; mishaps: Mishap[]; death: Death }
  | { kind: 'worker'; browser: number; mishaps: Mishap[]; death: Death | null }
  | {
      kind: 'sign';
      browser: number;
      account: number | null;
      leaving: Leaving;
      death: Death | null;
      /** Just before, a change is made that doesn't reach the shop. */
      isUnsent: boolean;
    }
  | ({ kind: 'outage' } & Outage)
  | { kind: 'expire'; browser: number }
  | { kind: 'upgrade'; browser: number }
  | { kind: 'clock'; browser: number; ms: number }
  | { kind: 'retire'; isSold: boolean }
  | { kind: 'late' };

/** Designs that only the first browser touches, only the second, and both. */
export const own = [
  [0, 1, 2],
  [3, 4, 5],
] as const;
/** Both browsers change these; the second is sometimes no longer sold, and the server fails on the third. */
const shared = [6, 7, 8] as const;
export const doomed = 7;
export const cursed = 8;
export const designs = 9;

export const lists = ['cart', 'wishlist'] as const satisfies ListName[];

const day = 86_400_000;
const browser = fc.nat(1);
const tab = fc.nat(1);
const mishaps = fc.array(
  fc.constantFrom<Mishap>(
    'none',
    'none',
    'none',
    'lost',
    'unheard',
    'doubled',
    'late',
    'slowThere',
    'slowBack',
    'portal',
    'busy',
    'down',
    'broken',
  ),
  { maxLength: 5 },
);
const death = fc.record({ after: fc.nat(6), isWritten: fc.boolean() });
const maybeDeath = fc.option(death, { freq: 2 });
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);

/** A design that this browser may touch, added to or removed from a list. */
const wish = fc
  .tuple(browser, fc.constantFrom(...lists), fc.nat(5), fc.boolean())
  .map(([at, list, index, isAdd]) => {
    const product = [...(own[at] ?? []), ...shared][index] ?? 0;
    return { browser: at, list, product, isAdd };
  });
const want = fc
  .tuple(wish, tab)
  .map(([wished, at]): Step => ({ kind: 'want', ...wished, tab: at }));
const overtake = wish.map((wished): Step => ({ kind: 'overtake', ...wished }));

const wake = fc.record({
  by: fc.constantFrom<Waker>('tab', 'otherTab', 'online', 'worker'),
  ms: fc.oneof({ weight: 6, arbitrary: fc.nat(1500) }, fc.nat(60_000)),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 18, arbitrary: want },
  { weight: 2, arbitrary: overtake },
  { weight: 1, arbitrary: fc.record({ kind: kind('request'), browser, tab }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('sync'), browser, tab, mishaps, isAwaited: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('sync'),
      browser,
      tab,
      mishaps: fc.constant([]),
      isAwaited: fc.constant(true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('everywhere'), browser, mishaps }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('crash'), browser, tab, mishaps, death }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('worker'), browser, mishaps, death: maybeDeath }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('sign'),
      browser,
      account: fc.constantFrom(0, 0, 1, null),
      leaving: fc.constantFrom<Leaving>('keep', 'keep', 'discard', 'send'),
      death: maybeDeath,
      isUnsent: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('outage'),
      browser,
      mishap: fc.constantFrom<Trouble>('lost', 'portal', 'broken', 'busy'),
      wakes: fc.array(wake, { minLength: 20, maxLength: 30, size: 'max' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('expire'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('upgrade'), browser }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('clock'),
      browser,
      ms: fc.oneof(fc.nat(600_000), fc.constantFrom(-9 * day, -2 * day, 3 * day, 8 * day)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('retire'), isSold: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('late') }) },
);

/** About sixty steps in a row. */
export const sequence = fc.array(step, { minLength: 55, maxLength: 65, size: 'max' });
