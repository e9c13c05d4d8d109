import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';

/** Gives the seller an address, without which no newsletter is sent. */
export function addSellerAddress(services: AppServices): Promise<void> {
  const seller = { name: '', address: '1 Mill Lane\nLeeds', taxId: '' };
  const since = services.clock().toISOString();
  return makeChange(services, (change) => writeSetting(change, 'sellers', [{ ...seller, since }]));
}
