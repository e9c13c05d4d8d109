import { makeRequestLink } from '#server/commissions/request-links.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { AppServices } from '#server/services.ts';
import { addRequest } from './add-request.ts';

/** The token of a link to a new request that a visitor sent with this address. */
export async function requestToken(services: AppServices, email: string): Promise<string> {
  const id = await addRequest(services, { email });
  return makeChange(services, async (change) => tokenOf(await makeRequestLink(change, id)));
}

/** The token in a link's path. */
export function tokenOf(path: string): string {
  return path.slice(path.indexOf('=') + 1);
}
