import type { ReactNode } from 'react';
import { proofSchema, type StudioProof } from '#contract/studio/own-account.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { useForm } from '#ui/use-form.ts';
import styles from '../../ui/form.module.css';
import { ProofFields } from '../../ui/proof-fields.tsx';

interface ProveProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly action: string;
  /** Performs the action; if it throws, the dialog stays open with the error. */
  readonly onConfirm: (proof: StudioProof) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for one's password and a code before somebody becomes an owner or stops being one. */
export function Prove({ title, children, action, onConfirm, onClose }: ProveProps) {
  const form = useForm({
    schema: proofSchema,
    initial: { password: '', code: '' },
    failed: 'No response. Check the list before trying again.',
    async send(proof) {
      await onConfirm(proof);
      onClose();
    },
  });
  return (
    <Modal title={title} isOpen onClose={onClose}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {children}
        <p>Please prove that it’s you.</p>
        <ProofFields field={form.field} />
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'One moment…' : action}</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
