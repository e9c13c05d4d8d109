import { type ReactNode, useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import styles from './form.module.css';

interface ConfirmProps {
  readonly title: string;
  /** What will happen, with its amounts. */
  readonly children: ReactNode;
  /** The label of the confirm button. */
  readonly action: string;
  /** Performs the action; if it throws, the dialog stays open with the error. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation before something that can't be undone, and does it only once. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    if (isSending) return;
    setSending(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(messageOf(error, 'No response. Check whether it worked before trying again.'));
      setSending(false);
    }
  }

  return (
    <Modal title={title} isOpen onClose={onClose}>
      <div className={styles.form}>
        {children}
        {problem !== null && (
          <p role="alert" className={styles.notice}>
            {problem}
          </p>
        )}
        <div className="line-3">
          <Button aria-disabled={isSending} aria-busy={isSending} onClick={() => void confirm()}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Modal>
  );
}
