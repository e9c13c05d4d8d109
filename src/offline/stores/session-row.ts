import type { SavedSession } from '#api/saved-session.ts';

/** The row `session` of the device's database. One of an earlier build names no user and no revision, or is null. */
export interface SessionRow extends Partial<SavedSession> {
  readonly accountId?: string;
  readonly token?: string;
}

/** What that row says of the session; without a user nobody can be greeted, so nobody is signed in. */
export function savedSessionOf(row: SessionRow | null | undefined): SavedSession {
  const { revision = 0, user = null, token = null, ended = null } = row ?? {};
  return user && token !== null
    ? { revision, user, accessToken: token, ended: null }
    : { revision, user: null, accessToken: null, ended };
}

/**
 * Reads that row without Dexie, whose code a first screen doesn't wait for. Null where the device has
 * no such database. @throws where the browser refuses IndexedDB
 */
export function readSavedSession(factory: IDBFactory = indexedDB): Promise<SavedSession | null> {
  return new Promise((resolve, reject) => {
    const opening = factory.open('pinwheel-device');
    // There was none: a question makes none either.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('values').objectStore('values').get('session');
      reading.onsuccess = () => resolve(savedSessionOf(reading.result?.value));
      reading.onerror = () => reject(reading.error);
      database.close();
    };
  });
}
