import { createStore } from 'zustand/vanilla';
import type { User } from '#contract/shop/account.ts';
import type { SavedSession } from './saved-session.ts';

/** Who is signed in (O01). Either both parts are set, or neither. */
export interface SessionState {
  readonly user: User | null;
  readonly accessToken: string | null;
  /** True only while the user's status is approved. */
  readonly approved: boolean;
}

export interface Session {
  readonly getState: () => SessionState;
  readonly getInitialState: () => SessionState;
  readonly subscribe: (
    listener: (state: SessionState, previous: SessionState) => void,
  ) => () => void;
  /** Signs in with a token, or without one updates the signed-in user's profile. */
  setUser(user: User, accessToken?: string): void;
  /** When the shop last confirmed who is signed in (ISO 8601); null: unknown. */
  answeredAt(): string | null;
  /** Ends the session. `isLoggedOut`: the user signed out, or may not return, so the device forgets the account. */
  clear(isLoggedOut?: boolean): void;
  /** Reads local storage again, in case another document changed it. */
  renew(): void;
  /** The session of this page. `ended` is null here: only the database knows about ended sessions. */
  noted(): SavedSession;
  /** Takes over the session of the device's database if it is newer. */
  adopt(noted: SavedSession): void;
}

/** The local storage key that the specification names (O17). */
export const sessionKey = 'auth';
/** Separate keys, because the specification also fixes the form of `auth`. */
const answeredAtKey = 'authAnsweredAt';
const revisionKey = 'authRevision';
const loggedOutKey = 'authLoggedOut';

const signedOut: SessionState = { user: null, accessToken: null, approved: false };

function stateOf(user: User, accessToken: string): SessionState {
  return { user, accessToken, approved: user.status === 'approved' };
}

/** Checks the parts of a user that the frame shows; the rest is refreshed from the server. */
function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Partial<Record<keyof User, unknown>>;
  return (['_id', 'firstName', 'lastName', 'email', 'status'] as const).every(
    (field) => typeof user[field] === 'string',
  );
}

function parseSaved(text: string | null): SessionState {
  try {
    const { user, accessToken } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const isSignedIn = isUser(user) && typeof accessToken === 'string' && accessToken !== '';
    return isSignedIn ? stateOf(user, accessToken) : signedOut;
  } catch {
    return signedOut;
  }
}

/** Authenticated only if both user and token are present (P04). */
export function isAuthenticated(state: SessionState): boolean {
  return state.user !== null && state.accessToken !== null;
}

/**
 * Creates a session that is saved on each change and follows other tabs. If storage is missing or blocked, it
 * lasts as long as the page.
 */
export function createSession(storage: Storage | null, tabs: EventTarget | null): Session {
  const read = () => parseSaved(storage?.getItem(sessionKey) ?? null);
  const readRevision = () => Number(storage?.getItem(revisionKey)) || 0;
  const store = createStore<SessionState>(read);
  const readLoggedOut = () => storage?.getItem(loggedOutKey) === 'true';
  let revision = readRevision();
  let isLoggedOut = readLoggedOut();

  function set(state: SessionState, itsRevision: number, byOwner = false): void {
    revision = itsRevision;
    isLoggedOut = byOwner;
    store.setState(state, true);
    try {
      storage?.setItem(revisionKey, String(revision));
      storage?.setItem(sessionKey, JSON.stringify(state));
      if (byOwner) storage?.setItem(loggedOutKey, 'true');
      else storage?.removeItem(loggedOutKey);
      if (state.user) storage?.setItem(answeredAtKey, new Date().toISOString());
      else storage?.removeItem(answeredAtKey);
    } catch {
      // If storage is full, the session still holds for this page.
    }
  }

  /** Higher than any revision so far, including other tabs'. */
  const nextRevision = () => Math.max(Date.now(), revision + 1, readRevision() + 1);

  function renew(): void {
    if (!storage) return;
    revision = readRevision();
    isLoggedOut = readLoggedOut();
    store.setState(read(), true);
  }

  tabs?.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === sessionKey || key === null) renew();
  });
  // A page restored from the back/forward cache missed changes meanwhile.
  tabs?.addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) renew();
  });

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    setUser(user, accessToken) {
      if (accessToken !== undefined) {
        set(stateOf(user, accessToken), nextRevision());
        return;
      }
      const before = store.getState().accessToken;
      // A tab that slept must not bring back a session that another tab ended.
      if (readRevision() > revision) renew();
      if (before === null || store.getState().accessToken !== before) return;
      set(stateOf(user, before), revision);
    },
    answeredAt: () => storage?.getItem(answeredAtKey) ?? null,
    clear: (byOwner) => set(signedOut, nextRevision(), byOwner),
    renew,
    noted() {
      const { user, accessToken } = store.getState();
      return { revision, user, accessToken, ended: null, ...(isLoggedOut && { isLoggedOut }) };
    },
    adopt({ revision: theirs, user, accessToken }) {
      if (theirs <= revision) return;
      set(user && accessToken !== null ? stateOf(user, accessToken) : signedOut, theirs);
    },
  };
}

/** Null outside a page, and if the browser blocks storage. */
function pageStorage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    return null;
  }
}

export const session: Session = createSession(
  pageStorage(),
  typeof window === 'undefined' ? null : window,
);
