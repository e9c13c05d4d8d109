import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { toastQueue } from '#ui/toast.ts';

export const notifications = page.getByRole('region', { name: 'Notifications' });

/** The toast with exactly this text. */
export function toastOf(text: string): Locator {
  return notifications.getByText(text, { exact: true });
}

/** Removes all toasts at once, also those that are about to leave: the next test must not find them. */
export function removeToasts(): void {
  vi.useFakeTimers();
  for (const { id } of toastQueue.get()) {
    toastQueue.show('blank', '', { id });
    toastQueue.dismiss(id);
  }
  vi.runAllTimers();
  vi.useRealTimers();
}
