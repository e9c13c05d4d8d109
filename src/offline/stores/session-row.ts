import type { SavedSession } from '#api/saved-session.ts';
import { pageSleep } from './page-sleep.ts';

/** The row `session` of the device's database. Rows of earlier builds have no user and no revision, or are null. */
export interface SessionRow extends Partial<SavedSession> {
  readonly accountId?: string;
  readonly token?: string;
}

/** Reads the session from that row. Without a user it counts as signed out, because the page couldn't greet anybody. */
export function savedSessionOf(row: SessionRow | null | undefined): SavedSession {
  const { revision = 0, user = null, token = null, ended = null } = row ?? {};
  return user && token !== null
    ? { revision, user, accessToken: token, ended: null }
    : { revision, user: null, accessToken: null, ended };
}

/**
 * Reads that row without Dexie, because the first screen doesn't wait for Dexie's code. Resolves with null if
 * the device has no such database.
 * @throws if the browser refuses IndexedDB
 */
export function readSavedSession(factory: IDBFactory = indexedDB): Promise<SavedSession | null> {
  const read = () =>
    new Promise<SavedSession | null>((resolve, reject) => {
      const opening = pageSleep.guarding(factory).open('pinwheel-device');
      // There is no database; reading must not create one.
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
  return pageSleep.outlasting(read);
}
