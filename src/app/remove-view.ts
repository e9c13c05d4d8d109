import { device } from '#offline/open-device.ts';
import type { ListLine, ListName } from '#offline/outbox/rows.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { toast } from '#ui/toast.ts';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import { dismissWhenLeft, signedInAs } from './account-toast.ts';

/**
 * Removes the view that is kept with a line, which stays. The toast, which offers to undo it, comes once the device
 * has stored it, and disappears when its account is left. Undo neither puts back a line that was removed since nor
 * replaces a view that was kept since.
 */
export function removeView(list: ListName, line: ListLine): void {
  toastIfNotStored(remove(list, line));
}

async function remove(list: ListName, line: ListLine): Promise<void> {
  const { view = null, snapshot, productId } = line;
  const accountId = signedInAs();
  const opId = await device().setView(list, line, null);
  if (signedInAs() !== accountId) return;
  dismissWhenLeft(opId, accountId);
  toast.success(`View removed from your ${list}`, {
    id: opId,
    detail: unsentNote(device().cart()) ?? snapshot.title,
    action: {
      label: 'Undo',
      onPress() {
        const { lines } = device()[list]();
        const kept = lines.find((shown) => shown.productId === productId);
        // The toast can still be pressed while it is leaving.
        if (kept && !kept.view && signedInAs() === accountId)
          toastIfNotStored(device().setView(list, line, view));
      },
    },
  });
}
