import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { preloadOverlay } from '#ui/overlay.tsx';
import { MatchDialog } from './match-dialog.tsx';

/** Opens the dialog that picks a colour from a photo. `onMatch` is called with `rrggbb`. */
export function MatchButton({ onMatch }: { readonly onMatch: (color: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="paper"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onFocus={preloadOverlay}
        onPointerEnter={preloadOverlay}
      >
        <Icon name="camera" size={20} />
        Match a photo
      </Button>
      <MatchDialog isOpen={isOpen} onClose={() => setOpen(false)} onMatch={onMatch} />
    </>
  );
}
