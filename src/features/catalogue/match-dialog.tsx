import { Modal } from '#ui/overlay.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showLoadError, useLoaded } from '#ui/use-loaded.ts';
import styles from './match-dialog.module.css';

interface MatchDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with `rrggbb`; the dialog is closed then. */
  readonly onMatch: (color: string) => void;
}

const loadMatch = () => import('./match-color.tsx');

/** Picks a colour from a photo or a pasted picture, in a dialog. */
export function MatchDialog({ isOpen, onClose, onMatch }: MatchDialogProps) {
  const match = useLoaded(loadMatch, isOpen, () => {
    onClose();
    showLoadError();
  });
  return (
    <Modal title="Match a colour" isOpen={isOpen} onClose={onClose}>
      {match ? (
        <match.MatchColor
          onMatch={(color) => {
            onClose();
            onMatch(color);
          }}
        />
      ) : (
        <Skeleton className={styles.loading} />
      )}
    </Modal>
  );
}
