import { useState } from 'react';
import * as v from 'valibot';
import { type CommissionDetails, replyTextSchema } from '#contract/studio/commissions.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { freshId } from './fresh-id.ts';

const schema = v.object({ text: replyTextSchema });

export interface LetterPartProps {
  readonly letter: CommissionDetails;
  readonly onChanged: (letter: CommissionDetails) => void;
  /** Somebody else changed it meanwhile. */
  readonly onStale: () => void;
}

/** Replies by e-mail. If the answer is lost, the retry uses the same id, so the reply is sent only once. */
export function ReplyForm({ letter, onChanged }: Omit<LetterPartProps, 'onStale'>) {
  const [replyId, setReplyId] = useState(freshId);
  const form = useForm({
    schema,
    initial: { text: '' },
    failed: 'The shop can’t be reached. Your reply is still here.',
    async send({ text }) {
      const params = { id: letter._id };
      onChanged(await request('replyToRequest', { params, body: { replyId, text } }));
      setReplyId(freshId());
      form.fill({ text: '' });
      toast.success(`Your reply is being sent to ${letter.email}.`);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <Card title="Reply" text={`Sent to ${letter.email}; answers arrive in your inbox.`}>
        <TextArea label="Your reply" required rows={7} {...form.field('text')} />
        <div className={styles.actions}>
          <Button {...form.button}>{form.isSending ? 'Sending…' : 'Send'}</Button>
        </div>
      </Card>
    </form>
  );
}
