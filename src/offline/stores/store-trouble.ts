import type { StoreTrouble } from './account-store.ts';
import { SilentDatabaseError } from './database-timeout.ts';
import { isWriteLostError } from './quota-error.ts';

/** The trouble that an error stands for; null: the device is fine, and the change itself failed. */
export function troubleOf(error: unknown): StoreTrouble | null {
  if (error instanceof SilentDatabaseError) return 'silent';
  return isWriteLostError(error) ? 'full' : null;
}
