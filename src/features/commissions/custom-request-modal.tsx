import { useLeftAccounts } from '#api/left-accounts.ts';
import OverlaySheet from '#ui/overlay-sheet.tsx';
import { CustomRequestForm } from './custom-request-form.tsx';

/** The modal to request a custom design. */
export default function CustomRequestModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <OverlaySheet title="Request a Custom Design" place="centre" onClose={onClose}>
      <CustomRequestForm key={useLeftAccounts()} onClose={onClose} />
    </OverlaySheet>
  );
}
