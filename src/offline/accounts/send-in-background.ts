import { type Client, type ClientDependencies, createClient } from '#api/client.ts';
import { readSession } from '#offline/stores/device-database.ts';
import { countPending } from '#offline/views/sync-view.ts';
import { syncViewOf } from '#offline/views/sync-view-of.ts';
import { createEngines } from './account-engine.ts';
import type { EngineSettings } from './engine-parts.ts';

/** An account that is nobody's: what was opened for another is not sent any more. */
const nobody = '';

/** Nobody waits for an answer here but the browser, which stays until the worker is done. */
const answerMs = 8_000;

/** What sending without a page needs. */
export interface BackgroundParts
  extends Pick<EngineSettings, 'clock' | 'random' | 'newId' | 'lock' | 'idb' | 'openStore'> {
  readonly client: Pick<ClientDependencies, 'baseUrl' | 'fetch'>;
  /** What is pulled for the account that is signed in; nothing unless said, as a page asks for itself. */
  readonly sets?: EngineSettings['sets'];
}

/** What sending without a page came to. */
export interface BackgroundResult {
  /** So many changes still wait. */
  readonly waiting: number;
  /** Another wake is worth it; what waits for the buyer to sign in or be approved is not. */
  readonly isToBeWoken: boolean;
}

/** Sends what waits for the account that is signed in, or the visitor, without a page; what still waits is sent with the next wake. */
export async function sendInBackground(parts: BackgroundParts): Promise<BackgroundResult> {
  const { idb } = parts;
  const session = await readSession(idb);
  const accountId = session?.accountId ?? null;
  let isCurrent = true;
  // The pages may sign out, or somebody else in, at any moment: nothing of this account is sent then.
  const token = async () => {
    const now = await readSession(idb);
    isCurrent = (now?.accountId ?? null) === accountId;
    if (!isCurrent) throw new Error('Somebody else is signed in');
    return now?.token ?? null;
  };
  const { request, ask }: Client = createClient({ ...parts.client, token, timeoutMs: answerMs });
  const engines = createEngines({
    ...parts,
    request,
    ask,
    accountId: () => (isCurrent ? accountId : nobody),
    // A visitor's prices are in the replica.
    sets: accountId === null ? [] : (parts.sets ?? []),
  });
  const engine = await engines.open(accountId);
  try {
    // The browser wakes the worker when it believes in a network.
    const { isEmpty, retryAt } = await engine.noteReached('hint');
    const requestsAt = await engine.customRequests.send();
    const view = syncViewOf(await engine.store.read(), accountId, engine.store.trouble === null);
    const waiting = countPending(view);
    return { waiting, isToBeWoken: (!isEmpty && retryAt !== null) || requestsAt !== null };
  } finally {
    engine.close();
    // Signed out during this, the rows were wiped and must not come back as an empty database.
    const now = await readSession(idb);
    if (accountId !== null && now?.accountId !== accountId) await engines.forget(accountId);
  }
}
