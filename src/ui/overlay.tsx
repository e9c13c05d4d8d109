import { Button, type ButtonProps } from './button.tsx';
import type { OverlayProps } from './overlay-sheet.tsx';
import { showLoadError, useLoaded } from './use-loaded.ts';

const loadSheet = () => import('./overlay-sheet.tsx');

/** Loads the dialog's code ahead: call it when a pointer or the focus reaches the button that opens it. */
export function preloadOverlay(): void {
  // If offline, opening it reports that.
  loadSheet().catch(() => {});
}

/** A button that opens a dialog or a drawer. */
export function OverlayButton(button: ButtonProps) {
  return (
    <Button
      aria-haspopup="dialog"
      onPointerEnter={preloadOverlay}
      onFocus={preloadOverlay}
      {...button}
    />
  );
}

interface PlacedProps extends Omit<OverlayProps, 'place'> {
  readonly isOpen: boolean;
}

function Overlay({ isOpen, ...rest }: PlacedProps & Pick<OverlayProps, 'place'>) {
  const OverlaySheet = useLoaded(loadSheet, isOpen, () => {
    rest.onClose();
    showLoadError();
  })?.default;
  return isOpen && OverlaySheet ? <OverlaySheet {...rest} /> : null;
}

/** A dialog in the middle of the screen. Its code loads when first opened. */
export function Modal(props: PlacedProps) {
  return <Overlay {...props} place="centre" />;
}

/** A dialog that slides in from a side. */
export function Drawer({
  side = 'right',
  ...rest
}: PlacedProps & { readonly side?: 'left' | 'right' }) {
  return <Overlay {...rest} place={side} />;
}
