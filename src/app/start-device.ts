import { adoptNoted, restoreSessionFrom, whenSessionKnown } from '#api/known-session.ts';
import { reach } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';
import { onSignOut, type SignOutReason } from '#api/sign-out.ts';
import { messages } from '#contract/messages/messages.ts';
import { counted } from '#contract/wire/counted.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import type { Device } from '#offline/device.ts';
import { openDevice } from '#offline/open-device.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import type { PageNote } from '#offline/stores/unsaved-note.ts';
import type { FirstPaintKey } from '#offline/views/first-paint-cache.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { toast } from '#ui/toast.ts';

const discardsKey = 'discards';
const unsavedKey = 'unsaved';
type StoredKey = FirstPaintKey | typeof discardsKey | typeof unsavedKey;

/** Creates the page's device and connects it to session, network and visibility. */
export function startDevice(): void {
  restoreSessionFrom(async () =>
    (await import('#offline/stores/session-row.ts')).readSavedSession(),
  );
  const device = openDevice({
    request: shopClient.request,
    ask: shopClient.ask,
    accountId: () => session.getState().user?._id ?? null,
    session: { noted: session.noted, adopt: adoptNoted, whenKnown: whenSessionKnown },
    clock: systemClock,
    random: Math.random,
    newId: newUuid,
    firstPaint: { read: readStored, write: writeStored },
    discardNote: noteUnder(discardsKey),
    unsavedNote: noteUnder(unsavedKey),
    idb: null,
    lists: ['cart', 'wishlist'],
  });
  session.subscribe(() => followSession(device));
  onSignOut((reason) => leave(device, reason));
  device.on('refused', (op) => {
    const accountId = session.getState().user?._id ?? null;
    import('./announce-refused.ts').then(
      ({ announceRefused }) => announceRefused(device, op, accountId),
      () => toast.error(op.problem.message || messages.cart.addFailedOnCard, { id: op.opId }),
    );
  });
  device.on('merged', (count) => {
    toast.blank(`${counted(count, 'item')} added from this device`);
  });
  addEventListener('online', () => void device.reportReached('hint'));
  reach.subscribe(({ isReached }) => {
    if (isReached) void device.reportReached('answer');
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void device.sync();
  });
  // Nothing is stored on a first visit, so the database's code isn't loaded before the first interaction.
  const isUsed =
    session.getState().user !== null ||
    [readStored('cart'), readStored(discardsKey), readStored(unsavedKey)].some(
      (text) => text !== null,
    );
  afterPaint(() => void whenSessionKnown());
  if (isUsed) afterPaint(() => followSession(device));
  else followFirstUse(device);
}

const shownKeys: ReadonlySet<string> = new Set<FirstPaintKey>(['cart', 'wishlist']);

/** Opens the database once this page is used, or another one has changed what this page shows. */
function followFirstUse(device: Device): void {
  const unused = new AbortController();
  const { signal } = unused;
  const follow = () => {
    unused.abort();
    followSession(device);
  };
  addEventListener('pointerdown', follow, { signal });
  addEventListener('storage', ({ key }) => key !== null && shownKeys.has(key) && follow(), {
    signal,
  });
}

function followSession(device: Device): void {
  // If the storage can't be opened now, the next change tries again and reports a failure.
  device.follow().catch(() => {});
}

/** Runs before a session ends. If the code that asks can't be loaded, unsent changes stay stored. */
async function leave(device: Device, reason: SignOutReason): Promise<'stay' | undefined> {
  const loaded = await import('./leave-account.tsx').catch(() => null);
  if (loaded) return loaded.leaveAccount(device, reason);
  await device.wipe({ keepsUnsent: reason === 'logout' });
  return undefined;
}

function noteUnder(key: StoredKey): PageNote {
  return { read: () => readStored(key), write: (text) => writeStored(key, text) };
}

function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStored(key: StoredKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without local storage, the first paint shows empty lists for a moment, and nothing is recorded.
  }
}
