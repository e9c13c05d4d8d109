import { useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from './toast.ts';

/**
 * Whether what a button asks for is under way, and how it is begun; meanwhile nothing else is. A failure is a toast:
 * the shop's reason, or else `failed`; then `onFailed` is called.
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
