import { useEffect } from 'react';
import { useLeftAccounts } from '#api/left-accounts.ts';
import { sharedUnsavedPath } from '#contract/shop/share-target.ts';
import OverlaySheet from '#ui/overlay-sheet.tsx';
import { toast } from '#ui/toast.ts';
import { CustomRequestForm } from './custom-request-form.tsx';

let isTold = false;

/** Says once that this document was opened for something shared that couldn't be stored. */
function tellUnsaved(): void {
  const [loaded] = performance.getEntriesByType('navigation');
  if (isTold || loaded?.name !== location.origin + sharedUnsavedPath) return;
  isTold = true;
  toast.error('What you shared couldn’t be saved. Please add it in the form.');
}

/** The modal to request a custom design. */
export default function CustomRequestModal({ onClose }: { readonly onClose: () => void }) {
  useEffect(tellUnsaved, []);
  return (
    <OverlaySheet title="Request a Custom Design" place="centre" onClose={onClose}>
      <CustomRequestForm key={useLeftAccounts()} onClose={onClose} />
    </OverlaySheet>
  );
}
