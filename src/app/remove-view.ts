import { device } from '#offline/open-device.ts';
import type { SetLine, SetName } from '#offline/outbox/rows.ts';
import { unsentNote } from '#offline/views/unsent-note.ts';
import { sayUnlessStored } from '#ui/say-unstored.ts';
import { toast } from '#ui/toast.ts';

/** Removes the view that is kept with a line, which stays. The toast, which offers to undo it, comes once the device has stored it. */
export function removeView(set: SetName, line: SetLine): void {
  sayUnlessStored(remove(set, line));
}

async function remove(set: SetName, line: SetLine): Promise<void> {
  const { view = null, snapshot } = line;
  const opId = await device().setView(set, line, null);
  toast.success(`View removed from your ${set}`, {
    id: opId,
    detail: unsentNote(device().cart()) ?? snapshot.title,
    action: {
      label: 'Undo',
      onPress: () => sayUnlessStored(device().setView(set, line, view)),
    },
  });
}
