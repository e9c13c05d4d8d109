import { savedPlaces } from './saved-places.ts';

/**
 * Deletes every bought file of an account from this device, complete or not.
 * @throws if the browser still refuses after 3 s.
 */
export async function forgetStoredFiles(accountId: string, places = savedPlaces()): Promise<void> {
  for (const place of await places) await place.forget((owner) => owner === accountId);
}

/** Like `forgetStoredFiles`, for every account but this one. */
export async function forgetOthersFiles(accountId: string, places = savedPlaces()): Promise<void> {
  for (const place of await places) await place.forget((owner) => owner !== accountId);
}
