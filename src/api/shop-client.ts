import { ApiError, isShopsAnswer } from '#contract/wire/api-error.ts';
import type { CallOptions } from '#contract/wire/client.ts';
import type { Client, RequestArguments } from './client.ts';
import { reportReach } from './reach.ts';
import { session } from './session.ts';

const expiryListeners = new Set<() => void>();

/** Runs `listener` when the server has ended the current session. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

async function createShopClient(): Promise<Client> {
  const { createClient } = await import('./client.ts');
  return createClient({
    onSignedOut(token) {
      // A late answer to an earlier session says nothing about this one.
      session.renew();
      const { accessToken, user } = session.getState();
      if (accessToken !== token) return;
      // A colleague may have been removed, so nothing of the account stays for a return, but unsent changes.
      session.clear(Boolean(user?.colleague));
      for (const listener of expiryListeners) listener();
    },
  });
}

let loading: Promise<Client> | null = null;

/** Loads client and schemas with the first call; the first screen doesn't need them, since its HTML carries its data. */
function loadClient(): Promise<Client> {
  loading ??= createShopClient().catch((cause) => {
    loading = null;
    throw new ApiError('FETCH_ERROR', null, null, { cause });
  });
  return loading;
}

const ask: Client['ask'] = async (name, ...[parts]) => {
  // Read before the code has loaded: somebody else may sign in meanwhile, and a call belongs to the account that made it.
  const { accessToken: token } = session.getState();
  const client = await loadClient();
  const request = [{ token, ...parts }] as unknown as RequestArguments<typeof name, CallOptions>;
  try {
    const answered = await client.ask(name, ...request);
    if (answered.savedAt === null) reportReach(true);
    return answered;
  } catch (error) {
    // The device's own "no such design" says nothing about the shop; the worker reports what it asked.
    if (error instanceof ApiError && error.savedAt === null) reportReach(isShopsAnswer(error));
    throw error;
  }
};

/** The page's client, which uses the page's session. */
export const shopClient: Client = {
  ask,
  request: async (...call) => (await ask(...call)).answer,
};
