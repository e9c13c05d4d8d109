import type { Client } from '#api/client.ts';
import type { CallName } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { CallOptions } from '#contract/wire/client.ts';
import { type AccountRows, emptyRows, type OutboxOp } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { SeededBug } from './campaign-person.ts';
import { otherKey } from './rough-network.ts';

type Ask = (name: CallName, call: CallOptions) => Promise<unknown>;

/** Wraps the device's calls. */
function asking(around: (ask: Ask, now: () => number) => Ask): Pick<SeededBug, 'request'> {
  return {
    request: (request, now) => {
      const ask: Ask = (name, call) => request(name, call as never);
      const asked = around(ask, now);
      return ((name: CallName, call: CallOptions = {}) => asked(name, call)) as Client['request'];
    },
  };
}

/** Wraps how the result of a rule is stored. */
function keeping(keep: (before: AccountRows, after: AccountRows) => AccountRows) {
  return (store: AccountStore): AccountStore => ({
    ...store,
    change: async (rule) => {
      let after = emptyRows;
      await store.change((before) => {
        after = rule(before);
        return keep(before, after);
      });
      return after;
    },
  });
}

/** Renumbers pending ops. */
function numbering(inOrder: (a: OutboxOp, b: OutboxOp) => number) {
  return (store: AccountStore): AccountStore => ({
    ...store,
    read: async () => {
      const rows = await store.read();
      const outbox = rows.outbox.toSorted(inOrder).map((op, place) => ({ ...op, seq: place + 1 }));
      return { ...rows, outbox };
    },
  });
}

const isListAnswer = (name: CallName) => name === 'cart' || name === 'wishlist';

interface SeededBreak extends SeededBug {
  /** The number of the invariant in docs/offline.md. */
  readonly breaks: number;
  /** The message of the check that catches it. Others may fail along with it. */
  readonly caughtBy: RegExp;
  /** Where fast-check finds a sequence that shows it. It goes on searching from there if it doesn't. */
  readonly shownBy?: { readonly seed: number; readonly path: string };
}

/** Builds with one bug each; of those that break the same invariant, the one caught soonest comes first. */
export const seededBugs: readonly SeededBreak[] = [
  {
    name: 'forgets an op before its answer',
    breaks: 1,
    shownBy: { seed: 176_125_633, path: '0' },
    caughtBy: /wanted|left to be sent arrives/,
    store: keeping((_, after) => ({
      ...after,
      outbox: after.outbox.filter(({ attempts }) => attempts === 0),
    })),
  },
  {
    name: 'accepts the page of a captive portal as an answer',
    breaks: 1,
    caughtBy: /wanted|left to be sent arrives/,
    ...asking((ask) => async (name, call) => {
      try {
        return await ask(name, call);
      } catch (error) {
        const isPortal = error instanceof ApiError && error.status === 'PARSING_ERROR';
        if (isPortal && call.idempotencyKey !== undefined) return { version: 0 };
        throw error;
      }
    }),
  },
  {
    name: 'meets a server that does not recognize repeats',
    breaks: 2,
    shownBy: { seed: 1_592_329_348, path: '2' },
    caughtBy: /had one effect|arrives once/,
    isServerForgetful: true,
  },
  {
    name: 'sends each attempt under a new key',
    breaks: 2,
    caughtBy: /had one effect|arrives once/,
    ...asking((ask) => {
      let tries = 0;
      return (name, call) => {
        if (call.idempotencyKey === undefined) return ask(name, call);
        tries += 1;
        return ask(name, { ...call, idempotencyKey: otherKey(call.idempotencyKey, tries) });
      };
    }),
  },
  {
    name: 'sends the newest op first',
    breaks: 3,
    shownBy: { seed: -89_739_259, path: '0' },
    caughtBy: /keep their order/,
    store: numbering((a, b) => b.seq - a.seq),
  },
  {
    name: 'takes the first answer of a set for all later ones',
    breaks: 4,
    caughtBy: /equals the server/,
    ...asking((ask) => {
      const first = new Map<CallName, unknown>();
      return async (name, call) => {
        const answer = await ask(name, call);
        if (!isListAnswer(name)) return answer;
        first.set(name, first.get(name) ?? answer);
        return first.get(name);
      };
    }),
  },
  {
    name: 'accepts an answer older than the last acknowledged op',
    breaks: 4,
    caughtBy: /equals the server|as wanted/,
    ...asking((ask) => async (name, call) => {
      const answer = await ask(name, call);
      return isListAnswer(name) ? { ...(answer as object), version: 2 ** 50 } : answer;
    }),
  },
  {
    name: 'reads the token only once',
    breaks: 5,
    shownBy: { seed: 905_427_596, path: '2' },
    caughtBy: /its own account/,
    isTokenReadOnce: true,
  },
  {
    name: 'stores the rows of all accounts together',
    breaks: 5,
    caughtBy: /its own account/,
    storeName: (name) => (name.startsWith('pinwheel-account-') ? 'pinwheel-account-one' : name),
  },
  {
    name: 'retries a refused op forever',
    breaks: 6,
    shownBy: { seed: -298_008_965, path: '0' },
    caughtBy: /blocks the others/,
    ...asking((ask) => async (name, call) => {
      try {
        return await ask(name, call);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 401) throw error;
        throw new ApiError('FETCH_ERROR');
      }
    }),
  },
  {
    name: 'merges a visitor’s drafts under new ids',
    breaks: 7,
    shownBy: { seed: -1_541_219_401, path: '0' },
    caughtBy: /had one effect|arrives once/,
    store: keeping((before, after) => {
      const known = new Set([...before.mergedOps, ...before.requests].map(({ opId }) => opId));
      const merged = new Set(after.mergedOps.map(({ opId }) => opId));
      const isNew = (opId: string) => !known.has(opId);
      return {
        ...after,
        mergedOps: [],
        outbox: after.outbox.map((op) =>
          merged.has(op.opId) && isNew(op.opId) ? { ...op, opId: crypto.randomUUID() } : op,
        ),
        requests: after.requests.map((op) =>
          op.state === 'waiting' && isNew(op.opId) ? { ...op, opId: crypto.randomUUID() } : op,
        ),
      };
    }),
  },
  {
    name: 'leaves a visitor’s drafts to be merged again',
    breaks: 7,
    caughtBy: /its own account|had one effect/,
    // Only the cleanup after a merge starts from no rows at all.
    store: keeping((before, after) => (after.done === emptyRows.done ? before : after)),
  },
  {
    name: 'sends in the order of the device’s clock',
    breaks: 8,
    shownBy: { seed: 2_130_761_543, path: '16' },
    caughtBy: /keep their order/,
    store: numbering((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)),
  },
  {
    name: 'uses the device’s clock as the version of an answer',
    breaks: 8,
    caughtBy: /equals the server|as wanted/,
    ...asking((ask, now) => async (name, call) => {
      const answer = await ask(name, call);
      const isVersioned = isListAnswer(name) || call.idempotencyKey !== undefined;
      return isVersioned ? { ...(answer as object), version: now() } : answer;
    }),
  },
  {
    name: 'reports changes as stored that a database closed by an upgrade refused',
    breaks: 9,
    shownBy: { seed: -1_903_065_872, path: '0' },
    caughtBy: /wanted|left to be sent arrives/,
    store: (store) => ({
      ...store,
      isOpen: () => true,
      read: () => store.read().catch(() => emptyRows),
      change: (rule) => store.change(rule).catch(() => emptyRows),
    }),
  },
  {
    name: 'retries at once while the shop is in trouble',
    breaks: 11,
    shownBy: { seed: -1_042_128_006, path: '4' },
    caughtBy: /of trouble/,
    ...asking((ask) => async (name, call) => {
      try {
        return await ask(name, call);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 401) throw error;
        await ask(name, call).catch(() => {});
        return ask(name, call);
      }
    }),
  },
  {
    name: 'sends whenever the browser wakes the worker',
    breaks: 11,
    caughtBy: /of trouble/,
    isWorkerWithoutBackoff: true,
  },
];
