import { lazy, type ReactNode, Suspense } from 'react';

export interface OverlayProps {
  readonly title: string;
  readonly place: 'centre' | 'left' | 'right';
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const loadSheet = () => import('./overlay-sheet.tsx');
const OverlaySheet = lazy(loadSheet);

/** Fetches the sheet's code ahead: call it when a pointer or the focus reaches what opens it. */
export function preloadOverlay(): void {
  // Without a network the open itself will say so.
  loadSheet().catch(() => {});
}

interface PlacedProps extends Omit<OverlayProps, 'place'> {
  readonly isOpen: boolean;
}

function Overlay({ isOpen, ...rest }: PlacedProps & Pick<OverlayProps, 'place'>) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <OverlaySheet {...rest} />
    </Suspense>
  );
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
