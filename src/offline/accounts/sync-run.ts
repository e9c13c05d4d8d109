import { nextOp } from '#offline/outbox/outbox-rules.ts';
import type { OutboxOp } from '#offline/outbox/rows.ts';
import { type Drained, drainOutbox, nothingToSend } from '#offline/sending/drainer.ts';
import { sendOp } from '#offline/sending/send-op.ts';
import type { EngineParts, OpenedRows } from './engine-parts.ts';
import type { ListRefresh } from './list-refresh.ts';
import { refreshSnapshots } from './refresh-snapshots.ts';

interface RunContext {
  readonly lists: ListRefresh;
  /** The rows are still those of whoever is signed in. */
  readonly isCurrent: () => boolean;
}

/** One run of an engine: sends its outbox, then fetches the server's newest answer. */
export function createSyncRun(
  parts: EngineParts,
  { store, accountId }: OpenedRows,
  { lists, isCurrent }: RunContext,
): (isPressed: boolean) => Promise<Drained> {
  const { request, clock, backoff } = parts;

  /** Sends the outbox; null in an outage, when nothing was tried. */
  async function drain(isPressed: boolean): Promise<Drained | null> {
    // Checked inside the lock: another tab may have met an outage while this one waited.
    const maySend = isCurrent() && (await backoff.maySend('sync'));
    if (!maySend && !isPressed) return null;
    const send = (op: OutboxOp) => backoff.track('sync', sendOp(request, op));
    return drainOutbox({ store, send, isCurrent, clock, random: parts.random, isPressed });
  }

  return async (isPressed) => {
    if (accountId === null) {
      if (parts.lists.length > 0) await refreshSnapshots(parts, store, isCurrent, isPressed);
      return nothingToSend;
    }
    const op = nextOp(await store.read());
    // The worker fetches nothing without `lists`; it goes on to the custom requests.
    if (!op && parts.lists.length === 0) return nothingToSend;
    const drained = await parts.lock(`pinwheel-drain-${accountId}`, () => drain(isPressed));
    const isPostponed = drained !== null && drained.retryAt !== null;
    if (drained?.isEmpty || (isPostponed && lists.isDue())) await lists.run();
    const waiting = { isEmpty: op === null, problem: op?.problem ?? null, retryAt: null };
    const { retryAt, ...rest } = drained ?? waiting;
    const times = [retryAt, backoff.retryAt()].filter((time) => time !== null);
    return { ...rest, retryAt: times.length > 0 ? Math.max(...times) : null };
  };
}
