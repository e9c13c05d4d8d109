import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import styles from './form.module.css';
import { studioHistory } from './studio-history.ts';

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Saves; returns whether that succeeded. Unset if saving is too consequential to offer here. */
  readonly onSave?: () => Promise<boolean>;
}

/** Asks before a page with unsaved changes is left, by a link or the browser's buttons. */
export function LeaveGuard({ isDirty, onSave }: LeaveGuardProps) {
  const [isSaving, setSaving] = useState(false);
  const [held, setHeld] = useState<{ readonly proceed: () => void } | null>(null);
  const stay = () => setHeld(null);

  useEffect(() => {
    if (isDirty) return studioHistory.hold((proceed) => setHeld({ proceed }));
  }, [isDirty]);

  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isDirty]);

  // Continues the held navigation once everything is saved.
  useEffect(() => {
    if (held === null || isDirty) return;
    setHeld(null);
    held.proceed();
  }, [held, isDirty]);

  async function saveAndLeave(save: () => Promise<boolean>): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    const isSaved = await save();
    setSaving(false);
    if (!isSaved) stay();
  }

  function leave(): void {
    stay();
    held?.proceed();
  }

  return (
    <Modal title="Leave without saving?" isOpen={held !== null && isDirty} onClose={stay}>
      <div className={styles.form}>
        <p>You have unsaved changes.</p>
        <div className="line-3">
          {onSave && (
            <Button onClick={() => void saveAndLeave(onSave)} aria-busy={isSaving}>
              Save and leave
            </Button>
          )}
          <Button variant="paper" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="quiet" onClick={leave}>
            Leave without saving
          </Button>
        </div>
      </div>
    </Modal>
  );
}
