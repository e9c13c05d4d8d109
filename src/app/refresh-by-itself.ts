import { refreshSyncTag } from '#offline/catalogue/worker-messages.ts';

/** Older prices would surprise the buyer; refreshing more often would burden the phone. */
const minInterval = 12 * 60 * 60_000;

/** From the Periodic Background Sync draft; missing from TypeScript's library. */
interface Refreshing {
  readonly periodicSync?: {
    register(tag: string, options: { readonly minInterval: number }): Promise<void>;
  };
}

/** Registers the worker of an installed shop to be woken periodically to refresh catalogue and prices, if the browser allows it. */
export async function refreshByItself(
  registration: (ServiceWorkerRegistration & Refreshing) | undefined,
): Promise<void> {
  if (!registration?.periodicSync || matchMedia('(display-mode: browser)').matches) return;
  const name = 'periodic-background-sync' as PermissionName;
  const { state } = await navigator.permissions.query({ name });
  if (state === 'granted')
    await registration.periodicSync.register(refreshSyncTag, { minInterval });
}
