import { type Client, type ClientDependencies, createClient } from '#api/client.ts';
import { readSession } from '#offline/stores/device-database.ts';
import { countPending } from '#offline/views/sync-view.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import { createEngines } from './account-engine.ts';
import type { EngineSettings } from './engine-parts.ts';

/** An account id that nobody has: what was opened for another account is no longer sent. */
const nobody = '';

/** Timeout per request. Only the browser waits, and it stays until the worker is done. */
const answerMs = 8_000;

/** The dependencies of sending without a page. */
export interface BackgroundParts
  extends Pick<EngineSettings, 'clock' | 'random' | 'newId' | 'lock' | 'idb' | 'openStore'> {
  readonly client: Pick<ClientDependencies, 'baseUrl' | 'fetch'>;
  /** The lists to fetch for the signed-in account. Default: none, because a page fetches them itself. */
  readonly lists?: EngineSettings['lists'];
}

/** The result of sending without a page. */
export interface BackgroundResult {
  /** Number of changes still pending. */
  readonly waiting: number;
  /** Whether to ask the browser for another wake-up. Not for changes that wait for the buyer to sign in or be approved. */
  readonly needsWakeUp: boolean;
}

/** Sends the pending changes of the signed-in account, or the visitor, without a page. What remains is sent at the next wake-up. */
export async function sendInBackground(parts: BackgroundParts): Promise<BackgroundResult> {
  const { idb } = parts;
  const session = await readSession(idb);
  const accountId = session?.accountId ?? null;
  let isCurrent = true;
  // A page may sign out or switch accounts at any moment; nothing of this account is sent after that.
  const token = async () => {
    const now = await readSession(idb);
    isCurrent = (now?.accountId ?? null) === accountId;
    if (!isCurrent) throw new Error('Another account is signed in');
    return now?.token ?? null;
  };
  const { request, ask }: Client = createClient({ ...parts.client, token, timeoutMs: answerMs });
  const engines = createEngines({
    ...parts,
    request,
    ask,
    accountId: () => (isCurrent ? accountId : nobody),
    // A visitor's prices come from the replica.
    lists: accountId === null ? [] : (parts.lists ?? []),
  });
  const engine = await engines.open(accountId);
  try {
    // The browser wakes the worker when it believes the network is back.
    const { isEmpty, retryAt } = await engine.reportReached('hint');
    const requestsAt = await engine.customRequests.send();
    const view = syncViewOf(await engine.store.read(), accountId, engine.store.trouble === null);
    const waiting = countPending(view);
    return { waiting, needsWakeUp: (!isEmpty && retryAt !== null) || requestsAt !== null };
  } finally {
    engine.close();
    // If the account signed out meanwhile, its rows were wiped and must not come back as an empty database.
    const now = await readSession(idb);
    if (accountId !== null && now?.accountId !== accountId) await engines.forget(accountId);
  }
}
