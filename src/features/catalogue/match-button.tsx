import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { OverlayButton } from '#ui/overlay.tsx';
import { MatchDialog } from './match-dialog.tsx';

/** Opens the dialog that picks a colour from a photo. `onMatch` is called with `rrggbb`. */
export function MatchButton({ onMatch }: { readonly onMatch: (color: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OverlayButton variant="paper" onClick={() => setOpen(true)}>
        <Icon name="camera" size={20} />
        Match a photo
      </OverlayButton>
      <MatchDialog isOpen={isOpen} onClose={() => setOpen(false)} onMatch={onMatch} />
    </>
  );
}
