import { refreshSyncTag } from '#offline/catalogue/worker-messages.ts';

/** Prices that are older are a surprise; more often is a burden on the phone. */
const minInterval = 12 * 60 * 60_000;

/** Of the Periodic Background Sync draft; the compiler's library doesn't have it. */
interface Refreshing {
  readonly periodicSync?: {
    register(tag: string, options: { readonly minInterval: number }): Promise<void>;
  };
}

/** Lets the browser wake the worker of an installed shop to refresh catalogue and prices, where it allows that. */
export async function refreshByItself(
  registration: (ServiceWorkerRegistration & Refreshing) | undefined,
): Promise<void> {
  if (!registration?.periodicSync || matchMedia('(display-mode: browser)').matches) return;
  const name = 'periodic-background-sync' as PermissionName;
  const { state } = await navigator.permissions.query({ name });
  if (state === 'granted')
    await registration.periodicSync.register(refreshSyncTag, { minInterval });
}
