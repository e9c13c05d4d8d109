import { useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from './toast.ts';

/**
 * Whether a button's work is running, and a function that begins it. Does nothing while it runs. A failure shows a toast
 * with the shop's reason, or `failed` if it gives none, and then calls `onFailed`.
 */
export function useBusy(failed: string, onFailed?: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  async function begin(work: () => Promise<unknown>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error, failed));
      await onFailed?.();
    } finally {
      setBusy(false);
    }
  }
  return [isBusy, begin] as const;
}
