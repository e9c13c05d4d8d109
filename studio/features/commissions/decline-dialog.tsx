import * as v from 'valibot';
import { moveNoteSchema } from '#contract/studio/commissions.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useForm } from '#ui/use-form.ts';
import styles from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';

const schema = v.object({ note: moveNoteSchema });

interface DeclineDialogProps {
  readonly name: string;
  readonly onDecline: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Declines a request, with a reason if the studio wants to give one. */
export function DeclineDialog({ name, onDecline, onClose }: DeclineDialogProps) {
  const form = useForm({
    schema,
    initial: { note: '' },
    failed: 'The shop can’t be reached. Nothing was changed.',
    async send({ note }) {
      await onDecline(note);
      onClose();
    },
  });
  return (
    <FormModal title="Decline this request?" isDirty={form.isDirty} onClose={onClose}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextArea
          label="Note to the buyer"
          hint={`${name} reads it with the answer. You can leave it empty.`}
          rows={4}
          {...form.field('note')}
        />
        <div className={styles.actions}>
          <Button {...form.button}>{form.isSending ? 'Declining…' : 'Decline'}</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </FormModal>
  );
}
