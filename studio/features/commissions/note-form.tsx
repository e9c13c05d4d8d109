import * as v from 'valibot';
import { commissionCalls, noteTextSchema } from '#contract/studio/commissions.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSendOnce } from '../../ui/use-send-once.ts';
import type { LetterPartProps } from './letter-part.ts';
import { WrittenList } from './written-list.tsx';

const schema = v.object({ text: noteTextSchema });

/** Notes that only the studio reads. */
export function NoteForm({ letter, onChanged }: Omit<LetterPartProps, 'onStale'>) {
  const sendOnce = useSendOnce();
  const form = useForm({
    schema,
    initial: { text: '' },
    failed: 'The shop can’t be reached. Your note is still here.',
    async send({ text }) {
      const params = { id: letter._id };
      onChanged(
        await sendOnce(text, (noteId) =>
          request(commissionCalls.noteRequest, { params, body: { noteId, text } }),
        ),
      );
      form.settle({ text }, { text: '' });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Private notes" text="Only the studio reads them.">
        {letter.notes.length > 0 && <WrittenList written={letter.notes} />}
        <TextArea label="New note" required rows={3} {...form.field('text')} />
        <div className="line-3">
          <Button variant="paper" {...form.button}>
            {form.isSending ? 'Adding…' : 'Add'}
          </Button>
        </div>
      </Card>
    </form>
  );
}
