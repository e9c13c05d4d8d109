import { toast } from './toast.ts';

/** Tells the buyer if a change couldn't be stored on this device. */
export function toastIfNotStored(storing: Promise<unknown>): void {
  storing.catch(() => toast.error('This couldn’t be stored on this device. Please try again.'));
}
