import type { User } from '#contract/shop/account.ts';

/**
 * A session as the device's database has it. A browser writes local storage late: one that is killed
 * soon after a sign-in or a log-out has lost that there, but not in the database.
 */
export interface SavedSession {
  /** Rises with each sign-in and sign-out of any tab: the higher one counts. */
  readonly revision: number;
  readonly user: User | null;
  readonly accessToken: string | null;
  /** Whose session the shop ended; null once they logged out, or somebody else signed in. */
  readonly ended: EndedSession | null;
  /** Nobody is signed in because they logged out. The database, which may say nothing then, doesn't have it. */
  readonly isLoggedOut?: boolean;
}

export interface EndedSession {
  readonly accountId: string;
  readonly firstName: string;
}
