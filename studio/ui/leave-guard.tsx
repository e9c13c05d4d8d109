import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import styles from './form.module.css';

interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Saves; returns whether that succeeded. Unset if saving is too consequential to offer here. */
  readonly onSave?: () => Promise<boolean>;
}

/** Asks before a page with unsaved changes is left, by a link or the browser's buttons. */
export function LeaveGuard({ isDirty, onSave }: LeaveGuardProps) {
  const [isSaving, setSaving] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();

  useEffect(() => {
    if (!isDirty) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isDirty]);

  // Continues the blocked navigation once everything is saved.
  useEffect(() => {
    if (blocker.state === 'blocked' && !isDirty) blocker.proceed();
  }, [blocker, isDirty]);

  async function saveAndLeave(save: () => Promise<boolean>): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    const isSaved = await save();
    setSaving(false);
    if (!isSaved) stay();
  }

  return (
    <Modal
      title="Leave without saving?"
      isOpen={blocker.state === 'blocked' && isDirty}
      onClose={stay}
    >
      <div className={styles.form}>
        <p>You have unsaved changes.</p>
        <div className={styles.actions}>
          {onSave && (
            <Button onClick={() => void saveAndLeave(onSave)} aria-busy={isSaving}>
              Save and leave
            </Button>
          )}
          <Button variant="paper" onClick={stay}>
            Keep editing
          </Button>
          <Button variant="quiet" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </div>
      </div>
    </Modal>
  );
}
