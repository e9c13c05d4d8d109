import * as v from 'valibot';
import { moveNoteSchema } from '#contract/studio/commissions.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useForm } from '#ui/use-form.ts';
import styles from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';

const schema = v.object({ note: moveNoteSchema });

/** How a move is asked for. */
export interface MoveWords {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
}

interface MoveDialogProps {
  readonly words: MoveWords;
  readonly onMove: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Makes a move with a note that its buyer reads, or without. */
export function MoveDialog({ words, onMove, onClose }: MoveDialogProps) {
  const form = useForm({
    schema,
    initial: { note: '' },
    failed: 'The shop can’t be reached. Nothing was changed.',
    async send({ note }) {
      await onMove(note);
      onClose();
    },
  });
  return (
    <FormModal title={words.title} isDirty={form.isDirty} onClose={onClose}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextArea
          label="Note to the buyer"
          hint={`${words.hint} You can leave it empty.`}
          rows={4}
          {...form.field('note')}
        />
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Sending…' : words.action}</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </FormModal>
  );
}
