import type { User } from '#contract/shop/account.ts';

/**
 * A session as stored in the device's database. Browsers write local storage late: one that is killed soon
 * after a sign-in or sign-out loses the change there, but not in the database.
 */
export interface SavedSession {
  /** Rises with each sign-in and sign-out in any tab. The highest wins. */
  readonly revision: number;
  readonly user: User | null;
  readonly accessToken: string | null;
  /** The account whose session the shop ended; null once it signs out or somebody else signs in. */
  readonly ended: EndedSession | null;
  /** Nobody is signed in because they signed out. Not stored in the database, which may not respond at that moment. */
  readonly isLoggedOut?: boolean;
}

export interface EndedSession {
  readonly accountId: string;
  readonly firstName: string;
}
