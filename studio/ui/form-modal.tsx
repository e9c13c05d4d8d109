import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import styles from './form.module.css';
import { LeaveGuard } from './leave-guard.tsx';

interface FormModalProps {
  readonly title: string;
  /** Whether typed input would be lost. */
  readonly isDirty: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form: asks before typed input is discarded, also on Escape or a press outside. */
export function FormModal({ title, isDirty, onClose, children }: FormModalProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Modal title={title} isOpen onClose={() => (isDirty ? setAsking(true) : onClose())}>
      {children}
      <LeaveGuard isDirty={isDirty} />
      <Modal title="Discard your changes?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className={styles.form}>
          <p>They haven’t been saved.</p>
          <div className="line-3">
            <Button variant="paper" onClick={() => setAsking(false)}>
              Keep editing
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Discard
            </Button>
          </div>
        </div>
      </Modal>
    </Modal>
  );
}
