import type { StudioNotifications } from '#contract/studio/notifications.ts';

/**
 * Sends a choice, after those before it; `shown` is what the screen shows at once. An answer of null means
 * that nothing changed. Failures are announced.
 */
export type Save = (
  send: () => Promise<StudioNotifications | null>,
  shown?: Partial<StudioNotifications>,
) => Promise<void>;
