import { createStore } from 'zustand/vanilla';
import type { User } from '#contract/shop/account.ts';
import type { SavedSession } from './saved-session.ts';

/** Who is signed in (spec §4): both parts there, or both empty. */
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
  /** Sign in with a token, or renew the profile of who is signed in. */
  setUser(user: User, accessToken?: string): void;
  /** When the shop last said who that is (ISO 8601); null: nobody noted it. */
  answeredAt(): string | null;
  /** The session is over; `isLoggedOut`: its owner ended it. */
  clear(isLoggedOut?: boolean): void;
  /** Reads again what local storage has, which another document may have changed. */
  renew(): void;
  /** As this page has it; only the database knows of one that ended. */
  noted(): SavedSession;
  /** Takes over what the device's database has, where that is newer. */
  adopt(noted: SavedSession): void;
}

/** The local storage key the specification names (O17). */
export const sessionKey = 'auth';
/** Beside it, since its form is specified too. */
const answeredAtKey = 'authAnsweredAt';
const revisionKey = 'authRevision';
const loggedOutKey = 'authLoggedOut';

const signedOut: SessionState = { user: null, accessToken: null, approved: false };

function stateOf(user: User, accessToken: string): SessionState {
  return { user, accessToken, approved: user.status === 'approved' };
}

/** Enough of a user for the frame to greet: the rest is renewed from the server. */
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

/** A user is authenticated only when both user and token are present (P04). */
export function isAuthenticated(state: SessionState): boolean {
  return state.user !== null && state.accessToken !== null;
}

/**
 * The session, saved on each change and following the other tabs. Where storage is missing or
 * blocked it lives as long as the page.
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
      // A full storage keeps nothing; the session still holds for this page.
    }
  }

  /** Higher than any before, in other tabs too. */
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
  // A page that Back brought out of the browser's memory heard nothing meanwhile.
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
      // A tab that slept does not bring back a session that another one has ended.
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

/** Null outside a page, and where the browser blocks storage. */
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
